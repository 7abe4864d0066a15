import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { revisionMetric } from '#contract/shelf.ts';
import { chooseCoding, tagOf, type ContentCoding } from '#server/http/responses/content-coding.ts';
import { holdsTag } from '#server/http/responses/freshness.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** A response that is the same for every visitor, ready to be sent many times. */
export type CachedAnswer = {
  status: number;
  headers: Record<string, string>;
  /** The body uncompressed, and in the codings that were made. */
  body: { identity: Uint8Array } & Record<ContentCoding, Uint8Array | null>;
  /** Identifies the body, without quotes; the tag of each coding is made from it (content-coding.ts). */
  etag: string;
  /** For a page: the log position of the library before the page was read (`revisionMetric`). */
  revision?: string;
};

/** A cached response, the coding for the client, and further headers: names and values alternately. */
export type FoundAnswer = { answer: CachedAnswer; coding: ContentCoding | null; headers?: readonly string[] };

/** Sends a cached response on the connection of a request, with `more` headers (names and values alternately). */
export type SendFound = (
  request: IncomingMessage,
  response: ServerResponse,
  found: FoundAnswer,
  more?: readonly string[],
) => void;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Up to this size a body is compressed in this thread: a list of 40 papers takes 65 µs, and a transfer to another thread
 * and back 100 more. 64 KB take a third of a millisecond.
 */
const maxCompressedAtOnce = 64 * 1024;

/** Compresses a body that is sent many times. Lists change more often than pages, and are compressed with less effort. */
export async function compress(body: Uint8Array, coding: ContentCoding, quality: 4 | 5): Promise<Uint8Array> {
  const isSmall = body.length <= maxCompressedAtOnce;
  if (coding === 'gzip') {
    // The highest effort saves hardly any bytes in so small a body, and takes four times as long.
    return isSmall ? gzipSync(body, { level: 4 }) : compressGzip(body);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window as large as the body: a larger one costs memory that has to be cleared.
    ...(isSmall && { [constants.BROTLI_PARAM_LGWIN]: 16 }),
  };
  return isSmall ? brotliCompressSync(body, { params }) : compressBrotli(body, { params });
}

/** Prepares a page to be sent many times: compressed once, and identified by its digest. */
export async function makePage(text: string, status: number, headers: Record<string, string>): Promise<CachedAnswer> {
  const identity = Buffer.from(text);
  const [br, gzipped] =
    identity.length < 256
      ? [null, null]
      : await Promise.all([compress(identity, 'br', 5), compress(identity, 'gzip', 5)]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { status, headers, body: { identity, br, gzip: gzipped }, etag };
}

type Answer = { status: number; headers: Record<string, string>; body: Uint8Array | null };

/** Returns the response with a page for a client that has `heldEtags` and accepts the encodings of `accepted`. */
export function answerPage(
  page: CachedAnswer,
  request: { isHead: boolean; heldEtags: string; accepted: string },
): Answer {
  const headers: Record<string, string> = {
    ...page.headers,
    ...(page.revision !== undefined && Object.fromEntries([revisionHeader(page.revision)])),
    'cache-control': cacheControl.sharedAnswer,
    vary: 'accept-encoding',
  };
  const coding = page.body.br && page.body.gzip ? chooseCoding(request.accepted) : null;
  if (page.status === 200) {
    headers['etag'] = tagOf(page.etag, coding);
    if (holdsTag(request.heldEtags, headers['etag'])) return { status: 304, headers, body: null };
  }
  const body = (coding && page.body[coding]) ?? page.body.identity;
  if (coding) headers['content-encoding'] = coding;
  headers['content-length'] = String(body.length);
  return { status: page.status, headers, body: request.isHead ? null : body };
}

/** Returns the memory of a response: redirects have no body, but addresses and headers of thousands of characters. */
export function weigh(key: string, { headers, body }: CachedAnswer): number {
  const words = Object.values(headers).reduce((sum, value) => sum + value.length, 2 * key.length);
  return body.identity.length + weighCoded(body.br) + weighCoded(body.gzip) + words + 512;
}

/**
 * Up to this size a compressed body is also cached as text, one character for each byte: Node sends it in one piece with
 * the headers, which takes a third less time than two pieces (libuv writes up to 16 KB from the stack).
 */
export const maxTextBytes = 14_000;

function weighCoded(bytes: Uint8Array | null): number {
  const length = bytes?.length ?? 0;
  return length > maxTextBytes ? length : 2 * length;
}

/**
 * Returns the header with the log position of the library that a page shows. It is a header and not a part of the page,
 * so that the page has the same bytes and tag as long as its content is the same. It is `Server-Timing` because that is
 * the only header of a page that the scripts in it can read.
 */
export function revisionHeader(revision: string): [name: string, value: string] {
  return ['server-timing', `${revisionMetric};desc="${revision}"`];
}
