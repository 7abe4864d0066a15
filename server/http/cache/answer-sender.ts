import type { IncomingMessage } from 'node:http';
import { contractBase } from '#contract/addresses.ts';
import type { HttpsOnly } from '#server/http/responses/base-headers.ts';
import { sharingHeaders, type OriginRules } from '#server/http/requests/cross-origin.ts';
import type { SendFound } from './kept-answer.ts';
import { sendKept } from './send-kept.ts';

/** True if the request is for the contract, whose responses pages of other origins may read. */
export const isContract = ({ url }: IncomingMessage) => url?.startsWith(`${contractBase}/`) ?? false;

/** Returns a function that sends cached responses with the headers that depend on the request. */
export function createAnswerSender({ origins, httpsOnly }: { origins: OriginRules; httpsOnly: HttpsOnly }): SendFound {
  return (request, response, { answer, coding, headers: ofMoment = [] }, more = []) => {
    const headers = [...ofMoment, ...more];
    const strict = httpsOnly(request);
    if (strict !== null) headers.push('strict-transport-security', strict);
    if (!isContract(request)) {
      sendKept(request, response, { answer, coding, vary: 'accept-encoding', more: headers });
      return;
    }
    const { origin } = request.headers;
    if (origin !== undefined)
      for (const [name, value] of sharingHeaders(origin, origins)) if (name !== 'Vary') headers.push(name, value);
    sendKept(request, response, { answer, coding, vary: 'Origin, Accept-Encoding', more: headers });
  };
}
