import type { IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';
import { cookiePrefixes } from '#contract/browser-storage.ts';

export function cookieName(projectId: string): string {
  return cookiePrefixes.session + projectId;
}

/** The session secret in a `Cookie` header, for requests that do not go through Hono; null when there is none. */
export function readCookieSecret(header: string | undefined, projectId: string): string | null {
  const name = cookieName(projectId);
  return (header && parse(header, name)[name]) || null;
}

/** True for a request that names a session in one of the three ways of session.ts, valid or not. */
export function claimsSession({ headers }: IncomingMessage, projectId: string): boolean {
  if (headers['x-appwrite-session'] !== undefined || headers['x-fallback-cookies'] !== undefined) return true;
  return readCookieSecret(headers.cookie, projectId) !== null;
}
