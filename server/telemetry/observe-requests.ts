import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createLineLimit } from './line-limit.ts';
import type { Metrics } from './metrics.ts';
import { requestClass } from './request-class.ts';
import { requestIdOf, requestIds } from './request-ids.ts';

/** A request whose answer takes longer to begin is logged as slow. */
const slowMs = 1000;
/** One line for so many answers from memory. They are most of the requests, and all alike. */
const cachedPerLine = 100;

export type RequestObserver = {
  /** Gives the request an id, then calls `answer`; once it is answered, counts and logs it. */
  observe(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /**
   * Observes a request that may be answered from memory: `send` gets the id of the request for its answer, and returns
   * the status, or null if it did not answer. Returns whether it did.
   */
  observeQuick(request: IncomingMessage, send: (nameRequest: () => string) => number | null | undefined): boolean;
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
  const mayWarn = createLineLimit({ max: 30, spanMs: 60_000 });
  let cachedAnswers = 0;

  function answered(line: RequestLine): void {
    const { kind, ms } = line;
    metrics.countRequest({ kind, status: line.status, isCached: false, seconds: ms / 1000 });
    const { kind: _, startMs, hasBody, ...facts } = line;
    // 503 and 507: the server is busy or the disk is full, which is logged once (server/faults).
    if (line.status >= 500 && line.status !== 503 && line.status !== 507) log.error(facts, 'answered');
    else if (startMs >= slowMs && !hasBody) {
      const heldBack = mayWarn();
      if (heldBack !== null) log.warn({ ...facts, startMs, ...(heldBack > 0 ? { heldBack } : {}) }, 'slow request');
    } else if (kind === 'asset' || kind === 'health') log.debug(facts, 'answered');
    // There are thousands of refusals under load and made-up addresses; admission.ts and pages.ts count them.
    else if (line.status === 503 || (line.status === 404 && kind === 'page')) log.debug(facts, 'answered');
    else log.info(facts, 'answered');
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
        answered(line);
      });
      requestIds.run(requestId, answer);
    },
    observeQuick(request, send) {
      const began = performance.now();
      let requestId = '';
      const status = send(() => {
        requestId = requestIdOf(request.headers['x-request-id'], parts.isProxy(request.socket.remoteAddress ?? ''));
        return requestId;
      });
      if (typeof status !== 'number') return false;
      const ms = performance.now() - began;
      const method = request.method ?? '';
      const path = pathOf(request.url);
      metrics.countRequest({ kind: requestClass(method, path), status, isCached: true, seconds: ms / 1000 });
      cachedAnswers += 1;
      if (cachedAnswers % cachedPerLine === 1)
        log.info({ requestId, method, path, status, ms: Math.round(ms), cachedAnswers }, 'answered from memory');
      return true;
    },
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
