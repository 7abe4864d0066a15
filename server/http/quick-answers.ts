import type { IncomingMessage, ServerResponse } from 'node:http';
import type { QuickFiles } from '#server/http/files/quick-files.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { isContract } from '#server/http/cache/send-kept.ts';
import type { FoundAnswer, SendFound } from '#server/http/cache/kept-answer.ts';
import type { SharedAnswers } from '#server/http/cache/shared-answers.ts';

export type QuickAnswers = {
  /** Sends the cached response to a request, under the request's id. Returns its status, or null if there is none. */
  send(request: IncomingMessage, response: ServerResponse, nameRequest: () => string): number | null;
  /** Sends a further range of a file that is being read (quick-files.ts). */
  sendFile: QuickFiles['send'];
  /** Sends the response that is being made for another request. Calls `otherwise` if there is none, or if it fails. */
  join(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
};

/**
 * Responds from memory before any other part of the server runs. Most requests are for the same pages and lists, which
 * then cost little more than Node's own parsing.
 */
export function createQuickAnswers(parts: {
  pages: Pick<Pages, 'peek' | 'join'>;
  shared: Pick<SharedAnswers, 'peek' | 'join'>;
  files: Pick<QuickFiles, 'send'>;
  send: SendFound;
  /**
   * True if the request is meant for this server and gets the same links as most others; any other request is processed
   * in full.
   */
  mayShare: (request: IncomingMessage) => boolean;
}): QuickAnswers {
  const { pages, shared, send } = parts;

  return {
    send(request, response, nameRequest) {
      const found = isContract(request) ? shared.peek(request) : pages.peek(request);
      if (!found || !parts.mayShare(request)) return null;
      send(request, response, found, ['x-request-id', nameRequest()]);
      return response.statusCode;
    },

    sendFile: parts.files.send,

    join(request, response, otherwise) {
      const making: Promise<FoundAnswer | null> | null = isContract(request)
        ? shared.join(request)
        : pages.join(request);
      if (!making || !parts.mayShare(request)) {
        otherwise();
        return;
      }
      making.then(
        (found) => (found ? send(request, response, found) : otherwise()),
        () => otherwise(),
      );
    },
  };
}
