import { z } from 'zod';
import { plainLine } from '#domain/text/plain-line.ts';
import { identifier, moment, newIdentifier, total } from './value-schemas.ts';

/** The schemas of accounts and sessions. */

const emailRule = 'Value must be a valid email address';
const passwordRule = 'Password must be between 8 and 256 characters long.';
const nameRule = 'Value must be a valid string and no longer than 128 chars';

/**
 * Accepts the same addresses as a browser's own email field, including `admin@localhost`, and converts them to lower
 * case.
 */
export const email = z.email({ pattern: z.regexes.html5Email, error: emailRule }).max(320, emailRule).toLowerCase();
export const password = z.string(passwordRule).min(8, passwordRule).max(256, passwordRule);

export const newAccount = z.object({
  userId: newIdentifier,
  email,
  password,
  name: z.string(nameRule).overwrite(plainLine).max(128, nameRule).nullish(),
});

export const newSession = z.object({ email, password });

export const newPassword = z.object({ password, oldPassword: password });

export const account = z
  .object({
    $id: identifier,
    $createdAt: moment,
    $updatedAt: moment,
    name: z.string(),
    registration: moment,
    status: z.boolean().meta({ description: 'False for a blocked account.' }),
    labels: z.array(z.string()).meta({ description: '`admin` for an administrator.' }),
    passwordUpdate: moment,
    email: z.string(),
    phone: z.string(),
    emailVerification: z.boolean(),
    phoneVerification: z.boolean(),
    mfa: z.boolean(),
    prefs: z.record(z.string(), z.never()),
    targets: z.array(z.never()),
    accessedAt: moment,
  })
  .meta({ id: 'Account' });

const unknownToUs = z.string();

export const session = z
  .object({
    $id: identifier,
    $createdAt: moment,
    $updatedAt: moment,
    userId: identifier,
    expire: moment,
    provider: z.string(),
    providerUid: z.string(),
    providerAccessToken: unknownToUs,
    providerAccessTokenExpiry: unknownToUs,
    providerRefreshToken: unknownToUs,
    ip: z.string(),
    osCode: unknownToUs,
    osName: unknownToUs,
    osVersion: unknownToUs,
    clientType: unknownToUs,
    clientCode: unknownToUs,
    clientName: unknownToUs,
    clientVersion: unknownToUs,
    clientEngine: unknownToUs,
    clientEngineVersion: unknownToUs,
    deviceName: unknownToUs,
    deviceBrand: unknownToUs,
    deviceModel: unknownToUs,
    countryCode: unknownToUs,
    countryName: unknownToUs,
    current: z.boolean(),
    factors: z.array(z.string()),
    secret: z.string().meta({
      description:
        'For SDKs for servers, when they sign in; empty for all others: browsers have the secret only in their cookie.',
    }),
    mfaUpdatedAt: unknownToUs,
  })
  .meta({ id: 'Session' });

export const sessionList = z.object({ total, sessions: z.array(session) }).meta({ id: 'SessionList' });
