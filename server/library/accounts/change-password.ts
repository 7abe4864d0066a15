import { Problem } from '#contract/problems.ts';
import type { AccountRecords } from '#server/engines/database/account-records.ts';
import type { AccountService, AccountSettings } from './account-service.ts';
import { checkAdministratorPassword } from './check-account.ts';
import { noteVisit } from './note-visit.ts';
import { hashSecret } from './passwords.ts';
import { requireSignedIn } from './sessions.ts';
import { toAccount } from './account-of-record.ts';
import type { Trail } from './trail.ts';

/** Lets the owner of an account change its password. */
export function createChangePassword(parts: {
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
