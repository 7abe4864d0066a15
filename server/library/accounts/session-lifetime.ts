import type { SessionRecord } from '#server/engines/database/account-records.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const idleMs = 12 * 60 * minute;
const longMs = 30 * day;
/** A session ends at most this long after its sign-in, even if it is used or extended. */
const maxAgeMs = 7 * day;
const maxLongAgeMs = 90 * day;
/**
 * Maximum time that the end of a session may be too late. A session that ends later is rejected: the clock was ahead
 * when it was created, so its end is not reliable.
 */
const skewMs = 5 * minute;

// Times are milliseconds since 1970.

/** Returns the end of a session that is created now and never used. */
export function endOfNewSession(now: number): number {
  return now + idleMs;
}

/**
 * Returns the end of a session that is used now; null if it differs by less than a minute from the current end, to save
 * writes.
 */
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

export function hasEnded(session: SessionRecord, now: number): boolean {
  if (Date.parse(session.createdAt) > now + skewMs) return true;
  return Math.min(Date.parse(session.expiresAt), latestEnd(session, session.isLong)) <= now;
}

function latestEnd(session: SessionRecord, isLong: boolean): number {
  return Date.parse(session.createdAt) + (isLong ? maxLongAgeMs : maxAgeMs);
}
