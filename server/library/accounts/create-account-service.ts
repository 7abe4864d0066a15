import { Problem } from '#contract/problems.ts';
import type { AccountRecords } from '#server/engines/database/account-records.ts';
import { toAccount, type AccountService, type AccountSettings } from './account-service.ts';
import { checkAdministratorPassword } from './check-account.ts';
import * as slowHashes from './passwords.ts';
import { hashSecret } from './passwords.ts';
import { createSessions, requireSignedIn } from './sessions.ts';
import { createSettingsAdministrator } from './settings-administrator.ts';
import { createSignIn, forgetExpiredBrowsers } from './sign-in.ts';
import { noteVisit, type Trail } from './trail.ts';

/** Lets the owner of an account set its password. */
function createChangePassword(parts: {
  accounts: AccountRecords;
  trail: Pick<Trail, 'transaction' | 'count' | 'currentNetwork'>;
  passwords: Required<AccountSettings>['passwords'];
}): AccountService['changePassword'] {
  const { accounts, trail, passwords } = parts;
  return async (actor, { password, oldPassword }, browser) => {
    const { userId, sessionId } = requireSignedIn(actor);
    const account = await accounts.find(userId);
    if (!account) throw signedOut();
    // Before the old password is compared, so that this refusal is not counted as a guess.
    if (account.isAdministrator) checkAdministratorPassword(password, account.email);
    if (!(await passwords.verifyPassword(account.passwordHash, oldPassword))) {
      trail.count('sign-in failed', userId);
      throw new Problem('user_invalid_credentials', 'Invalid credentials. Please check the old password.');
    }
    const passwordHash = await passwords.hashPassword(password);
    const changed = await trail.transaction(async (records, note) => {
      // Meanwhile the operator may have set another password, which ends the session.
      if (!(await records.accounts.findSession(sessionId))) throw signedOut();
      const updated = await records.accounts.update(userId, { passwordHash });
      await records.accounts.removeSessions(userId, sessionId);
      await records.accounts.removeBrowsers(userId, browser === null ? undefined : hashSecret(browser));
      await noteVisit(trail, note, 'password changed', account);
      return updated;
    });
    if (!changed) throw signedOut();
    return toAccount(changed);
  };
}

function signedOut(): Problem {
  return new Problem('general_unauthorized_scope', 'User (role: guests) missing scope (account)');
}

/** Applies the rules for accounts and sessions to the records. Secrets and passwords are stored only as hashes. */
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
