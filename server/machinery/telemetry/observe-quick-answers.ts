import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { pathOf, requestClass } from './request-class.ts';

/** Number of responses from memory, or of ranges, per log line. Most requests are of these kinds, and all are alike. */
const quickPerLine = 100;

export type QuickObserver = {
  /**
   * Observes a request that may be served from memory. `send` gets the request's id for the response, and returns the
   * status, or null if it did not respond. Returns true if it responded.
   */
  observeQuick(request: IncomingMessage, send: (nameRequest: () => string) => number | null): boolean;
  /**
   * Observes a request for a further range of a file that is being read: `send` settles when the response is closed.
   * Calls `otherwise` if nothing could be sent.
   */
  observeRange(
    request: IncomingMessage,
    send: (nameRequest: () => string) => Promise<number | null> | null,
    otherwise: () => void,
  ): boolean;
};

/** Creates the part of the observer for requests that are served before the rest of the server sees them. */
export function createQuickObserver(parts: {
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
