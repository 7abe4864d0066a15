import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, Database, Records, SessionRecord } from '#server/database/database.ts';
import { checkEmail, checkName, checkPassword } from './check-account.ts';
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
 * What the operator does with administrators from the command line, while the server runs or not: a running server
 * reads accounts and sessions at every request and follows at once. Throws `Problem` for what cannot be an email
 * address or a password, and `Error` with a sentence for the operator otherwise.
 */
export interface Administrators {
  /** Makes an account, or an administrator of one that is there; that one's sessions end. `isNew` tells which. */
  create(input: { email: string; name: string | null; password: string }): Promise<{ email: string; isNew: boolean }>;
  /** Sets the password, lifts a block, ends all sessions and forgets the known browsers. */
  setPassword(email: string, password: string): Promise<void>;
  list(): Promise<ListedAdministrator[]>;
  /** Removes the account; its sessions end. The last administrator goes only by force. */
  remove(email: string, options: { byForce: boolean }): Promise<void>;
  /** Throws when there is an administrator of that email address already. */
  requireNew(email: string): Promise<void>;
  /** Throws unless there is an account of that email address. */
  requireAccount(email: string): Promise<AccountRecord>;
  /** The sessions of one account, or of all administrators, that have not ended. */
  listSessions(email: string | null): Promise<{ email: string; session: SessionRecord }[]>;
  /** Ends all sessions of the account. Answers how many there were. */
  endSessions(email: string): Promise<number>;
}

const commandLine: Doer = { userId: '', name: 'the command line', isAdministrator: true, network: '' };

export function createAdministrators(parts: {
  database: Pick<Database, 'accounts'>;
  trail: Pick<Trail, 'transaction'>;
  now: () => number;
}): Administrators {
  const { database, trail, now } = parts;
  const by = commandLine;

  async function requireAccount({ accounts }: Pick<Records, 'accounts'>, email: string): Promise<AccountRecord> {
    const account = await accounts.findByEmail(email.toLowerCase());
    if (account) return account;
    throw new Error(`There is no account with the email address ${email}. See: npm run admin -- list`);
  }

  /** Nobody who knew the old password, or was signed in with it, stays in. */
  async function shutOut({ accounts }: Records, id: string): Promise<void> {
    await accounts.removeSessions(id);
    await accounts.removeBrowsers(id);
  }

  const isRunning = (session: SessionRecord) => Date.parse(session.expiresAt) > now();

  return {
    async create(input) {
      const email = checkEmail(input.email);
      const name = checkName(input.name ?? '');
      const passwordHash = await hashPassword(checkPassword(input.password));
      return trail.transaction(async (records, note) => {
        const known = await records.accounts.findByEmail(email);
        if (known?.isAdministrator) throw isThere(email);
        const id = known?.id ?? makeIdentifier();
        if (known) {
          const rights = { isAdministrator: true, isBlocked: false };
          await records.accounts.update(id, { ...(name && { name }), passwordHash, ...rights });
          await shutOut(records, id);
        } else {
          const account = { id, email, name: name || 'Administrator', passwordHash, isAdministrator: true };
          await records.accounts.insert(account);
        }
        await note({ action: 'administrator created', subjectId: id, title: email, by });
        return { email, isNew: !known };
      });
    },

    async setPassword(email, password) {
      const passwordHash = await hashPassword(checkPassword(password));
      await trail.transaction(async (records, note) => {
        const { id, email: title } = await requireAccount(records, email);
        await records.accounts.update(id, { passwordHash, isBlocked: false });
        await shutOut(records, id);
        await note({ action: 'password changed', subjectId: id, title, by });
      });
    },

    async list() {
      const administrators = await database.accounts.listAdministrators();
      return Promise.all(
        administrators.map(async ({ id, email, name, createdAt, isBlocked, isFromSettings }) => ({
          email,
          name,
          createdAt,
          isBlocked,
          isFromSettings,
          sessions: (await database.accounts.listSessions(id)).filter(isRunning).length,
          browsers: await database.accounts.countBrowsers(id),
        })),
      );
    },

    async remove(email, { byForce }) {
      await trail.transaction(async (records, note) => {
        const account = await requireAccount(records, email);
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

    async requireNew(email) {
      if ((await database.accounts.findByEmail(checkEmail(email)))?.isAdministrator) throw isThere(email);
    },

    requireAccount: (email) => requireAccount(database, email),

    async listSessions(email) {
      const { accounts } = database;
      const owners = email === null ? await accounts.listAdministrators() : [await requireAccount(database, email)];
      const lists = await Promise.all(
        owners.map(async (owner) =>
          (await accounts.listSessions(owner.id)).map((session) => ({ email: owner.email, session })),
        ),
      );
      return lists.flat().filter(({ session }) => isRunning(session));
    },

    async endSessions(email) {
      return trail.transaction(async (records, note) => {
        const { id, email: title } = await requireAccount(records, email);
        const sessions = (await records.accounts.listSessions(id)).filter(isRunning).length;
        await records.accounts.removeSessions(id);
        await note({ action: 'sessions ended', subjectId: id, title, by });
        return sessions;
      });
    },
  };
}

function isThere(email: string): Error {
  return new Error(`${email} is an administrator already. To set a new password: npm run admin -- password ${email}`);
}
