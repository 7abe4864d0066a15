import type { AccountAnswer } from '#contract/schemas/document.ts';

/** The facts from which the response about an account is made. */
export type AccountFacts = {
  id: string;
  email: string;
  name: string;
  isAdministrator: boolean;
  isBlocked: boolean;
  createdAt: string;
  updatedAt: string;
  passwordUpdatedAt: string;
};

/** Returns the response about an account. Of the password it contains only the date when it was set. */
export function toAccountAnswer(account: AccountFacts, accessedAt: string): AccountAnswer {
  return {
    $id: account.id,
    $createdAt: account.createdAt,
    $updatedAt: account.updatedAt,
    name: account.name,
    registration: account.createdAt,
    status: !account.isBlocked,
    labels: account.isAdministrator ? ['admin'] : [],
    passwordUpdate: account.passwordUpdatedAt,
    email: account.email,
    phone: '',
    emailVerification: false,
    phoneVerification: false,
    mfa: false,
    prefs: {},
    targets: [],
    accessedAt,
  };
}

/** The facts from which the response about a session is made. */
export type SessionFacts = {
  id: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ip: string;
};

/** Returns the response about a session. `secret` is '' for browsers, which get it only in their cookie. */
export function toSessionAnswer(
  session: SessionFacts,
  { email, isCurrent, secret = '' }: { email: string; isCurrent: boolean; secret?: string },
) {
  return {
    $id: session.id,
    $createdAt: session.createdAt,
    $updatedAt: session.updatedAt,
    userId: session.userId,
    expire: session.expiresAt,
    provider: 'email',
    providerUid: email,
    providerAccessToken: '',
    providerAccessTokenExpiry: '',
    providerRefreshToken: '',
    ip: session.ip,
    osCode: '',
    osName: '',
    osVersion: '',
    clientType: '',
    clientCode: '',
    clientName: '',
    clientVersion: '',
    clientEngine: '',
    clientEngineVersion: '',
    deviceName: '',
    deviceBrand: '',
    deviceModel: '',
    countryCode: '',
    countryName: '',
    current: isCurrent,
    factors: ['password'],
    secret,
    mfaUpdatedAt: '',
  };
}
