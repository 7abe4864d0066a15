import type { AccountAnswer } from '#contract/document.ts';

/** What an account answer is made of. */
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

/** The answer that tells of an account; never carries anything of the password but when it was set. */
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

/** What a session answer is made of. */
export type SessionFacts = {
  id: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ip: string;
};

/** The answer that tells of a session. The secret stays out: browsers hold it in their cookie alone. */
export function toSessionAnswer(session: SessionFacts, { email, isCurrent }: { email: string; isCurrent: boolean }) {
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
    secret: '',
    mfaUpdatedAt: '',
  };
}
