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
