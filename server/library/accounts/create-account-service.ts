import { Problem } from '#contract/problems.ts';
import type { AccountRecords } from '#server/engines/database/account-records.ts';
import type { AccountService, AccountSettings } from './account-service.ts';
import { createChangePassword } from './change-password.ts';
import { forgetExpiredBrowsers } from './known-browsers.ts';
import * as slowHashes from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createSettingsAdministrator } from './settings-administrator.ts';
import { createSignIn } from './sign-in.ts';
import { toAccount } from './account-of-record.ts';
import type { Trail } from './trail.ts';

/**
 * Creates the service that applies the rules for accounts and sessions. Stores secrets and passwords only as hashes.
 */
export function createAccountService(settings: AccountSettings): AccountService {
  const { database, signUp, now = Date.now, trail, onSignIn, passwords = slowHashes } = settings;
  const { accounts } = database;
  return {
    ...createSettingsAdministrator({ database, trail, passwords }),
    signIn: createSignIn({ accounts, trail, passwords, now, onSignIn }),
    ...createSessions({ accounts, trail, now }),
    changePassword: createChangePassword({ accounts, trail, passwords }),
    signUp: createSignUp({ accounts, trail, passwords, signUp }),

    async sweep(moment) {
      await forgetExpiredBrowsers(accounts, moment);
      return accounts.removeEndedSessions(moment);
    },
  };
}

function createSignUp(parts: {
  accounts: AccountRecords;
  trail: Pick<Trail, 'count'>;
  passwords: Required<AccountSettings>['passwords'];
  signUp: AccountSettings['signUp'];
}): AccountService['signUp'] {
  const { accounts, trail, passwords, signUp } = parts;
  return async ({ id, email, password, name }) => {
    if (signUp === 'closed') {
      throw new Problem(
        'user_auth_method_unsupported',
        'Sign-up is closed here. Ask the administrator for an account.',
      );
    }
    const account = await accounts.insert({
      id,
      email,
      name,
      passwordHash: await passwords.hashPassword(password),
      isAdministrator: false,
    });
    trail.count('signed up', account.id);
    return toAccount(account);
  };
}
