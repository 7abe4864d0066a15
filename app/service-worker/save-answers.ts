import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Time at which a response was stored, in milliseconds since 1970 by the clock of the device. */
const savedAtHeader = 'x-saved-at';

/** Set by the server on responses to a signed-in user (server/http/contract-routes.ts). */
const privateHeader = 'x-answered-to';

/**
 * Stores complete responses to visitors of up to `maxBytes`, with the time. Does not store responses to a signed-in
 * user, nor responses that the server marks with `no-store`.
 */
export function savePublic(maxBytes: number): WorkboxPlugin {
  return {
    async cacheWillUpdate({ response }) {
      if (!isPublic(response)) return null;
      // Compressed or not, a response with more bytes is too large.
      if (Number(response.headers.get('content-length')) > maxBytes) return null;
      const body = await readUpTo(response.clone(), maxBytes);
      if (!body) return null;
      const headers = new Headers(response.headers);
      headers.set(savedAtHeader, String(Date.now()));
      // The body is stored decoded.
      headers.delete('content-encoding');
      headers.delete('content-length');
      return new Response(body, { status: response.status, headers });
    },
  };
}

/** Returns the body; null as soon as more than `maxBytes` have arrived, without reading the rest. */
async function readUpTo({ body }: Response, maxBytes: number): Promise<Blob | null> {
  if (!body) return new Blob();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    size += value.byteLength;
    if (size > maxBytes) {
      // Settles only when the page has its own copy as well.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    pieces.push(value);
  }
}

function isPublic({ status, headers }: Response): boolean {
  return status === 200 && !headers.has(privateHeader) && !/no-store/i.test(headers.get('cache-control') ?? '');
}

/** Returns the time at which a response was stored; null for one that comes from the server. */
export function savedAtOf({ headers }: Response): number | null {
  const written = headers.get(savedAtHeader);
  return written === null ? null : Number(written);
}

/** True if the server reports that the resource is gone, so that its stored response must be deleted as well. */
export function isGone({ status }: Response): boolean {
  return status === 404 || status === 410;
}
