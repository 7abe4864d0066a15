import type { IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';
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
 * https, so neither a page loaded by plain http nor another host of the same domain can plant one.
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
