import {
  savedIsDamaged,
  PdfProblem,
  problemOfEmptyFile,
  problemOfStatus,
  problemOfTakenAnswer,
} from './pdf-problem.ts';

/**
 * Returns the bytes received before, followed by the part of the body that arrived; `error` is the reason if the body
 * ended early, else null. Calls `onPiece` for each piece of data; if it throws, the transfer stops.
 */
async function readBody(
  response: Response,
  before: Bytes,
  onPiece: (pieceBytes: number) => void = () => {},
): Promise<{ bytes: Bytes; error: unknown }> {
  const pieces: Uint8Array[] = [before];
  let broke: unknown = null;
  try {
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      pieces.push(next.value);
      onPiece(next.value.length);
    }
  } catch (error) {
    broke = error;
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, error: broke };
}

export type RangeFetcherOptions = {
  /** The address in error messages; `url` by default. */
  namedUrl?: string;
  /** Number of retries of a lost request while the file is being opened. */
  startRetries?: number;
  /** Number of retries, while the file is being read, of a request that a busy server refused. */
  readRetries?: number;
  /**
   * The first delay in milliseconds; each further delay doubles, up to 15 s. When the connection is back, the delay
   * ends at once.
   */
  firstWaitMs?: number;
  /** Bypasses the browser's cache, which may have parts of an earlier version. */
  isRenewed?: boolean;
  /** Called when requests begin to wait for the connection, and when bytes arrive again. */
  onLineChanged?: (isLost: boolean) => void;
};

/** The server's file is another version than the one that was opened: parts of both must never be mixed. */
export class FileChanged extends Error {
  constructor() {
    super('The file was replaced while it was read.');
    this.name = 'FileChanged';
  }
}

/** Statuses for which a retry makes sense. */
const temporaryStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxWaitMs = 15_000;

/**
 * Header that names the version being read, for the service worker: it responds with an offline file only if that is
 * the same version (app/service-worker/saved-files.ts).
 */
const versionHeader = 'x-read-version';

type Bytes = Uint8Array<ArrayBuffer>;

/** `totalBytes` is null if the server does not support ranges. */
type Version = { etag: string | null; totalBytes: number | null };

/** The result of one attempt: all bytes, or those that arrived before the attempt failed. */
type Attempt = { isDone: true; bytes: Bytes } | { isDone: false; bytes: Bytes; error: unknown };

/**
 * Loads ranges of one version of a file. A failed request is resumed where it stopped, because pdf.js never repeats
 * one: a few times while opening, without limit while reading.
 *
 * Versions are recognised by their ETag and not with `If-Range`, which would prevent browsers from caching the ranges.
 */
export class RangeFetcher {
  readonly #options: Required<RangeFetcherOptions>;
  readonly #stop = new AbortController();
  readonly #url: string;
  /** The address for ranges; the first response may name a separate one for its version. */
  #source: string;
  #cache: RequestCache;
  #version: Version | null = null;
  #isLost = false;

  constructor(url: string, options: RangeFetcherOptions) {
    const defaults = { namedUrl: url, startRetries: 2, readRetries: 12, firstWaitMs: 500, isRenewed: false };
    this.#options = { ...defaults, onLineChanged: () => {}, ...options };
    this.#url = url;
    this.#source = url;
    this.#cache = this.#options.isRenewed ? 'reload' : 'default';
  }

  /** The length of the file; null before the first response, and from a server that does not support ranges. */
  get totalBytes(): number | null {
    return this.#version?.totalBytes ?? null;
  }

