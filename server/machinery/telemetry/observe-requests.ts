import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createLineLimit } from './line-limit.ts';
import type { Metrics } from './metrics.ts';
import { pathOf, requestClass } from './request-class.ts';
import { requestIdOf, requestIds } from './log.ts';

/** Number of responses from memory, or of ranges, per log line. They are most of the requests, and all alike. */
const quickPerLine = 100;

type QuickObserver = {
  /**
   * Observes a request that may be answered from memory: `send` gets the id of the request for its response, and
   * returns the status, or null if it did not answer. Returns true if it did.
   */
  observeQuick(request: IncomingMessage, send: (nameRequest: () => string) => number | null): boolean;
  /**
   * Same for a further range of a file that is being read: `send` settles when the response is closed. If nothing
   * could be sent, `otherwise` is called.
   */
  observeRange(
    request: IncomingMessage,
    send: (nameRequest: () => string) => Promise<number | null> | null,
    otherwise: () => void,
  ): boolean;
};

/** Creates the part of the observer for requests that are answered before the rest of the server sees them. */
function createQuickObserver(parts: {
  log: Logger;
  metrics: Metrics;
  nameRequest: (request: IncomingMessage) => string;
}): QuickObserver {
  const { log, metrics } = parts;
  let cachedAnswers = 0;
  let ranges = 0;

  /** Counts a request, and returns the facts for its log line. */
  function count({ method = '', url }: IncomingMessage, status: number, began: number, isCached: boolean) {
    const ms = performance.now() - began;
    const path = pathOf(url);
    metrics.countRequest({ kind: requestClass(method, path), status, isCached, seconds: ms / 1000 });
    return { method, path, status, ms: Math.round(ms) };
  }

  async function observeSending(request: IncomingMessage, sending: Promise<number | null>, began: number) {
    metrics.begin();
    const status = await sending.finally(() => metrics.end());
    return status === null ? null : count(request, status, began, false);
  }

  return {
    observeQuick(request, send) {
      const began = performance.now();
      let requestId = '';
      const status = send(() => (requestId = parts.nameRequest(request)));
      if (status === null) return false;
      const facts = count(request, status, began, true);
      cachedAnswers += 1;
      if (cachedAnswers % quickPerLine === 1) log.info({ requestId, ...facts, cachedAnswers }, 'answered from memory');
      return true;
    },

    observeRange(request, send, otherwise) {
      const began = performance.now();
      let requestId = '';
      const sending = send(() => (requestId = parts.nameRequest(request)));
      if (!sending) return false;
      void observeSending(request, sending, began).then((facts) => {
        if (!facts) return otherwise();
        ranges += 1;
        if (ranges % quickPerLine === 1) log.info({ requestId, ...facts, ranges }, 'answered a further range');
        return undefined;
      });
      return true;
    },
  };
}

/** A request whose response takes longer to begin is logged as slow. */
const slowMs = 1000;
/**
 * 501 refuses features that this library doesn't offer, such as sign-up where it is closed; 503 and 507 mean that the
 * server is busy or the disk full, which is logged once (server/machinery/faults).
 */
const expectedFailures = new Set([501, 503, 507]);

export type RequestObserver = QuickObserver & {
  /** Gives the request an id, then calls `answer`; once it is answered, counts and logs it. */
  observe(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
};

/**
 * Observes every request: gives it an id (`X-Request-Id` of its response and of its log lines), counts it, and logs
 * it: method, path, status, milliseconds. No query, no address, no account: the log has no personal data.
 */
export function createRequestObserver(parts: {
  log: Logger;
  metrics: Metrics;
  isProxy: (address: string) => boolean;
}): RequestObserver {
  const { log, metrics } = parts;
  const mayWarn = createLineLimit({ max: 30, spanMs: 60_000 });

  /** The sender's address is determined only where it is needed. */
  function nameRequest({ headers, socket }: IncomingMessage): string {
    const sent = headers['x-request-id'];
    return requestIdOf(sent, sent !== undefined && parts.isProxy(socket.remoteAddress ?? ''));
  }

  function answered(line: RequestLine): void {
    const { kind, ms } = line;
    metrics.countRequest({ kind, status: line.status, isCached: false, seconds: ms / 1000 });
    const { kind: _, startMs, hasBody, ...facts } = line;
    if (line.status >= 500 && !expectedFailures.has(line.status)) log.error(facts, 'answered');
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
      const requestId = nameRequest(request);
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
    ...createQuickObserver({ log, metrics, nameRequest }),
  };
}

type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** From the request's head to the end of the response. */
  ms: number;
  /** From the request's head to the beginning of the response. */
  startMs: number;
  kind: ReturnType<typeof requestClass>;
  /** The duration of a request with a body depends on the client's connection. */
  hasBody: boolean;
  /** The connection closed before the whole response was sent. */
  isCutOff?: true;
};

/** Records the beginning of the response, for which Node has no event. */
function noteHead(response: ServerResponse): () => number | null {
  let at: number | null = null;
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...words: Parameters<ServerResponse['writeHead']>) {
    at ??= performance.now();
    return writeHead.apply(this, words);
  } as ServerResponse['writeHead'];
  return () => at;
}
