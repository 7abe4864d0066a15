import { NetworkFailure } from '#app/features/session/library-problem.ts';

/** A request of an upload. */
export type UploadRequest = {
  address: string;
  headers: Record<string, string>;
  /** The data to send; null to request the file instead. */
  form: FormData | null;
  signal: AbortSignal;
  /** Called repeatedly with the number of bytes sent so far. */
  onSent: (bytes: number) => void;
};

export type UploadAnswer = { status: number; body: unknown };

/** Rejects with `NetworkFailure` if there is no response, and with an `AbortError` if the signal is aborted. */
export type UploadTransport = (request: UploadRequest) => Promise<UploadAnswer>;

/** Time without progress or response after which a request counts as failed. */
const stallTimeoutMs = 90_000;

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export const sendByBrowser: UploadTransport = ({ address, headers, form, signal, onSent }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout>;

    function watch(): void {
      clearTimeout(stall);
      stall = setTimeout(() => {
        finish(() => reject(new NetworkFailure('stalled')));
        request.abort();
      }, stallTimeoutMs);
    }
    function finish(settle: () => void): void {
      clearTimeout(stall);
      signal.removeEventListener('abort', handleAbort);
      settle();
    }
    function handleAbort(): void {
      finish(() => reject(new DOMException('The upload was stopped.', 'AbortError')));
      request.abort();
    }

    request.upload.addEventListener('progress', (event) => {
      watch();
      onSent(event.loaded);
    });
    request.addEventListener('load', () => {
      finish(() => resolve({ status: request.status, body: parse(request.responseText) }));
    });
    // Browsers report a lost connection as any of these: Chromium fires `abort` for ERR_ABORTED.
    for (const ending of ['error', 'abort', 'timeout'])
      request.addEventListener(ending, () => finish(() => reject(new NetworkFailure())));
    signal.addEventListener('abort', handleAbort);
    request.open(form === null ? 'GET' : 'POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    watch();
    request.send(form);
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
