import type { IncomingMessage } from 'node:http';
import { readCookieSecret, type CookieNaming } from '#server/http/requests/session-cookie.ts';

/** A longer address is parsed and checked each time. */
const maxLength = 2048;

/**
 * Returns a function that gives the spelling of a guest's read: its address, and whether a header names the project.
 * Two requests with the same spelling get the same response. Null for any other request, above all for one with a
 * session.
 */
export function createSpelling(naming: CookieNaming): (request: IncomingMessage) => string | null {
  return ({ method, url = '', headers }) => {
    if ((method !== 'GET' && method !== 'HEAD') || url.length > maxLength) return null;
    if (
      headers['x-appwrite-key'] ||
      headers['x-appwrite-session'] ||
      headers['x-fallback-cookies'] ||
      headers['x-appwrite-jwt']
    )
      return null;
    if (headers.cookie !== undefined && readCookieSecret(headers.cookie, naming) !== null) return null;
    const named = headers['x-appwrite-project'];
    if (named === undefined) return `-${url}`;
    return named === naming.ids.projectId ? `+${url}` : null;
  };
}
