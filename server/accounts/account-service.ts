import { Problem } from '#contract/problems.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, Database, SessionRecord } from '#server/database/database.ts';
import { readEmail, readName, readPassword, readUserId } from './check-account.ts';
import { hashPassword, hashSecret, makePassword, makeSecret, maxSecretLength, verifyPassword } from './passwords.ts';

/** Accounts and sessions. Throws `Problem`. */
export interface AccountService {
  /** Makes or updates the administrator at start; answers the random password when one was made up (printed once). */
  prepareAdministrator(settings: {
    email: string | null;
    password: string | null;
    name: string;
  }): Promise<{ email: string; password: string } | null>;
  /** Checks e-mail and password; the same refusal and the same time for an unknown e-mail and a wrong password. */
  signIn(
    credentials: { email: unknown; password: unknown },
    from: { ip: string; userAgent: string },
  ): Promise<{ session: SessionRecord; secret: string }>;
  /** Who a session secret speaks for; a visitor when it is unknown or expired. Extends the idle time. */
  identify(secret: string | null): Promise<{ actor: Actor; account: Account | null; session: SessionRecord | null }>;
  getSession(actor: Actor, id: string): Promise<SessionRecord>;
  listSessions(actor: Actor): Promise<SessionRecord[]>;
  /** 30 days from now, cookie persistent (contract 6, updateSession). */
  lengthenSession(actor: Actor, id: string): Promise<SessionRecord>;
  endSession(actor: Actor, id: string): Promise<void>;
  endAllSessions(actor: Actor): Promise<void>;
  /** Open only when the setting SIGN_UP says so; an account made this way is no administrator. */
  signUp(input: { userId: unknown; email: unknown; password: unknown; name: unknown }): Promise<Account>;
  /** Removes sessions that are over and have not been used since the lived time was `untouchedSince`. */
  sweep(now: number, untouchedSince: number): Promise<number>;
}

export type AccountSettings = { database: Pick<Database, 'accounts'>; signUp: 'open' | 'closed'; now?: () => number };

const minute = 60 * 1000;
const idleMs = 12 * 60 * minute;
const longMs = 30 * 24 * 60 * minute;

/** Joins the rules on accounts and sessions to the records. Secrets and passwords are kept as hashes only. */
export function createAccountService({
  database: { accounts },
  signUp,
  now = Date.now,
}: AccountSettings): AccountService {
  // Compared with when nobody has the e-mail, so that this takes as long as a wrong password.
  const decoy = hashPassword(makeSecret());

  async function prepare(email: string, password: string, name: string): Promise<void> {
    const known = await accounts.findByEmail(email);
    if (!known) {
      await accounts.insert({
        id: makeIdentifier(),
        email,
        name,
        passwordHash: await hashPassword(password),
        isAdministrator: true,
      });
      return;
    }
    const isSamePassword = await verifyPassword(known.passwordHash, password);
    if (isSamePassword && known.isAdministrator && !known.isBlocked && known.name === name) return;
    const passwordHash = isSamePassword ? undefined : await hashPassword(password);
    await accounts.update(known.id, { name, passwordHash, isAdministrator: true, isBlocked: false });
    if (!isSamePassword) await accounts.removeSessions(known.id);
  }

  /** The session of that id if it is the actor's own and still runs; `current` is the one the actor came with. */
  async function getOwnSession(actor: Actor, id: string): Promise<SessionRecord> {
    const { userId, sessionId } = requireSignedIn(actor);
    const session = await accounts.findSession(id === 'current' ? sessionId : id);
    if (!session || session.userId !== userId || isOver(session)) {
      throw new Problem('user_session_not_found', 'The current user session could not be found.');
    }
    return session;
  }

  const isOver = (session: SessionRecord) => Date.parse(session.expiresAt) <= now();

  return {
    async prepareAdministrator({ email, password, name }) {
      if (email !== null && password !== null) {
        await prepare(email.toLowerCase(), password, name);
        return null;
      }
      if (await accounts.findAdministrator()) return null;
      const made = { email: 'admin@localhost', password: makePassword() };
      await prepare(made.email, made.password, name);
      return made;
    },

    async signIn(credentials, from) {
      const email = readEmail(credentials.email);
      const password = readPassword(credentials.password);
      const account = await accounts.findByEmail(email);
      const isRight = await verifyPassword(account?.passwordHash ?? (await decoy), password);
      if (!account || !isRight) {
        throw new Problem('user_invalid_credentials', 'Invalid credentials. Please check the email and password.');
      }
      if (account.isBlocked) throw new Problem('user_blocked', 'The current user has been blocked.');
      const secret = makeSecret();
      const session = await accounts.insertSession({
        id: makeIdentifier(),
        userId: account.id,
        secretHash: hashSecret(secret),
        expiresAt: now() + idleMs,
        ip: from.ip,
        userAgent: from.userAgent.slice(0, 512),
      });
      return { session, secret };
    },

    async identify(secret) {
      const nobody = { actor: visitor, account: null, session: null };
      if (!secret || secret.length > maxSecretLength) return nobody;
      const session = await accounts.findSessionBySecret(hashSecret(secret));
      if (!session || isOver(session)) return nobody;
      const account = await accounts.find(session.userId);
      if (!account || account.isBlocked) return nobody;
      const role = account.isAdministrator ? 'administrator' : 'member';
      return {
        actor: { role, userId: account.id, sessionId: session.id },
        account: toAccount(account),
        session: await stayAwake(session),
      };
    },

    getSession: getOwnSession,

    async listSessions(actor) {
      const sessions = await accounts.listSessions(requireSignedIn(actor).userId);
      return sessions.filter((session) => !isOver(session));
    },

    async lengthenSession(actor, id) {
      const session = await getOwnSession(actor, id);
      const longer = await accounts.extendSession(session.id, { expiresAt: now() + longMs, isLong: true });
      return longer ?? session;
    },

    async endSession(actor, id) {
      const session = await getOwnSession(actor, id);
      await accounts.removeSession(session.id);
    },

    async endAllSessions(actor) {
      await accounts.removeSessions(requireSignedIn(actor).userId);
    },

    async signUp(input) {
      if (signUp === 'closed') {
        throw new Problem(
          'user_auth_method_unsupported',
          'Sign-up is closed here. Ask the administrator for an account.',
        );
      }
      const account = await accounts.insert({
        id: readUserId(input.userId),
        email: readEmail(input.email),
        name: readName(input.name),
        passwordHash: await hashPassword(readPassword(input.password)),
        isAdministrator: false,
      });
      return toAccount(account);
    },

    sweep: (moment, untouchedSince) => accounts.removeExpiredSessions(moment, untouchedSince),
  };

  /** Moves the end of a session in use on, at most once a minute, to spare the writes. Long ones end when they said. */
  async function stayAwake(session: SessionRecord): Promise<SessionRecord> {
    if (session.isLong || Date.parse(session.expiresAt) > now() + idleMs - minute) return session;
    return (await accounts.extendSession(session.id, { expiresAt: now() + idleMs })) ?? session;
  }
}

function requireSignedIn(actor: Actor): Exclude<Actor, { role: 'visitor' }> {
  if (actor.role !== 'visitor') return actor;
  throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scopes (["account"])');
}

/** The account without what it is opened with. */
function toAccount(record: AccountRecord): Account {
  const { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt } = record;
  return { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt };
}
