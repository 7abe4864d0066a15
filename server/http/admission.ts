import type { IncomingMessage, ServerResponse } from 'node:http';
import { contractBase } from '#contract/addresses.ts';
import { busyPage, busyProblem } from './busy-answer.ts';
import { networkOf } from './client-address.ts';
import { createCountLog } from './count-log.ts';
import { sharingHeaders, type OriginRules } from './cross-origin.ts';
import { problemBody } from './errors.ts';
import type { LoadGauge } from './load-gauge.ts';

export type AdmissionLimits = {
  /** Requests in work, which means not answered yet; an answer that is being sent does not count. */
  ofAddress: number;
  inAll: number;
};

/** A campus behind one address asks for 256 things in the same moment, and all together for 2,048. */
export const admissionLimits: AdmissionLimits = { ofAddress: 256, inAll: 2048 };

const logEveryMs = 60_000;

/**
 * Decides which requests are worked on. Beyond the limits, and while the event loop is behind, they are refused with
 * 503 and `Retry-After`, which costs next to nothing, so that what is accepted is answered in time. Health checks and
 * the administrator are always let in; signing in is refused only by number, since hashing has a queue of its own.
 */
export function createAdmission(parts: {
  gauge: Pick<LoadGauge, 'isOverloaded'>;
  readAddress: (peer: string, forwardedFor: string | undefined) => string;
  isAdministrator: (request: IncomingMessage) => boolean;
  origins: OriginRules;
  warn: (facts: object, message: string) => void;
  limits?: AdmissionLimits;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { gauge, limits = admissionLimits } = parts;
  const inWorkOf = new Map<string, number>();
  let inWork = 0;
  const log = createCountLog({
    everyMs: logEveryMs,
    tell: (facts) => parts.warn(facts, 'requests were refused because too many came at once'),
  });

  function mayEnter(request: IncomingMessage, path: string, network: string): boolean {
    if (parts.isAdministrator(request)) return true;
    if (inWork >= limits.inAll || (inWorkOf.get(network) ?? 0) >= limits.ofAddress) return false;
    return !gauge.isOverloaded(inWork) || path === `${contractBase}/account/sessions/email`;
  }

  function count(network: string, response: ServerResponse): void {
    inWork += 1;
    inWorkOf.set(network, (inWorkOf.get(network) ?? 0) + 1);
    let isCounted = true;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      inWork -= 1;
      const left = (inWorkOf.get(network) ?? 1) - 1;
      if (left > 0) inWorkOf.set(network, left);
      else inWorkOf.delete(network);
    };
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      release();
      return writeHead(...head);
    };
    response.once('close', release);
  }

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/healthz' || path === '/readyz') return true;
    const forwarded = request.headers['x-forwarded-for']?.toString();
    const network = networkOf(parts.readAddress(request.socket.remoteAddress ?? '', forwarded));
    if (mayEnter(request, path, network)) {
      count(network, response);
      return true;
    }
    log(path);
    refuse(request, response, path, parts.origins);
    return false;
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, path: string, origins: OriginRules): void {
  if (!path.startsWith(`${contractBase}/`)) {
    response.writeHead(busyPage.status, busyPage.headers).end(request.method === 'HEAD' ? undefined : busyPage.body);
    return;
  }
  const problem = busyProblem();
  const body = JSON.stringify(problemBody(problem));
  response.writeHead(problem.status, {
    ...Object.fromEntries(sharingHeaders(request.headers.origin, origins)),
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...problem.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
