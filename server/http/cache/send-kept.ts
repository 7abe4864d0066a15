import type { IncomingMessage, ServerResponse } from 'node:http';
import { contractBase } from '#contract/addresses.ts';
import { tagOf, type ContentCoding } from '#server/http/responses/content-coding.ts';
import { baseHeaders, type HttpsOnly } from '#server/http/responses/base-headers.ts';
import { holdsTag } from '#server/http/responses/freshness.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { sharingHeaders, type OriginRules } from '#server/http/requests/cross-origin.ts';
import { maxTextBytes, type CachedAnswer, type SendFound } from './kept-answer.ts';

/** Names and values alternately, as `writeHead` accepts them. */
type RawHeaders = string[];

/** Headers of every response, with their names as responses write them. */
const base = Object.fromEntries(baseHeaders.map(([name, value]) => [name.toLowerCase(), value]));

type Prepared = { body: Uint8Array | string; etag: string; fresh: RawHeaders; whole: RawHeaders };

/** The headers of each response in each coding, written once. */
const prepared = new WeakMap<CachedAnswer, Partial<Record<ContentCoding | 'identity', Prepared>>>();

function prepare(answer: CachedAnswer, coding: ContentCoding | null, vary: string): Prepared {
  const forms = prepared.get(answer) ?? {};
  prepared.set(answer, forms);
  const known = forms[coding ?? 'identity'];
  if (known) return known;
  const bytes = (coding && answer.body[coding]) ?? answer.body.identity;
  const etag = tagOf(answer.etag, coding);
  const { 'content-type': type, ...others } = answer.headers;
  const shared = {
    ...base,
    ...others,
    'cache-control': cacheControl.sharedAnswer,
    vary,
    ...(answer.status === 200 && { etag }),
  };
  const fresh = Object.entries(shared).flat();
  const whole = [...fresh, 'content-length', String(bytes.length)];
  if (type !== undefined) whole.push('content-type', type);
  if (coding) whole.push('content-encoding', coding);
  const body = coding === null || bytes.length > maxTextBytes ? bytes : Buffer.from(bytes).toString('latin1');
  const made = { body, etag, fresh, whole };
  forms[coding ?? 'identity'] = made;
  return made;
}

/**
 * Sends a cached response straight to the socket, with `more` headers (in one array, as `writeHead` accepts them).
 * Sends 304 to a client that has it already. `vary` is the same in all responses.
 */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  {
    answer,
    coding,
    vary,
    more,
  }: { answer: CachedAnswer; coding: ContentCoding | null; vary: string; more: RawHeaders },
): void {
  const { body, etag, fresh, whole } = prepare(answer, coding, vary);
  if (answer.status === 200 && holdsTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...fresh, ...more]).end();
    return;
  }
  response.writeHead(answer.status, [...whole, ...more]);
  if (request.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
}

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
