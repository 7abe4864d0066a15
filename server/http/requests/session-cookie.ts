import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';
import { LRUCache } from 'lru-cache';
import { cookiePrefixes } from '#contract/browser-storage.ts';
import type { Config } from '#server/config.ts';

/** The settings that name the cookie of a session. */
export type CookieNaming = Pick<Config, 'publicUrl'> & { ids: Pick<Config['ids'], 'projectId'> };

/** Returns the name of a session in `X-Fallback-Cookies`, and without the prefix for https in a cookie. */
export function sessionName({ ids }: CookieNaming): string {
  return cookiePrefixes.session + ids.projectId;
}

/**
 * Returns the name of the session's cookie. Browsers accept one that begins with `__Host-` only from this host and over
 * https, so neither a page that came by plain http nor another host of the same domain can plant one.
 */
export function cookieName(naming: CookieNaming): string {
  return (naming.publicUrl.startsWith('https:') ? '__Host-' : '') + sessionName(naming);
}

/** Returns the session secret in a `Cookie` header, for requests that do not go through Hono; null if there is none. */
export function readCookieSecret(header: string | undefined, naming: CookieNaming): string | null {
  const name = cookieName(naming);
  return (header && parse(header, name)[name]) || null;
}

/** True for a request that names a session in one of the three ways of session.ts, valid or not. */
export function claimsSession({ headers }: IncomingMessage, naming: CookieNaming): boolean {
  if (headers['x-appwrite-session'] !== undefined || headers['x-fallback-cookies'] !== undefined) return true;
  return readCookieSecret(headers.cookie, naming) !== null;
}

/** Time for which a session counts as known after it was last found valid. */
const knownMs = 10 * 60 * 1000;
/** A library has a few administrators, each with a few browsers. */
const maxKnown = 1000;

export type KnownSessions = {
  /** Notes that the secret of a session was just found valid. */
  remember(secret: string): void;
  has(secret: string | null): boolean;
};

/**
 * Remembers recently valid sessions, without using the database: enough to process their requests first, and used for
 * nothing else.
 */
export function createKnownSessions(now: () => number = Date.now): KnownSessions {
  const known = new LRUCache<string, number>({ max: maxKnown });
  const name = (secret: string) => createHash('sha256').update(secret).digest('base64');
  return {
    remember(secret) {
      known.set(name(secret), now());
    },
    has(secret) {
      if (secret === null || known.size === 0) return false;
      const moment = known.peek(name(secret));
      return moment !== undefined && now() - moment < knownMs;
    },
  };
}
