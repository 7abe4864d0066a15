import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { chooseCoding, tagOf, type ContentCoding } from './content-coding.ts';
import { holdsTag } from './freshness.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** JSON and XML of every kind. */
const isPacked = /^(?:application\/(?:[\w.-]+\+)?(?:json|xml)|text\/xml)\b/;
/** Below this, a compressed response saves no packet. */
const minBytes = 1024;
/** Size of the cache of compressed responses; the same lists are requested again and again. */
const maxCachedBytes = 8 * 1024 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Uncompressed = { body: Uint8Array; coding: ContentCoding };

function compress({ body, coding }: Uncompressed): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'gzip') return compressGzip(body);
  return compressBrotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/**
 * Prepares JSON and XML responses for sending: compresses them in a coding that the client accepts and, if they may be
 * cached (`Cache-Control: no-cache`), adds a strong ETag, which gets 304 while nothing has changed. Other responses,
 * and those that already have a tag or a coding, stay unchanged. Not for account responses: secrets must not be
 * compressed together with text that the client chose (docs/decisions/0016).
 */
export function createJsonPacker(): (c: ContractContext, answer: Response) => Promise<Response> {
  /**
   * Compressed responses by tag, which identifies the bytes and the coding. Equal responses at the same time are
   * compressed once.
   */
  const compressed = new LRUCache<string, Uint8Array<ArrayBuffer>, Uncompressed>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_tag, _stale, { context }) => compress(context),
  });

  return async (c, answer) => {
    const { headers, status } = answer;
    if (!isPacked.test(headers.get('content-type') ?? '') || headers.has('etag') || headers.has('content-encoding'))
      return answer;
    const body = new Uint8Array(await answer.arrayBuffer());
    const coding = body.length < minBytes ? null : chooseCoding(c.req.header('accept-encoding'));
    const tag = tagOf(hash('sha256', body, 'base64url').slice(0, 27), coding);
    headers.append('vary', 'Accept-Encoding');
    if (status === 200 && c.req.method !== 'POST' && headers.get('cache-control') === cacheControl.revalidate) {
      headers.set('etag', tag);
      if (holdsTag(c.req.header('if-none-match'), tag)) {
        headers.delete('content-type');
        return new Response(null, { status: 304, headers });
      }
    }
    const sent = coding ? await compressed.forceFetch(tag, { context: { body, coding } }) : body;
    if (coding) headers.set('content-encoding', coding);
    headers.set('content-length', String(sent.length));
    return new Response(sent, { status, headers });
  };
}
