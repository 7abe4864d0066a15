import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, AccountRecords, SessionRecord } from '#server/engines/database/account-records.ts';
import type { Database, Records } from '#server/engines/database/database.ts';
import { checkAdministratorPassword, checkEmail, checkName } from './check-account.ts';
import { hashPassword } from './passwords.ts';
import type { Doer, Trail } from './trail.ts';

/** An administrator as the command line lists it. */
export type ListedAdministrator = Pick<
  AccountRecord,
  'email' | 'name' | 'createdAt' | 'isBlocked' | 'isFromSettings'
> & {
  sessions: number;
  browsers: number;
};

/**
 * Operations on administrators for the command line, whether or not the server is running: a running server reads
 * accounts and sessions at every request, so changes apply immediately. Throws `Problem` for an invalid email address
 * or password, and for all other failures `Error` with a sentence for the operator.
 */
export interface Administrators {
  /**
   * Creates an administrator, or promotes an existing account, whose sessions then end. `isNew` is true if the account
   * was created.
   */
  create(input: { email: string; name: string | null; password: string }): Promise<{ email: string; isNew: boolean }>;
  /** Sets the password of an account, lifts a block, ends all sessions and forgets the known browsers. */
  setPassword(email: string, password: string): Promise<void>;
  list(): Promise<ListedAdministrator[]>;
  /** Removes the account and ends its sessions. The last administrator is removed only with `byForce`. */
  remove(email: string, options: { byForce: boolean }): Promise<void>;
  /** Throws if an administrator with that email address already exists. */
  requireNew(email: string): Promise<void>;
  /** Throws unless there is an account with that email address. */
  requireAccount(email: string): Promise<AccountRecord>;
  /** Lists the current sessions of one account, or of all administrators. */
  listSessions(email: string | null): Promise<{ email: string; session: SessionRecord }[]>;
  /** Ends all sessions of the account. Returns their number. */
  endSessions(email: string): Promise<number>;
}

const by: Doer = { userId: '', name: 'the command line', isAdministrator: true, network: '' };

type Parts = {
  database: Pick<Database, 'accounts'>;
  trail: Pick<Trail, 'transaction'>;
  now: () => number;
};

export function createAdministrators({ database, trail, now }: Parts): Administrators {
  const { accounts } = database;
  const isRunning = (session: SessionRecord) => Date.parse(session.expiresAt) > now();
  return {
    ...createChanges(trail),
    ...createReads(accounts, isRunning),

    async endSessions(email) {
      return trail.transaction(async (records, note) => {
        const { id, email: title } = await requireAccount(records.accounts, email);
        const sessions = (await records.accounts.listSessions(id)).filter(isRunning).length;
        await records.accounts.removeSessions(id);
        await note({ action: 'sessions ended', subjectId: id, title, by });
        return sessions;
      });
    },
  };
}

function createChanges(trail: Parts['trail']): Pick<Administrators, 'create' | 'setPassword' | 'remove'> {
  return {
    async create(input) {
      const email = checkEmail(input.email);
      const name = checkName(input.name ?? '');
      const passwordHash = await hashPassword(checkAdministratorPassword(input.password, email));
      return trail.transaction(async (records, note) => {
        const known = await records.accounts.findByEmail(email);
        if (known?.isAdministrator) throw isTaken(email);
        const id = known?.id ?? makeIdentifier();
        if (known) {
          const rights = { isAdministrator: true, isBlocked: false };
          await records.accounts.update(id, { ...(name && { name }), passwordHash, ...rights });
          await signOutEverywhere(records, id);
        } else {
          const account = { id, email, name: name || 'Administrator', passwordHash, isAdministrator: true };
          await records.accounts.insert(account);
        }
        await note({ action: 'administrator created', subjectId: id, title: email, by });
        return { email, isNew: !known };
      });
    },

    async setPassword(email, password) {
      const passwordHash = await hashPassword(checkAdministratorPassword(password, checkEmail(email)));
      await trail.transaction(async (records, note) => {
        const { id, email: title } = await requireAccount(records.accounts, email);
        await records.accounts.update(id, { passwordHash, isBlocked: false });
        await signOutEverywhere(records, id);
        await note({ action: 'password changed', subjectId: id, title, by });
      });
    },

    async remove(email, { byForce }) {
      await trail.transaction(async (records, note) => {
        const account = await requireAccount(records.accounts, email);
        const others = (await records.accounts.listAdministrators()).filter(
          ({ id, isBlocked }) => id !== account.id && !isBlocked,
        );
        if (account.isAdministrator && others.length === 0 && !byForce)
          throw new Error(
            `${account.email} is the last administrator. Create another one first, or add --force to remove it anyway.`,
          );
        await records.accounts.remove(account.id);
        const action = account.isAdministrator ? 'administrator removed' : 'account removed';
        await note({ action, subjectId: account.id, title: account.email, by });
      });
    },
  };
}

function createReads(
  accounts: AccountRecords,
  isRunning: (session: SessionRecord) => boolean,
): Pick<Administrators, 'list' | 'listSessions' | 'requireNew' | 'requireAccount'> {
  return {
    async list() {
      const administrators = await accounts.listAdministrators();
      return Promise.all(
        administrators.map(async ({ id, email, name, createdAt, isBlocked, isFromSettings }) => ({
          email,
          name,
          createdAt,
          isBlocked,
          isFromSettings,
          sessions: (await accounts.listSessions(id)).filter(isRunning).length,
          browsers: await accounts.countBrowsers(id),
        })),
      );
    },

    async listSessions(email) {
      const owners = email === null ? await accounts.listAdministrators() : [await requireAccount(accounts, email)];
      const lists = await Promise.all(
        owners.map(async (owner) =>
          (await accounts.listSessions(owner.id)).map((session) => ({ email: owner.email, session })),
        ),
      );
      return lists.flat().filter(({ session }) => isRunning(session));
    },

    async requireNew(email) {
      if ((await accounts.findByEmail(checkEmail(email)))?.isAdministrator) throw isTaken(email);
    },

    requireAccount: (email) => requireAccount(accounts, email),
  };
}

async function requireAccount(accounts: AccountRecords, email: string): Promise<AccountRecord> {
  const account = await accounts.findByEmail(email.toLowerCase());
  if (account) return account;
  throw new Error(`There is no account with the email address ${email}. See: npm run admin -- list`);
}

/** Ends the access of anyone who knew the old password, or was signed in with it. */
async function signOutEverywhere({ accounts }: Records, id: string): Promise<void> {
  await accounts.removeSessions(id);
  await accounts.removeBrowsers(id);
}

function isTaken(email: string): Error {
  return new Error(`${email} is already an administrator. To set a new password: npm run admin -- password ${email}`);
}
