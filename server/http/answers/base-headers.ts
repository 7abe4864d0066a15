import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { createTrust, plainAddress } from '#server/http/connections/client-address.ts';

/** Half a year, the least that lists of browsers ask for; without subdomains, which may belong to others of a campus. */
const httpsOnly = 'max-age=15768000';

/**
 * Makes what sets the headers of every answer, whoever gives it: pages from memory, files, redirects, 304 and errors.
 * Whatever answers may set its own instead. Answers are `nosniff`; pages of other sites may not embed them
 * (`Cross-Origin-Resource-Policy`; the bytes of files are an exception where ALLOWED_ORIGINS is set); and a browser
 * that came by https does not come otherwise any more, where PUBLIC_URL is https. A trusted proxy that says `http` has
 * the last word on that (RFC 6797, section 7.2).
 */
export function createBaseHeaders(
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const isTrusted = createTrust(config.trustedProxies);
  const isPublicHttps = config.publicUrl.startsWith('https:');
  const cameByHttp = ({ headers, socket }: IncomingMessage) =>
    /(?:^|,)\s*http\s*$/i.test(String(headers['x-forwarded-proto'] ?? '')) &&
    isTrusted(plainAddress(socket.remoteAddress ?? ''));

  return (request, response) => {
    for (const [name, value] of baseHeaders) response.setHeader(name, value);
    if (isPublicHttps && !cameByHttp(request)) response.setHeader('Strict-Transport-Security', httpsOnly);
  };
}

/** Also for answers that are written without a response object. */
export const baseHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
] as const;
