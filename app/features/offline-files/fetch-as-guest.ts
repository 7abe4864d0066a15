/** Outcomes of a request for offline use. */

/** Thrown when there was no response, or the connection was lost before its end. */
export class LineLost extends Error {}

/** The server is overloaded or failed. */
export class ServerBusy extends Error {}

/** The library no longer has the material: 404 or 410 from the library itself. */
export class MaterialGone extends Error {}

/** The response was for a signed-in user, so it may not be public. */
export class NotPublic extends Error {}

/** The file on the server differs from the bytes that were fetched before. */
export class OtherVersion extends Error {}

/** Time without any data after which a server counts as unreachable, in milliseconds. */
const silenceMs = 30_000;

/**
 * Ends a request whose server is silent for too long. Pass the returned `signal` to the request, and call `heard`
 * whenever data arrives.
 */
export function watchSilence(outer: AbortSignal): { signal: AbortSignal; heard: () => void; end: () => void } {
  const stop = new AbortController();
  const abort = () => stop.abort(outer.reason);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  const late = () => stop.abort(new LineLost('no data arrived'));
  let timer = setTimeout(late, silenceMs);
  return {
    signal: stop.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(late, silenceMs);
    },
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}

/** Fetches as a guest, bypassing all caches. Throws LineLost, ServerBusy, MaterialGone or NotPublic. */
export async function fetchAsGuest(address: string, signal: AbortSignal, headers?: HeadersInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { credentials: 'omit', cache: 'no-store', signal, ...(headers && { headers }) });
  } catch (error) {
    signal.throwIfAborted();
    throw new LineLost('there was no response', { cause: error });
  }
  if (response.ok || response.status === 416) {
    if (response.headers.has('x-answered-to')) throw new NotPublic();
    return response;
  }
  await response.body?.cancel();
  throw toFailure(response);
}

function toFailure({ status, headers }: Response): Error {
  const isOurs = headers.get('content-type')?.startsWith('application/json') === true;
  // A proxy in front may respond with 404 while the library is down.
  if ((status === 404 || status === 410) && isOurs) return new MaterialGone();
  if (status === 401 || status === 403) return new NotPublic();
  return new ServerBusy(`response with status ${status}`);
}
