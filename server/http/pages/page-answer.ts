import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding, tagOf } from '#server/http/answers/content-coding.ts';
import { holdsTag } from '#server/http/answers/freshness.ts';
import type { RenderedPage } from './page-cache.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Prepares a text to be sent many times: compressed once, and named by its digest. */
export async function makePage(text: string, status: number, headers: Record<string, string>): Promise<RenderedPage> {
  const identity = Buffer.from(text);
  const [br, gzipped] =
    identity.length < 256
      ? [null, null]
      : await Promise.all([
          compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
          compressGzip(identity),
        ]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { status, headers, body: { identity, br, gzip: gzipped }, etag };
}

type Answer = { status: number; headers: Record<string, string>; body: Uint8Array | null };

/** What is sent of a page to a client that has `heldEtags` and accepts the encodings of `accepted`. */
export function answerPage(
  page: RenderedPage,
  request: { isHead: boolean; heldEtags: string; accepted: string },
): Answer {
  // Browsers cache it for going back and revalidate it otherwise, so that a deleted page disappears at once.
  const headers: Record<string, string> = { ...page.headers, 'cache-control': 'no-cache', vary: 'accept-encoding' };
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
