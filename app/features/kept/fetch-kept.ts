/** What came of a request that is made to keep something. */

/** There was no answer, or it broke off: the line was lost. */
export class LineLost extends Error {}

/** The server has no room for it now, or failed. */
export class ServerBusy extends Error {}

/** The library does not have it any more: 404 or 410 from the library itself. */
export class MaterialGone extends Error {}

/** It was answered to somebody who is signed in, so it may not be for everybody. */
export class NotPublic extends Error {}

/** The file has other bytes than those that were fetched before. */
export class OtherVersion extends Error {}

/** A server that sends nothing for so long counts as unreachable. */
const silenceMs = 30_000;

/** Ends a request that is silent for too long. `signal` is the request's; call `heard` with every sign of life. */
export function watchSilence(outer: AbortSignal): { signal: AbortSignal; heard: () => void; end: () => void } {
  const stop = new AbortController();
  const abort = () => stop.abort(outer.reason);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  const late = () => stop.abort(new LineLost('nothing arrived'));
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

/** Fetches as a guest, past all caches. Throws LineLost, ServerBusy, MaterialGone or NotPublic. */
export async function fetchAsGuest(address: string, signal: AbortSignal, headers?: HeadersInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { credentials: 'omit', cache: 'no-store', signal, ...(headers && { headers }) });
  } catch (error) {
    signal.throwIfAborted();
    throw new LineLost('there was no answer', { cause: error });
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
  // A proxy in front may answer 404 while the library is away.
  if ((status === 404 || status === 410) && isOurs) return new MaterialGone();
  if (status === 401 || status === 403) return new NotPublic();
  return new ServerBusy(`answered with status ${status}`);
}
