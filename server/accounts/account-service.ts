import { Problem } from '#contract/problems.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, Database, Records, SessionRecord } from '#server/database/database.ts';
import { within } from '#server/within.ts';
import * as slowHashes from './passwords.ts';
import { decoyHash, hashSecret, makePassword, makeSecret, maxSecretLength } from './passwords.ts';
import type { Doer, Note, Trail, TrailAction } from './trail.ts';

/** A session, as services give it. */
export type AccountSession = SessionRecord;

/** Accounts and sessions. What it takes has been checked: e-mail addresses are in lower case. Throws `Problem`. */
export interface AccountService {
  /** Makes or updates the administrator at start; answers the random password when one was made up (printed once). */
  prepareAdministrator(settings: {
    email: string | null;
    password: string | null;
    name: string;
  }): Promise<{ email: string; password: string } | null>;
  /**
   * Administrators that an earlier ADMIN_EMAIL, or the first start, made and that still have their rights. None while
   * the setting is missing: then theirs is the account in use.
   */
  listEarlierAdministrators(adminEmail: string | null): Promise<Account[]>;
  /** Checks e-mail and password; the same refusal and the same time for an unknown e-mail and a wrong password. */
  signIn(
    credentials: { email: string; password: string },
    from: { ip: string; userAgent: string; browser?: string | null },
  ): Promise<{
    session: SessionRecord;
    secret: string;
    /** By which the browser is known again (sign-in-guard.ts); the one it came with, where that may stay. */
    browser: string;
  }>;
  /** Who a session secret speaks for; a visitor when it is unknown or expired. Extends the idle time. */
  identify(secret: string | null): Promise<{ actor: Actor; account: Account | null; session: SessionRecord | null }>;
  getSession(actor: Actor, id: string): Promise<SessionRecord>;
  listSessions(actor: Actor): Promise<SessionRecord[]>;
  /** 30 days from now, cookie persistent; at most 90 days from its sign-in. */
  lengthenSession(actor: Actor, id: string): Promise<SessionRecord>;
  endSession(actor: Actor, id: string): Promise<void>;
  endAllSessions(actor: Actor): Promise<void>;
  /** Open only when the setting SIGN_UP says so; an account made this way is no administrator. */
  signUp(account: { id: string; email: string; password: string; name: string }): Promise<Account>;
  /** Removes sessions that are over and unused since that lived time, and browsers whose cookie is over. Answers how many sessions went. */
  sweep(now: number, untouchedSince: number): Promise<number>;
}

export type AccountSettings = {
  database: Pick<Database, 'accounts'>;
  trail: Pick<Trail, 'transaction' | 'count' | 'currentNetwork'>;
  signUp: 'open' | 'closed';
  now?: () => number;
  /** The slow hashes, which tests count. */
  passwords?: Pick<typeof slowHashes, 'hashPassword' | 'verifyPassword' | 'verifyOfKnownBrowser'>;
};

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const idleMs = 12 * 60 * minute;
const longMs = 30 * day;
/** However often it is used or kept longer, a session ends so long after its sign-in. */
const endMs = 7 * day;
const longEndMs = 90 * day;
/** A session from the future is refused: the clock was ahead when it was made, and its end cannot be trusted. */
const skewMs = 5 * minute;
/** More than all devices of one person; those unused longest end first. */
const maxSessions = 50;
const maxBrowsers = 20;
/** A little longer than the browser keeps its cookie. */
const browserMs = 400 * day;
/** How long a request waits for its session to be extended. */
const extensionMs = 1000;

