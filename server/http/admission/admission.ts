import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { api, contractBase } from '#contract/addresses.ts';
import { busyPage, busyProblem, isFollowed } from '#server/http/refusals/busy-answer.ts';
import { siteOf } from '#server/http/requests/client-address.ts';
import { sharingHeaders, type OriginRules } from '#server/http/requests/cross-origin.ts';
import { problemBody } from '#server/http/responses/errors.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { createWorkQueue, type WorkLimits } from './work-queue.ts';

export type AdmissionLimits = {
  /**
   * Maximum number of requests per address that have no response yet; those whose response is being sent don't count.
   */
  ofAddress: number;
  inAll: number;
};

/** Default limits: a campus behind one address sends 256 requests at once, and all addresses together 2,048. */
export const admissionLimits: AdmissionLimits = { ofAddress: 256, inAll: 2048 };
/** Separate limits for signing in and signing up: more than the hashing queue accepts (accounts/hashing-queue.ts). */
export const signInLimits: AdmissionLimits = { ofAddress: 32, inAll: 256 };

const logEveryMs = 60_000;
const signInPaths: readonly string[] = [`${api.accountSessions()}/email`, api.account()];

/**
 * Decides which requests are worked on, and when. Requests beyond the limits, or that would wait too long in the queue
 * (work-queue.ts), are refused with 503 and `Retry-After`, which costs very little, so that the accepted requests get a
 * timely response. Health checks and administrators never wait. Sign-ins are limited only in number, and counted
 * separately, because hashing has a separate queue.
 */
export function createAdmission(parts: {
  readAddress: (peer: string, forwardedFor: string | undefined) => string;
  isAdministrator: (request: IncomingMessage) => boolean;
  origins: OriginRules;
  warn: (facts: object, message: string) => void;
  limits?: AdmissionLimits;
  signInLimits?: AdmissionLimits;
  workLimits?: WorkLimits;
}): (request: IncomingMessage, response: ServerResponse, work: () => void) => void {
  const { limits = admissionLimits } = parts;
  const queue = createWorkQueue(parts.workLimits);
  const places = createPlaces(limits);
  const signInPlaces = createPlaces(parts.signInLimits ?? signInLimits);
  const log = createCountLog({
    everyMs: logEveryMs,
    write: (facts) => parts.warn(facts, 'requests were refused because too many arrived at once'),
  });

  return (request, response, work) => {
    // The slot would never be released, because the response is closed already.
    if (response.destroyed) return;
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/healthz' || path === '/readyz' || parts.isAdministrator(request)) {
      work();
      return;
    }
    const forwarded = request.headers['x-forwarded-for']?.toString();
    const site = siteOf(parts.readAddress(request.socket.remoteAddress ?? '', forwarded));
    const refuse = () => {
      log(path);
      answerBusy(request, response, path, parts.origins);
    };
    const isSignIn = request.method === 'POST' && signInPaths.includes(path);
    if (!(isSignIn ? signInPlaces : places).take(site, response)) {
      refuse();
      return;
    }
    if (isSignIn) work();
    // The queue starts work in another async context; bound to this one, its log lines have the request's id.
    else queue.enter(site, { begin: AsyncResource.bind(work), refuse, isGone: () => request.socket.destroyed });
  };
}

/** Counts requests by site until their response begins. */
function createPlaces(limits: AdmissionLimits) {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    /** Takes a slot for a request. Returns false if none is free. */
    take(site: string, response: ServerResponse): boolean {
      if (taken >= limits.inAll || (takenBy.get(site) ?? 0) >= limits.ofAddress) return false;
      taken += 1;
      takenBy.set(site, (takenBy.get(site) ?? 0) + 1);
      let isHeld = true;
      const release = () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        const left = (takenBy.get(site) ?? 1) - 1;
        if (left > 0) takenBy.set(site, left);
        else takenBy.delete(site);
      };
      const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
      response.writeHead = (...head: unknown[]) => {
        release();
        return writeHead(...head);
      };
      response.once('close', release);
      return true;
    },
  };
}

/** Made once: refusing must be as cheap as possible. */
const busyJson = makeBusyJson();

function makeBusyJson() {
  const problem = busyProblem();
  const body = JSON.stringify(problemBody(problem));
  const headers = {
    'content-type': 'application/json',
    'cache-control': cacheControl.never,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...problem.headers,
  };
  return { body, headers };
}

function answerBusy(request: IncomingMessage, response: ServerResponse, path: string, origins: OriginRules): void {
  if (!path.startsWith(`${contractBase}/`) || isFollowed(request.method, request.headers.accept)) {
    response.writeHead(busyPage.status, busyPage.headers).end(request.method === 'HEAD' ? undefined : busyPage.body);
    return;
  }
  response.writeHead(503, {
    ...busyJson.headers,
    ...Object.fromEntries(sharingHeaders(request.headers.origin, origins)),
  });
  response.end(request.method === 'HEAD' ? undefined : busyJson.body);
}

/**
 * Logs events of one kind: the first one at once; those of the following `everyMs` together afterwards, with their
 * number and the last of them, so that requests for made-up addresses can't fill the log.
 */
export function createCountLog(options: {
  everyMs: number;
  write: (facts: { count: number; example: string }) => void;
}): (example: string) => void {
  let count = 0;
  let last = '';
  let timer: NodeJS.Timeout | null = null;
  return (example) => {
    if (timer) {
      count += 1;
      last = example;
      return;
    }
    options.write({ count: 1, example });
    timer = setTimeout(() => {
      timer = null;
      if (count > 0) options.write({ count, example: last });
      count = 0;
    }, options.everyMs).unref();
  };
}
