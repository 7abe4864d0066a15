import type { MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';
import type { ContractContext } from './request-context.ts';

const allowedHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Content-Range',
  'Range',
  'If-None-Match',
  'Cache-Control',
  'X-Requested-With',
  ...[
    'Project',
    'Key',
    'JWT',
    'Locale',
    'Mode',
    'Session',
    'Dev-Key',
    'Response-Format',
    'ID',
    'Timestamp',
    'Platform',
  ].map((name) => `X-Appwrite-${name}`),
  ...['Id', 'Email', 'Phone'].map((name) => `X-Appwrite-Impersonate-User-${name}`),
  ...['Name', 'Platform', 'Language', 'Version'].map((name) => `X-SDK-${name}`),
  'X-Fallback-Cookies',
].join(', ');

/** Origins whose pages may call the API. */
export type OriginRules = { publicUrl: string; allowedOrigins: readonly string[] };

/**
 * Responds to preflights, and lets pages of the allowed origins read responses, including errors. Sets headers before
 * the response is made as well as after, because file bytes may be sent on the raw connection.
 */
export function shareWithOrigins(rules: OriginRules): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const headers = sharingHeaders(origin, rules);
    if (c.req.method === 'OPTIONS') {
      if (headers.length > 1) {
        headers.push(['Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE']);
        headers.push(['Access-Control-Allow-Headers', allowedHeaders], ['Access-Control-Max-Age', '86400']);
      }
      return new Response(null, { status: 204, headers: [...headers, ['X-Content-Type-Options', 'nosniff']] });
    }
    for (const [name, value] of headers) c.header(name, value);
    await next();
    const vary = c.res.headers.get('vary');
    for (const [name, value] of headers) c.res.headers.set(name, value);
    if (vary && vary !== 'Origin') c.res.headers.set('Vary', vary.startsWith('Origin') ? vary : `Origin, ${vary}`);
    c.res.headers.set('X-Content-Type-Options', 'nosniff');
  };
}

/** Returns the headers that let a page of that origin read the response, if it is an allowed one; always with `Vary`. */
export function sharingHeaders(origin: string | undefined, rules: OriginRules): [string, string][] {
  if (origin === undefined || !isShared(origin, rules)) return [['Vary', 'Origin']];
  return [
    ['Vary', 'Origin'],
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', 'X-Fallback-Cookies, X-Appwrite-Session'],
  ];
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws Problem `general_unknown_origin` for a state-changing request from a page of a foreign origin, as the defence
 * against cross-site request forgery. Browsers send `Origin` with every change; if a proxy has removed it, uses
 * `Referer` and `Sec-Fetch-Site`. Programs that are not browsers send none of these.
 */
export function requireKnownOrigin(c: ContractContext, rules: OriginRules): void {
  if (safeMethods.has(c.req.method)) return;
  const origin = c.req.header('origin') ?? originByOtherWords(c);
  if (origin === undefined) return;
  if (isKnownOrigin(origin, c.req.header('host') ?? new URL(c.req.url).host, rules)) return;
  throw new Problem(
    'general_unknown_origin',
    'Requests from this origin are not allowed. The operator can allow it with ALLOWED_ORIGINS.',
  );
}

/** Returns the origin of a request without `Origin`, by `Referer` and `Sec-Fetch-Site`; undefined if neither names it. */
function originByOtherWords(c: ContractContext): string | undefined {
  const site = c.req.header('sec-fetch-site');
  const referer = c.req.header('referer');
  if (referer !== undefined && URL.canParse(referer)) return new URL(referer).origin;
  // `none` is a navigation by the person, which is never a change. Otherwise the origin of the page is unknown.
  return site === undefined || site === 'same-origin' ? undefined : 'null';
}

/**
 * True if the request comes from a page of another site that the operator allowed. Browsers don't send our
 * `SameSite=Lax` cookie with such a request. They write `Sec-Fetch-Site` themselves; no script can set it.
 */
export function isFromAnotherSite(c: ContractContext, rules: OriginRules): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && isShared(origin, rules) && c.req.header('sec-fetch-site') === 'cross-site';
}

/** True if a page of that origin may, with the visitor's cookie, call a server reached under `host`. */
export function isKnownOrigin(origin: string, host: string, rules: OriginRules): boolean {
  if (isShared(origin, rules)) return true;
  // A page that came by plain http may have been written by anybody on the network.
  if (rules.publicUrl.startsWith('https:') && !origin.startsWith('https:')) return false;
  return isOwnHost(origin, host);
}

function isShared(origin: string, { publicUrl, allowedOrigins }: OriginRules): boolean {
  return origin === publicUrl || allowedOrigins.includes(origin);
}

/**
 * True if the origin is that of the host. A proxy may handle https for us, so the scheme is not compared, only the port
 * that follows from it.
 */
function isOwnHost(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: originHost, origin: written } = new URL(origin);
  // Anything more than an origin, such as a user name before the host, was not sent by a browser.
  if (written !== origin) return false;
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/** Returns the origins that our addresses may have for a client that used the same host as this request. */
export function ownOrigins(c: ContractContext, publicUrl: string): string[] {
  const { host } = new URL(c.req.url);
  return [...new Set([publicUrl, `http://${host}`, `https://${host}`])];
}
