import { readBody } from './read-body.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type StoreSourceOptions = {
  /** After so long without anything from the store the library is asked instead. */
  silenceMs?: number;
  /** How long the store is left alone after a failure; the time doubles up to a quarter of an hour. */
  firstPauseMs?: number;
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number;
};

/** An address that the library named for the bytes that are being read. */
type Offer = { address: string; etag: string; usableUntil: number };

/** As the library writes it (server/http/files/send-file.ts); a proxy may have joined it with other links. */
const linkForm = /<([^>]*)>; rel="duplicate"; etag="([^"]*)"; until=(\d{1,12})(?=,|$)/;
/** An address is not used for longer, whatever the library says. */
const mostUsableMs = 10 * 60_000;
const mostPauseMs = 15 * 60_000;

/**
 * The store of the library's files, where the bytes of one version of a file are to be had as well if the library says so
 * (`Link: rel="duplicate"`). It is only ever a help: whatever is wrong there, the library is asked at once.
 */
export class StoreSource {
  readonly #silenceMs: number;
  readonly #firstPauseMs: number;
  readonly #now: () => number;
  #offer: Offer | null = null;
  #pauseMs: number;
  #pausedUntil = 0;

  constructor({ silenceMs = 8000, firstPauseMs = 30_000, now = () => performance.now() }: StoreSourceOptions = {}) {
    this.#silenceMs = silenceMs;
    this.#firstPauseMs = firstPauseMs;
    this.#now = now;
    this.#pauseMs = firstPauseMs;
  }

  /**
   * Takes the address that an answer of the library with bytes of this version names, if it does. How long it may be used is
   * what lies between two moments of the library's clock, so that of this device does not matter.
   */
  note(headers: Headers): void {
    const [, address = '', etag = '', until] = linkForm.exec(headers.get('link') ?? '') ?? [];
    const usableMs = Number(until) * 1000 - Date.parse(headers.get('date') ?? '');
    const now = this.#now();
    // A browser's cache may have put an old address beside the moment of a new answer.
    if (!(usableMs > 0) || !/^https?:/.test(address) || !URL.canParse(address) || now < this.#pausedUntil) return;
    this.#offer = { address, etag: `"${etag}"`, usableUntil: now + Math.min(usableMs, mostUsableMs) };
  }

  /** The file is another version from now on. */
  forget(): void {
    this.#offer = null;
  }

  /**
   * The bytes from `begin` to `end`, or as many of the first of them as the store sends; none if it is not to be asked.
   * Rejects only when `signal` is aborted.
   */
  async read(begin: number, end: number, totalBytes: number, signal: AbortSignal): Promise<Bytes> {
    const offer = this.#offer;
    if (!offer || this.#now() >= offer.usableUntil) return new Uint8Array(0);
    const bytes = await this.#fetch(offer, { begin, end, totalBytes }, signal);
    signal.throwIfAborted();
    if (bytes.length === end - begin) this.#pauseMs = this.#firstPauseMs;
    else this.#leaveAlone(offer);
    return bytes;
  }

  async #fetch(
    { address, etag }: Offer,
    { begin, end, totalBytes }: { begin: number; end: number; totalBytes: number },
    outer: AbortSignal,
  ): Promise<Bytes> {
    const watch = watchSilence(this.#silenceMs, outer);
    const none = new Uint8Array(0);
    try {
      const response = await fetch(address, {
        // A single range is a header that needs no permission of its own (Fetch, CORS-safelisted request-header).
        headers: { range: `bytes=${begin}-${end - 1}` },
        mode: 'cors',
        credentials: 'omit',
        // From its cache Chromium adds headers of earlier ranges that this answer lacks; here each must speak for itself.
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: watch.signal,
      });
      const { status, headers } = response;
      const position = `bytes ${begin}-${end - 1}/${totalBytes}`;
      if (status !== 206 || headers.get('etag') !== etag || headers.get('content-range') !== position) return none;
      let left = end - begin;
      const { bytes } = await readBody(response, none, (pieceBytes) => {
        watch.heard();
        left -= pieceBytes;
        if (left < 0) throw new Error('more than was asked for');
      });
      return left < 0 ? none : bytes;
    } catch {
      return none;
    } finally {
      watch.end();
    }
  }

  /** Requests that fail together count once. */
  #leaveAlone(failed: Offer): void {
    if (this.#offer !== failed) return;
    this.#offer = null;
    this.#pausedUntil = this.#now() + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, mostPauseMs);
  }
}

/** A signal that is aborted with `outer`, when `heard` was not called for so long, and at the end. */
function watchSilence(
  silenceMs: number,
  outer: AbortSignal,
): { signal: AbortSignal; heard: () => void; end: () => void } {
  const stop = new AbortController();
  const abort = () => stop.abort();
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  let timer = setTimeout(abort, silenceMs);
  return {
    signal: stop.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
    },
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
      // Nobody reads what is still to come.
      abort();
    },
  };
}