  /**
   * Returns the bytes from `begin` to `end`, or to the end of the file if that comes first. From a server that does not
   * support ranges, returns the whole file. Rejects with a PdfProblem if the server refuses, with FileChanged if the
   * server has another version, with the network error if opening fails, or with an AbortError after `abort`.
   */
  async fetch(begin: number, end: number, isOpening: boolean): Promise<Bytes> {
    const { startRetries, readRetries, firstWaitMs, namedUrl } = this.#options;
    let received: Bytes = new Uint8Array(0);
    let losses = 0;
    for (let refusals = 0; ;) {
      try {
        const response = await this.#request(begin + received.length, end);
        const taken = response.ok ? problemOfTakenAnswer(response, namedUrl) : null;
        if (taken) {
          await response.body?.cancel();
          throw taken;
        }
        if (response.ok) {
          const attempt = await this.#readAnswer(response, received, { begin, end });
          if (attempt.isDone) return attempt.bytes;
          // After progress the delays start again.
          if (attempt.bytes.length > received.length) losses = 0;
          received = attempt.bytes;
          throw attempt.error;
        }
        await response.body?.cancel();
        // The file is shorter than before.
        if (response.status === 416 && this.#version) throw new FileChanged();
        if (response.headers.get('x-kept') === 'damaged') throw savedIsDamaged(response.status);
        refusals += 1;
        if (!temporaryStatuses.has(response.status) || refusals > (isOpening ? startRetries : readRetries))
          throw problemOfStatus(response.status, namedUrl);
      } catch (error) {
        const isLastAttempt = isOpening && losses >= startRetries;
        if (this.#stop.signal.aborted || !isConnectionLoss(error) || isLastAttempt) throw error;
        losses += 1;
        // One lost request is not reported, unless the browser is offline.
        if (losses > 1 || globalThis.navigator?.onLine === false) this.#reportLine(true);
      }
      const wait = Math.min(firstWaitMs * 2 ** Math.max(0, losses + refusals - 1), maxWaitMs);
      await waitForConnection(wait, this.#stop.signal);
    }
  }

  /** Forgets the version, so that the next request starts with the server's current one. */
  restart(): void {
    this.#version = null;
    this.#source = this.#url;
    this.#cache = 'reload';
  }

  /** Aborts every request; pending calls reject with an AbortError. */
  abort(): void {
    this.#stop.abort();
  }

  async #request(begin: number, end: number): Promise<Response> {
    const tag = this.#version?.etag;
    const response = await fetch(this.#source, {
      headers: { range: `bytes=${begin}-${end - 1}`, ...(tag && { [versionHeader]: tag }) },
      signal: this.#stop.signal,
      credentials: 'same-origin',
      cache: this.#cache,
    });
    this.#reportLine(false);
    return response;
  }

  /** Reads a response and appends its bytes to `received`. */
  async #readAnswer(
    response: Response,
    received: Bytes,
    { begin, end }: { begin: number; end: number },
  ): Promise<Attempt> {
    await this.#checkVersion(response);
    const isPart = response.status === 206;
    const { bytes, error } = await readBody(response, isPart ? received : new Uint8Array(0));
    if (!isPart) {
      if (error !== null) return { isDone: false, bytes: received, error };
      if (bytes.length === 0) throw problemOfEmptyFile(response.status, this.#options.namedUrl);
      return { isDone: true, bytes: begin === 0 ? bytes : bytes.slice(begin, end) };
    }
    if (error !== null) return { isDone: false, bytes, error };
    if (bytes.length >= Math.min(end, this.totalBytes ?? end) - begin) return { isDone: true, bytes };
    return { isDone: false, bytes, error: new TypeError('the response ended early') };
  }

  /** Stores the version of the first response. Throws FileChanged if a later response has another version. */
  async #checkVersion(response: Response): Promise<void> {
    const etag = response.headers.get('etag');
    const totalBytes = response.status === 206 ? totalOf(response) : null;
    if (!this.#version) {
      this.#version = { etag, totalBytes };
      const named = response.headers.get('content-location');
      const address = named === null ? null : new URL(named, this.#source);
      if (address?.origin === new URL(this.#source).origin) this.#source = address.href;
    } else if (etag !== this.#version.etag || (totalBytes ?? this.totalBytes) !== this.totalBytes) {
      await response.body?.cancel();
      throw new FileChanged();
    }
  }

  #reportLine(isLost: boolean): void {
    if (this.#isLost === isLost || this.#stop.signal.aborted) return;
    this.#isLost = isLost;
    this.#options.onLineChanged(isLost);
  }
}

/** True for any error other than a refusal or a changed file. */
function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof PdfProblem) && !(error instanceof FileChanged);
}

function totalOf(response: Response): number | null {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

/** Waits, but no longer than until the browser is online again. Rejects at once if aborted. */
function waitForConnection(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', settle);
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    globalThis.addEventListener?.('online', settle);
    signal.addEventListener('abort', settle);
    if (signal.aborted) settle();
  });
}