/** Joins the rules on accounts and sessions to the records. Secrets and passwords are kept as hashes only. */
export function createAccountService({
  database,
  signUp,
  now = Date.now,
  trail,
  passwords = slowHashes,
}: AccountSettings): AccountService {
  const { accounts } = database;

  async function prepare(email: string, password: string, name: string): Promise<void> {
    const known = await accounts.findByEmail(email);
    const by: Doer = { userId: '', name: 'the settings', isAdministrator: true, network: '' };
    if (!known) {
      const passwordHash = await passwords.hashPassword(password);
      await trail.transaction(async (records, note) => {
        const id = makeIdentifier();
        const rights = { isAdministrator: true, isFromSettings: true };
        await records.accounts.insert({ id, email, name, passwordHash, ...rights });
        await note({ action: 'administrator created', subjectId: id, title: email, by });
      });
      return;
    }
    const isSamePassword = await passwords.verifyPassword(known.passwordHash, password);
    const isSame = known.isAdministrator && known.isFromSettings && !known.isBlocked && known.name === name;
    if (isSamePassword && isSame) return;
    const passwordHash = isSamePassword ? undefined : await passwords.hashPassword(password);
    const rights = { isAdministrator: true, isBlocked: false, isFromSettings: true };
    await trail.transaction(async (records, note) => {
      await records.accounts.update(known.id, { name, passwordHash, ...rights });
      const subject = { subjectId: known.id, title: email, by };
      if (!known.isAdministrator) await note({ action: 'administrator created', ...subject });
      if (isSamePassword) return;
      await records.accounts.removeSessions(known.id);
      await records.accounts.removeBrowsers(known.id);
      await note({ action: 'password changed', ...subject });
    });
  }

  /** Administrators' comings and goings are noted one by one; those of other accounts, who may be anybody, counted. */
  async function noteVisit(
    action: TrailAction,
    account: { id: string; isAdministrator: boolean },
    note: Note,
  ): Promise<void> {
    const network = trail.currentNetwork();
    const by = { userId: account.id, isAdministrator: true, network };
    if (account.isAdministrator) await note({ action, by });
    else trail.count(action, account.id);
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

  /** When a session ends whatever happens, in milliseconds since 1970. */
  const endOf = (session: SessionRecord, isLong = session.isLong) =>
    Date.parse(session.createdAt) + (isLong ? longEndMs : endMs);

  function isOver(session: SessionRecord): boolean {
    const moment = now();
    if (Date.parse(session.createdAt) > moment + skewMs) return true;
    return Math.min(Date.parse(session.expiresAt), endOf(session)) <= moment;
  }

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

    async listEarlierAdministrators(adminEmail) {
      if (adminEmail === null) return [];
      const others = (await accounts.listAdministrators()).filter(({ email }) => email !== adminEmail.toLowerCase());
      return others.filter(({ isFromSettings, isBlocked }) => isFromSettings && !isBlocked).map(toAccount);
    },

    async signIn({ email, password }, from) {
      const account = await accounts.findByEmail(email);
      const isRight = (await isKnownAdministrator(account, from.browser ?? null))
        ? await passwords.verifyOfKnownBrowser(account?.passwordHash ?? decoyHash, password)
        : await passwords.verifyPassword(account?.passwordHash ?? decoyHash, password);
      if (!account || !isRight) {
        trail.count('sign-in failed', account?.id ?? '');
        throw new Problem('user_invalid_credentials', 'Invalid credentials. Please check the email and password.');
      }
      if (account.isBlocked) throw new Problem('user_blocked', 'The current user has been blocked.');
      // Always a new secret, so that nobody can prepare a session for somebody else to sign in to.
      const secret = makeSecret();
      const { session, browser } = await trail.transaction(async (records, note) => {
        const made = await records.accounts.insertSession({
          id: makeIdentifier(),
          userId: account.id,
          secretHash: hashSecret(secret),
          expiresAt: now() + idleMs,
          ip: from.ip,
          userAgent: from.userAgent.slice(0, 512),
        });
        await records.accounts.keepLatestSessions(account.id, maxSessions);
        await noteVisit('signed in', account, note);
        return { session: made, browser: await knowBrowser(records, account.id, from.browser ?? null) };
      });
      return { session, secret, browser };
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
      const expiresAt = Math.min(now() + longMs, endOf(session, true));
      const longer = await accounts.extendSession(session.id, { expiresAt, isLong: true });
      return longer ?? session;
    },

    async endSession(actor, id) {
      const session = await getOwnSession(actor, id);
      await trail.transaction(async (records, note) => {
        await records.accounts.removeSession(session.id);
        await noteVisit('signed out', toVisitor(actor), note);
      });
    },

    async endAllSessions(actor) {
      const { userId } = requireSignedIn(actor);
      await trail.transaction(async (records, note) => {
        await records.accounts.removeSessions(userId);
        await noteVisit('signed out everywhere', toVisitor(actor), note);
      });
    },

    async signUp({ id, email, password, name }) {
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
    },

    async sweep(moment, untouchedSince) {
      await accounts.removeBrowsersSeenBefore(moment - browserMs);
      return accounts.removeExpiredSessions(moment, untouchedSince);
    },
  };

  /** Whether an administrator signs in with a browser that has done so before. */
  async function isKnownAdministrator(account: AccountRecord | null, browser: string | null): Promise<boolean> {
    if (browser === null) return false;
    const userIds = await accounts.listAccountsOfBrowser(hashSecret(browser));
    return account !== null && account.isAdministrator && userIds.includes(account.id);
  }

  /**
   * Has the browser known again. A secret stays only if this account knows it: one that another account brought along
   * may have been planted, so it gets a new one, under which the other accounts of this browser know it too.
   */
  async function knowBrowser(records: Records, userId: string, sent: string | null): Promise<string> {
    const sentHash = sent === null ? null : hashSecret(sent);
    const userIds = sentHash === null ? [] : await records.accounts.listAccountsOfBrowser(sentHash);
    const secret = sent !== null && userIds.includes(userId) ? sent : makeSecret();
    const secretHash = hashSecret(secret);
    if (sentHash !== null && sentHash !== secretHash && userIds.length > 0)
      await records.accounts.renameBrowser(sentHash, secretHash);
    await records.accounts.keepBrowser(userId, secretHash, maxBrowsers);
    return secret;
  }

  /** Moves the end of a session in use on, at most once a minute, to spare the writes. Long ones end when they said. */
  async function stayAwake(session: SessionRecord): Promise<SessionRecord> {
    const expiresAt = Math.min(now() + idleMs, endOf(session));
    if (session.isLong || Date.parse(session.expiresAt) > expiresAt - minute) return session;
    // While nothing can be written, the session stays as it is and reading goes on.
    const extending = accounts.extendSession(session.id, { expiresAt }).catch(() => null);
    return (await within(extensionMs, extending, null)) ?? session;
  }
}

function requireSignedIn(actor: Actor): Exclude<Actor, { role: 'visitor' }> {
  if (actor.role !== 'visitor') return actor;
  throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scopes (["account"])');
}

function toVisitor(actor: Actor): { id: string; isAdministrator: boolean } {
  return { id: requireSignedIn(actor).userId, isAdministrator: actor.role === 'administrator' };
}

/** The account without what it is opened with. */
function toAccount(record: AccountRecord): Account {
  const { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt } = record;
  return { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt };
}
