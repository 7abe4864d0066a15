import { Problem } from '#contract/problems.ts';
import { mayManage, visitor, type Actor } from '#domain/account.ts';
import type { AccountRecords, SessionRecord } from '#server/engines/database/account-records.ts';
import { within } from '#server/machinery/queues/within.ts';
import { toAccount, type AccountService } from './account-service.ts';
import { hashSecret, maxSecretLength } from './passwords.ts';
import { noteVisit, type Trail } from './trail.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const idleMs = 12 * 60 * minute;
const longMs = 30 * day;
/** A session ends at most this long after its sign-in, even if it is used or extended. */
const maxAgeMs = 7 * day;
const maxLongAgeMs = 90 * day;
/** A session further in the future is rejected: the clock was ahead when it was created, so its end is not reliable. */
const skewMs = 5 * minute;

// Times are milliseconds since 1970.

/** Returns the end of a session that is created now, unless it is used. */
export function endOfNewSession(now: number): number {
  return now + idleMs;
}

/** Returns the end of a session that is used now; null while it differs by less than a minute, to save writes. */
export function endAfterUse(session: SessionRecord, now: number): number | null {
  // Extended sessions end when their cookie does.
  if (session.isLong) return null;
  const end = Math.min(now + idleMs, latestEnd(session, false));
  return Date.parse(session.expiresAt) > end - minute ? null : end;
}

/** Returns the end of a session that is extended now. */
export function endAfterLengthening(session: SessionRecord, now: number): number {
  return Math.min(now + longMs, latestEnd(session, true));
}

function hasEnded(session: SessionRecord, now: number): boolean {
  if (Date.parse(session.createdAt) > now + skewMs) return true;
  return Math.min(Date.parse(session.expiresAt), latestEnd(session, session.isLong)) <= now;
}

function latestEnd(session: SessionRecord, isLong: boolean): number {
  return Date.parse(session.createdAt) + (isLong ? maxLongAgeMs : maxAgeMs);
}

type Sessions = 'identify' | 'getSession' | 'listSessions' | 'lengthenSession' | 'endSession' | 'endAllSessions';

/** Longest time that a request waits for its session to be extended. */
const extensionMs = 1000;

/** Operations on sessions between signing in and signing out. */
export function createSessions(parts: {
  accounts: AccountRecords;
  trail: Pick<Trail, 'transaction' | 'count' | 'currentNetwork'>;
  now: () => number;
}): Pick<AccountService, Sessions> {
  const { accounts, trail, now } = parts;

  /**
   * Returns the session with that id if it belongs to the actor and has not ended; `current` is that of the request.
   */
  async function getOwnSession(actor: Actor, id: string): Promise<SessionRecord> {
    const { userId, sessionId } = requireSignedIn(actor);
    const session = await accounts.findSession(id === 'current' ? sessionId : id);
    if (!session || session.userId !== userId || hasEnded(session, now())) {
      throw new Problem('user_session_not_found', 'The current user session could not be found.');
    }
    return session;
  }

  async function extendIdleTime(session: SessionRecord): Promise<SessionRecord> {
    const expiresAt = endAfterUse(session, now());
    if (expiresAt === null) return session;
    // While nothing can be written, the session is not extended and requests are still answered.
    const extending = accounts.extendSession(session.id, { expiresAt }).catch(() => null);
    return (await within(extensionMs, extending, null)) ?? session;
  }

  return {
    async identify(secret) {
      const nobody = { actor: visitor, account: null, session: null };
      if (!secret || secret.length > maxSecretLength) return nobody;
      const session = await accounts.findSessionBySecret(hashSecret(secret));
      if (!session || hasEnded(session, now())) return nobody;
      const account = await accounts.find(session.userId);
      if (!account || account.isBlocked) return nobody;
      const role = account.isAdministrator ? 'administrator' : 'member';
      return {
        actor: { role, userId: account.id, sessionId: session.id },
        account: toAccount(account),
        session: await extendIdleTime(session),
      };
    },

    getSession: getOwnSession,

    async listSessions(actor) {
      const sessions = await accounts.listSessions(requireSignedIn(actor).userId);
      return sessions.filter((session) => !hasEnded(session, now()));
    },

    async lengthenSession(actor, id) {
      const session = await getOwnSession(actor, id);
      const expiresAt = endAfterLengthening(session, now());
      const longer = await accounts.extendSession(session.id, { expiresAt, isLong: true });
      return longer ?? session;
    },

    async endSession(actor, id) {
      const session = await getOwnSession(actor, id);
      await trail.transaction(async (records, note) => {
        await records.accounts.removeSession(session.id);
        await noteVisit(trail, note, 'signed out', accountOf(actor));
      });
    },

    async endAllSessions(actor) {
      const { userId } = requireSignedIn(actor);
      await trail.transaction(async (records, note) => {
        await records.accounts.removeSessions(userId);
        await noteVisit(trail, note, 'signed out everywhere', accountOf(actor));
      });
    },
  };
}

/** Throws Problem `general_unauthorized_scope` for a visitor. */
export function requireSignedIn(actor: Actor): Exclude<Actor, { role: 'visitor' }> {
  if (actor.role !== 'visitor') return actor;
  throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scopes (["account"])');
}

function accountOf(actor: Actor): { id: string; isAdministrator: boolean } {
  return { id: requireSignedIn(actor).userId, isAdministrator: mayManage(actor) };
}
