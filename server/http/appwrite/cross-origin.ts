import type { MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';
import type { ContractContext } from '#server/http/api/request-context.ts';

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

/** Who may call from a page of which origin. */
export type OriginRules = { publicUrl: string; allowedOrigins: readonly string[] };

/**
 * Answers preflights and lets pages of the allowed origins read answers, errors too. Headers are set before the
 * answer is made as well as after, because file bytes may go out on the raw connection.
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

/** The headers that let a page of that origin read the answer, if it is an allowed one; `Vary` in any case. */
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
 * Throws Problem `general_unknown_origin` for a state-changing request from a page of a foreign origin: the defence
 * against requests forged with the visitor's cookie. Browsers send `Origin` with every change; where
 * something on the way has dropped it, their other words count. Programs that are no browser send none of these.
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

/** Where a request without `Origin` comes from, by `Referer` and `Sec-Fetch-Site`; undefined when nothing tells. */
function originByOtherWords(c: ContractContext): string | undefined {
  const site = c.req.header('sec-fetch-site');
  const referer = c.req.header('referer');
  if (referer !== undefined && URL.canParse(referer)) return new URL(referer).origin;
  // `none` is a person's own doing, which is never a change. Which page it was that asks is not told.
  return site === undefined || site === 'same-origin' ? undefined : 'null';
}

/**
 * Whether a page of another site asks that the operator allowed: browsers keep our `SameSite=Lax` cookie back from it.
 * `Sec-Fetch-Site` is the browser's own word, which no script can write.
 */
export function isFromAnotherSite(c: ContractContext, rules: OriginRules): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && isShared(origin, rules) && c.req.header('sec-fetch-site') === 'cross-site';
}

/** Whether a page of that origin may call with the visitor's cookie a server reached under `host`. */
export function isKnownOrigin(origin: string, host: string, rules: OriginRules): boolean {
  return isShared(origin, rules) || isOwnHost(origin, host);
}

function isShared(origin: string, { publicUrl, allowedOrigins }: OriginRules): boolean {
  return origin === publicUrl || allowedOrigins.includes(origin);
}

/** A proxy in front may speak https for us, so the scheme is not compared, only what it makes of the port. */
function isOwnHost(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: originHost, origin: written } = new URL(origin);
  // Anything more than an origin, such as a user's name before the host, was not written by a browser.
  if (written !== origin) return false;
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/** The origins an address of ours may be written with by somebody who reached us the way this request did. */
export function ownOrigins(c: ContractContext, publicUrl: string): string[] {
  const { host } = new URL(c.req.url);
  return [...new Set([publicUrl, `http://${host}`, `https://${host}`])];
}
