import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { contractBase } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import { createTrust, plainAddress } from '#server/http/requests/client-address.ts';
import type { OriginRules } from '#server/http/requests/cross-origin.ts';
import { answerProblem } from '#server/http/responses/errors.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Paths that work under any host name, because a monitor or load balancer may use any address of the server. */
const healthChecks = new Set(['/healthz', '/readyz']);

/** Maximum number of cached `Host` values that have passed, with their ports. */
const maxRemembered = 64;

/** Result of the host check: `unknown` for a name that is not ours, `unreadable` for anything that is not a name. */
export type HostVerdict = 'known' | 'unknown' | 'unreadable';

/**
 * Returns the check of host names. Without it, a page of another site could point its own name at our address (DNS
 * rebinding): the browser would take our responses for that site's own and let it read them. Known names are those of
 * PUBLIC_URL and ALLOWED_ORIGINS, and `localhost`. An IP address can't be pointed elsewhere, so all IP addresses are
 * known: a server in a local network can be reached by its address without any setting. Ports are ignored.
 *
 * The `X-Forwarded-Host` of a trusted proxy must be known as well as `Host`. It never replaces `Host`, because most
 * proxies forward the client's own value.
 */
export function createHostCheck(
  config: OriginRules & { trustedProxies: readonly string[] },
): (request: Pick<IncomingMessage, 'headers' | 'socket' | 'url'>) => HostVerdict {
  const isTrusted = createTrust(config.trustedProxies);
  const names = new Set(['localhost', ...[config.publicUrl, ...config.allowedOrigins].map(nameOf)]);
  const passed = new Set<string>();

  const judge = (host: string): HostVerdict => {
    if (passed.has(host)) return 'known';
    const name = readName(host);
    if (name === null) return 'unreadable';
    if (!names.has(name) && !isAddress(name)) return 'unknown';
    if (passed.size < maxRemembered) passed.add(host);
    return 'known';
  };

  return ({ headers, socket, url = '' }) => {
    // Nearly every request: an address without a host, and a host that has passed.
    if (url.startsWith('/') && headers['x-forwarded-host'] === undefined && passed.has(headers.host ?? ''))
      return 'known';
    const hosts: string[] = [];
    // HTTP/1.0 requests may have no Host; browsers always send it.
    if (headers.host !== undefined) hosts.push(headers.host);
    // A client of a proxy writes the whole address, which takes precedence over the header (RFC 9112, section 3.2.2).
    const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
    if (authority !== undefined) hosts.push(authority);
    const forwarded = headers['x-forwarded-host'];
    if (forwarded !== undefined && isTrusted(plainAddress(socket.remoteAddress ?? '')))
      hosts.push(
        ...String(forwarded)
          .split(',')
          .map((each) => each.trim()),
      );
    const verdicts = hosts.map(judge);
    return verdicts.find((verdict) => verdict !== 'known') ?? 'known';
  };
}

/** Responds with 421 to a request whose host is not known (400 if it is unreadable). Returns true if it responded. */
export function refuseUnknownHost(
  request: IncomingMessage,
  response: ServerResponse,
  check: ReturnType<typeof createHostCheck>,
  publicUrl: string,
): boolean {
  const path = request.url?.split('?', 1)[0] ?? '';
  const verdict = healthChecks.has(path) ? 'known' : check(request);
  if (verdict === 'known') return false;
  const problem =
    verdict === 'unknown'
      ? new Problem('general_unknown_host', `This server does not respond under this name. ${cureOf(publicUrl)}`)
      : new Problem('general_bad_request', 'The address or the Host header cannot be read.');
  // The unread rest of a body is discarded in order (close-in-order.ts).
  if (path.startsWith(`${contractBase}/`)) void writeProblem(response, problem);
  else response.writeHead(problem.status, plainHeaders).end(`${problem.message}\n`);
  return true;
}

/**
 * Returns advice for the operator. If PUBLIC_URL is set, the likely cause is a proxy that replaces the host, as nginx
 * does by default. Otherwise, only the machine's address or name is known.
 */
function cureOf(publicUrl: string): string {
  const name = nameOf(publicUrl);
  if (name === 'localhost' || isAddress(name)) return 'Operators: set PUBLIC_URL to the address people use.';
  return (
    `Operators: PUBLIC_URL is ${publicUrl}. If people use that address, a proxy in between replaces the Host header: let ` +
    'the proxy pass it on (nginx: proxy_set_header Host $host; Apache: ProxyPreserveHost On). Otherwise set PUBLIC_URL ' +
    'to the address people use, or add that address to ALLOWED_ORIGINS.'
  );
}

const plainHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.never };

async function writeProblem(response: ServerResponse, problem: Problem): Promise<void> {
  const answer = answerProblem(problem);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

function nameOf(origin: string): string {
  return readName(new URL(origin).host) ?? '';
}

/** Returns the name of a host as browsers write it, without port and trailing dot; null if it is not a name. */
function readName(host: string): string | null {
  if (!/^[^\s/@?#\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
