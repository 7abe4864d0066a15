import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { createTrust, plainAddress } from '#server/http/requests/client-address.ts';

/**
 * Duration of half a year, the minimum for the browsers' preload lists. Without subdomains, which may belong to other
 * sites of a campus.
 */
const httpsOnly = 'max-age=15768000';

/**
 * Returns a function that sets the headers of every response: pages from memory, files, redirects, 304 and errors. A
 * handler may override them. Responses are `nosniff`; pages of other sites may not embed them
 * (`Cross-Origin-Resource-Policy`; the bytes of files are an exception if ALLOWED_ORIGINS is set); and if PUBLIC_URL is
 * https, browsers that used https once no longer use http (RFC 6797), except after a request that used `http` according
 * to a trusted proxy (section 7.2).
 */
export function createBaseHeaders(
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const findHttpsOnly = createHttpsOnly(config);
  return (request, response) => {
    for (const [name, value] of baseHeaders) response.setHeader(name, value);
    const value = findHttpsOnly(request);
    if (value !== null) response.setHeader('Strict-Transport-Security', value);
  };
}

/** Returns the value of `Strict-Transport-Security` for the response to a request, or null. */
export type HttpsOnly = (request: IncomingMessage) => string | null;

/** Returns a function for the header that not every response has. */
export function createHttpsOnly(config: Pick<Config, 'publicUrl' | 'trustedProxies'>): HttpsOnly {
  if (!config.publicUrl.startsWith('https:')) return () => null;
  const isTrusted = createTrust(config.trustedProxies);
  const cameByHttp = ({ headers, socket }: IncomingMessage) =>
    /(?:^|,)\s*http\s*$/i.test(String(headers['x-forwarded-proto'] ?? '')) &&
    isTrusted(plainAddress(socket.remoteAddress ?? ''));
  return (request) => (cameByHttp(request) ? null : httpsOnly);
}

/** The headers that every response has, for responses written without a response object. */
export const baseHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
] as const;
