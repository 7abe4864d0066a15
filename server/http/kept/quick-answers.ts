import type { IncomingMessage, ServerResponse } from 'node:http';
import { contractBase } from '#contract/addresses.ts';
import type { HttpsOnly } from '#server/http/answers/base-headers.ts';
import { sharingHeaders, type OriginRules } from '#server/http/appwrite/cross-origin.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import type { FoundAnswer } from './kept-answer.ts';
import { sendKept } from './send-kept.ts';
import type { SharedAnswers } from './shared-answers.ts';

export type QuickAnswers = {
  /** Sends a cached answer under the id of the request; returns its status, or null if there is none. */
  send(request: IncomingMessage, response: ServerResponse, nameRequest: () => string): number | null;
  /** Sends the answer that is being made for another request; calls `otherwise` if there is none, or if it fails. */
  join(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
};

/**
 * Answers from memory before anything else of the server does: most requests are for the same pages and lists, which
 * then cost little more than Node's own parsing.
 */
export function createQuickAnswers(parts: {
  pages: Pick<Pages, 'peek' | 'join'>;
  shared: Pick<SharedAnswers, 'peek' | 'join'>;
  origins: OriginRules;
  httpsOnly: HttpsOnly;
  /** Whether it is meant for this server; any other request goes the whole way. */
  isKnownHost: (request: IncomingMessage) => boolean;
}): QuickAnswers {
  const { pages, shared, origins, httpsOnly } = parts;
  const isContract = ({ url }: IncomingMessage) => url?.startsWith(`${contractBase}/`) ?? false;

  function send(request: IncomingMessage, response: ServerResponse, found: FoundAnswer, more: readonly string[]) {
    const headers = [...more];
    const strict = httpsOnly(request);
    if (strict !== null) headers.push('strict-transport-security', strict);
    if (!isContract(request)) {
      sendKept(request, response, { ...found, vary: 'accept-encoding', more: headers });
      return;
    }
    const { origin } = request.headers;
    if (origin !== undefined)
      for (const [name, value] of sharingHeaders(origin, origins)) if (name !== 'Vary') headers.push(name, value);
    sendKept(request, response, { ...found, vary: 'Origin, Accept-Encoding', more: headers });
  }

  return {
    send(request, response, nameRequest) {
      const found = isContract(request) ? shared.peek(request) : pages.peek(request);
      if (!found || !parts.isKnownHost(request)) return null;
      send(request, response, found, ['x-request-id', nameRequest()]);
      return response.statusCode;
    },

    join(request, response, otherwise) {
      const making: Promise<FoundAnswer | null> | null = isContract(request)
        ? shared.join(request)
        : pages.join(request);
      if (!making) {
        otherwise();
        return;
      }
      making.then(
        (found) => (found ? send(request, response, found, []) : otherwise()),
        () => otherwise(),
      );
    },
  };
}
