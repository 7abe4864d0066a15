import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { contractBase } from '#contract/addresses.ts';
import { cookiePrefixes } from '#contract/browser-storage.ts';
import type { SentSecret } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cookieName, sessionName, type CookieNaming } from '#server/http/requests/session-cookie.ts';

/**
 * Returns the session secret of a request: from the cookie, else `X-Appwrite-Session`, else `X-Fallback-Cookies`. Null if
 * there is none; a fallback header that cannot be parsed counts as none.
 */
export function readSecret(c: ContractContext, naming: CookieNaming): SentSecret | null {
  const cookie = getCookie(c, cookieName(naming));
  if (cookie) return { value: cookie, isCookie: true };
  const header =
    c.req.header('x-appwrite-session') || readFallback(c.req.header('x-fallback-cookies'), sessionName(naming));
  return header ? { value: header, isCookie: false } : null;
}

function readFallback(header: string | undefined, name: string): string | null {
  if (!header) return null;
  try {
    const cookies: unknown = JSON.parse(header);
    if (typeof cookies !== 'object' || cookies === null || !Object.hasOwn(cookies, name)) return null;
    const value: unknown = Reflect.get(cookies, name);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The settings that determine a session cookie. */
export type CookieSettings = {
  naming: CookieNaming;
  isSecure: boolean;
  /** True for a page of another site, to which a browser may not send our cookie. */
  withFallback: boolean;
};

/** The header that a client stores and sends back if cookies do not work. Never for our own site: scripts can read it. */
const fallbackHeader = 'X-Fallback-Cookies';

function cookieOptions(settings: CookieSettings): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: settings.isSecure };
}

/** Sets the cookie; it is deleted when the browser closes unless `expiresAt` (a moment of the contract) is given. */
export function sendSessionCookie(
  c: ContractContext,
  settings: CookieSettings,
  secret: string,
  expiresAt?: string,
): void {
  const lasting = expiresAt === undefined ? {} : { expires: new Date(expiresAt) };
  const { naming, withFallback } = settings;
  setCookie(c, cookieName(naming), secret, { ...cookieOptions(settings), ...lasting });
  if (withFallback) c.header(fallbackHeader, JSON.stringify({ [sessionName(naming)]: secret }));
}

/** Deletes the cookie of the session. */
export function clearSessionCookie(c: ContractContext, settings: CookieSettings): void {
  setCookie(c, cookieName(settings.naming), '', { ...cookieOptions(settings), maxAge: 0, expires: new Date(0) });
  if (settings.withFallback) c.header(fallbackHeader, '[]');
}

/**
 * Returns the name of the cookie by which a browser that has signed in before is recognised at the next sign-in. It has a
 * path, so it cannot have the prefix `__Host-`; one that was planted is replaced (accounts/sign-in.ts).
 */
function browserCookieName(projectId: string): string {
  return cookiePrefixes.browser + projectId;
}

const browserSecretForm = /^[\w-]{43}$/;

/** Returns the secret of a browser that has signed in here before, or null. */
export function readBrowserSecret(c: ContractContext, projectId: string): string | null {
  const cookie = getCookie(c, browserCookieName(projectId));
  return cookie !== undefined && browserSecretForm.test(cookie) ? cookie : null;
}

/**
 * Sets the cookie that recognises the browser for a year. It is sent only to the account routes, never from another site.
 */
export function sendBrowserCookie(c: ContractContext, settings: CookieSettings, secret: string): void {
  setCookie(c, browserCookieName(settings.naming.ids.projectId), secret, {
    path: `${contractBase}/account`,
    httpOnly: true,
    sameSite: 'Strict',
    secure: settings.isSecure,
    maxAge: browserSeconds,
  });
}

const browserSeconds = 365 * 24 * 60 * 60;
