import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createLineLimit } from './line-limit.ts';
import type { Metrics } from './metrics.ts';
import { requestClass } from './request-class.ts';
import { requestIdOf, requestIds } from './request-ids.ts';

/** A request whose answer takes longer to begin is logged as slow. */
const slowMs = 1000;
/** One line for so many pages from the cache. They are most of the requests, and all alike. */
const cachedPagesPerLine = 100;

export type RequestObserver = {
  /** Gives the request an id, then calls `answer`; once it is answered, counts and logs it. */
  observe(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** Marks this answer as a page from the cache. */
  fromCache(response: ServerResponse): void;
};

/**
 * Observes every request: gives it an id (`X-Request-Id` of its answer and of its lines in the log), counts it, and
 * logs it: method, path, status, milliseconds. No query, no address, no account: the log has no personal data.
 */
export function createRequestObserver(parts: {
  log: Logger;
  metrics: Metrics;
  isProxy: (address: string) => boolean;
}): RequestObserver {
  const { log, metrics } = parts;
  const cached = new WeakSet<ServerResponse>();
  const mayWarn = createLineLimit({ max: 30, spanMs: 60_000 });
  let cachedPages = 0;

  function answered(line: RequestLine, response: ServerResponse): void {
    const { kind, ms } = line;
    const isCached = cached.has(response);
    metrics.countRequest({ kind, status: line.status, isCached, seconds: ms / 1000 });
    const { kind: _, startMs, hasBody, ...facts } = line;
    // 503 and 507: the server is busy or the disk is full, which is logged once (server/faults).
    if (line.status >= 500 && line.status !== 503 && line.status !== 507) log.error(facts, 'answered');
    else if (startMs >= slowMs && !hasBody) {
      const heldBack = mayWarn();
      if (heldBack !== null) log.warn({ ...facts, startMs, ...(heldBack > 0 ? { heldBack } : {}) }, 'slow request');
    } else if (kind === 'asset' || kind === 'health') log.debug(facts, 'answered');
    // There are thousands of refusals under load and made-up addresses; admission.ts and pages.ts count them.
    else if (line.status === 503 || (line.status === 404 && kind === 'page')) log.debug(facts, 'answered');
    else if (isCached) {
      cachedPages += 1;
      if (cachedPages % cachedPagesPerLine === 1) log.info({ ...facts, cachedPages }, 'answered from the page cache');
    } else log.info(facts, 'answered');
  }

  return {
    observe(request, response, answer) {
      const began = performance.now();
      const requestId = requestIdOf(request.headers['x-request-id'], parts.isProxy(request.socket.remoteAddress ?? ''));
      response.setHeader('X-Request-Id', requestId);
      const headWritten = noteHead(response);
      metrics.begin();
      response.once('close', () => {
        metrics.end();
        const ended = performance.now();
        const path = pathOf(request.url);
        const method = request.method ?? '';
        const line: RequestLine = {
          requestId,
          method,
          path,
          status: response.statusCode,
          ms: Math.round(ended - began),
          startMs: Math.round((headWritten() ?? ended) - began),
          kind: requestClass(method, path),
          hasBody: 'content-length' in request.headers || 'transfer-encoding' in request.headers,
          ...(response.writableFinished ? {} : { isCutOff: true as const }),
        };
        answered(line, response);
      });
      requestIds.run(requestId, answer);
    },
    fromCache: (response) => void cached.add(response),
  };
}

type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** From the request's head to the answer's end. */
  ms: number;
  /** From the request's head to the answer's beginning. */
  startMs: number;
  kind: ReturnType<typeof requestClass>;
  /** A request with a body is as slow as its client's line. */
  hasBody: boolean;
  /** The connection closed before the whole answer was sent. */
  isCutOff?: true;
};

/** Notes when the answer began, for which Node has no event. */
function noteHead(response: ServerResponse): () => number | null {
  let at: number | null = null;
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...words: Parameters<ServerResponse['writeHead']>) {
    at ??= performance.now();
    return writeHead.apply(this, words);
  } as ServerResponse['writeHead'];
  return () => at;
}

/** Longest path written into the log. */
const maxPathLength = 300;

function pathOf(url = ''): string {
  const end = url.indexOf('?');
  return (end === -1 ? url : url.slice(0, end)).slice(0, maxPathLength);
}
