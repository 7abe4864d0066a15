import type { SessionRecord } from '#server/database/account-records.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const idleMs = 12 * 60 * minute;
const longMs = 30 * day;
/** However often it is used or lengthened, a session ends this long after its sign-in. */
const maxAgeMs = 7 * day;
const maxLongAgeMs = 90 * day;
/** A session from the future is refused: the clock was ahead when it was made, and its end cannot be trusted. */
const skewMs = 5 * minute;

// Moments are milliseconds since 1970.

/** When a session that is made now ends, unless it is used. */
export function endOfNewSession(now: number): number {
  return now + idleMs;
}

/** When a session that is used now ends. Null while that differs by less than a minute, to spare writes. */
export function endAfterUse(session: SessionRecord, now: number): number | null {
  // Lengthened sessions end when their cookie does.
  if (session.isLong) return null;
  const end = Math.min(now + idleMs, latestEnd(session, false));
  return Date.parse(session.expiresAt) > end - minute ? null : end;
}

/** When a session that is lengthened now ends. */
export function endAfterLengthening(session: SessionRecord, now: number): number {
  return Math.min(now + longMs, latestEnd(session, true));
}

export function hasEnded(session: SessionRecord, now: number): boolean {
  if (Date.parse(session.createdAt) > now + skewMs) return true;
  return Math.min(Date.parse(session.expiresAt), latestEnd(session, session.isLong)) <= now;
}

function latestEnd(session: SessionRecord, isLong: boolean): number {
  return Date.parse(session.createdAt) + (isLong ? maxLongAgeMs : maxAgeMs);
}
