import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { Problem } from '#contract/problems.ts';
import { holdsTag } from '#server/http/responses/freshness.ts';
import { type ContractEnv, disconnectSignal } from '#server/http/requests/request-context.ts';
import type { SharePictureService } from '#server/library/share-pictures/share-picture-service.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };

/** Serves the pictures of pages for shared links: 404 if there is none, 410 for a withdrawn material, 503 when busy. */
export function answerSharePictures(
  service: Pick<SharePictureService, 'find'>,
  readSite: (c: Context<ContractEnv>) => string,
): (c: Context<ContractEnv>) => Promise<Response> {
  return async (c) => {
    try {
      const found = await service.find(new URL(c.req.url).pathname, readSite(c), disconnectSignal(c));
      if (typeof found === 'string') {
        const isGone = found === 'gone';
        return c.text(isGone ? 'This picture is gone.' : 'There is no such picture.', isGone ? 410 : 404, {
          ...headers,
          'cache-control': cacheControl.never,
        });
      }
      const etag = `"${found.etag}"`;
      const cacheable = { ...headers, etag, 'cache-control': cacheControl.sharePicture };
      if (holdsTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, cacheable);
      const sized = { ...cacheable, 'content-type': 'image/jpeg', 'content-length': String(found.sizeBytes) };
      if (c.req.method === 'HEAD') return c.body(null, 200, sized);
      return c.body(new Uint8Array(await readFile(found.path)), 200, sized);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return c.text(error.message, error.status === 503 ? 503 : 404, {
        ...headers,
        ...error.headers,
        'cache-control': cacheControl.never,
      });
    }
  };
}
