import { PdfProblem, problemOfStatus } from './pdf-problem.ts';

export type RangeFetcherOptions = {
  /** The address that error messages name; `url` itself where none is given. */
  namedUrl?: string;
  /** How often a lost request is retried while the file is being opened. */
  startRetries?: number;
  /** How often a server that is too busy is asked again while the file is being read. */
  readRetries?: number;
  /** The first wait in milliseconds; it doubles up to 15 s. The connection coming back ends a wait at once. */
  firstWaitMs?: number;
  /** Bypasses the browser's cache, which may hold pieces of an earlier version. */
  isRenewed?: boolean;
  /** Called when requests begin to wait for the connection, and when bytes arrive again. */
  onLineChanged?: (isLost: boolean) => void;
};

/** The file is no longer the one that reading began with: pieces of the two must never be joined. */
export class FileChanged extends Error {
  constructor() {
    super('The file was replaced while it was read.');
    this.name = 'FileChanged';
  }
}

/** Statuses of a server that may answer later. */
const temporaryStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxWaitMs = 15_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** `totalBytes` is null where the server does not support ranges. */
type Version = { etag: string | null; totalBytes: number | null };

/** What one attempt brought: all that was wanted, or what arrived before it broke. */
type Attempt = { isDone: true; bytes: Bytes } | { isDone: false; bytes: Bytes; error: unknown };

/**
 * Fetches ranges of one version of a file. A request that breaks is retried from where it broke, for pdf.js never asks
 * again for what failed once: a few times while opening, without end while reading.
 *
 * Versions are told apart by their tags rather than by `If-Range`, which would keep browsers from caching the pieces.
 */
export class RangeFetcher {
  readonly #options: Required<RangeFetcherOptions>;
  readonly #stop = new AbortController();
  readonly #url: string;
  /** Where the ranges are fetched; the first answer may name an address that is bound to its version. */
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

  /** The length of the file; null before the first answer, and from a server that does not support ranges. */
  get totalBytes(): number | null {
    return this.#version?.totalBytes ?? null;
  }

  /**
   * The bytes from `begin` to `end`, or to the end of the file where that comes first; the whole file from a server that
   * does not support ranges. Fails with a PdfProblem that names the status where the server refused, with FileChanged
   * when it has another version by now, with the network's own error when opening failed, or with an AbortError after
   * `abort`.
   */
  async fetch(begin: number, end: number, isOpening: boolean): Promise<Bytes> {
    const { startRetries, readRetries, firstWaitMs, namedUrl } = this.#options;
    let received: Bytes = new Uint8Array(0);
    let losses = 0;
    for (let refusals = 0; ;) {
      try {
        const response = await this.#request(begin + received.length, end);
        if (response.ok) {
          const attempt = await this.#readAnswer(response, received, { begin, end });
          if (attempt.isDone) return attempt.bytes;
          // Progress starts over with short waits.
          if (attempt.bytes.length > received.length) losses = 0;
          received = attempt.bytes;
          throw attempt.error;
        }
        await response.body?.cancel();
        // The file is shorter than it was.
        if (response.status === 416 && this.#version) throw new FileChanged();
        refusals += 1;
        if (!temporaryStatuses.has(response.status) || refusals > (isOpening ? startRetries : readRetries))
          throw problemOfStatus(response.status, namedUrl);
      } catch (error) {
        const isGivenUp = isOpening && losses >= startRetries;
        if (this.#stop.signal.aborted || !isConnectionLoss(error) || isGivenUp) throw error;
        losses += 1;
        // A single lost request may be a hiccup; it is reported when the browser knows better or the next is lost too.
        if (losses > 1 || globalThis.navigator?.onLine === false) this.#reportLine(true);
      }
      const wait = Math.min(firstWaitMs * 2 ** Math.max(0, losses + refusals - 1), maxWaitMs);
      await waitForLine(wait, this.#stop.signal);
    }
  }

  /** Forgets which version was read, to begin with the one that the server has now. */
  restart(): void {
    this.#version = null;
    this.#source = this.#url;
    this.#cache = 'reload';
  }

  /** Ends every request; what was asked for then fails with an AbortError. */
  abort(): void {
    this.#stop.abort();
  }

  async #request(begin: number, end: number): Promise<Response> {
    const response = await fetch(this.#source, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      signal: this.#stop.signal,
      credentials: 'same-origin',
      cache: this.#cache,
    });
    this.#reportLine(false);
    return response;
  }

  /** Reads an answer behind what was `received` before. */
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
      return { isDone: true, bytes: begin === 0 ? bytes : bytes.slice(begin, end) };
    }
    if (error !== null) return { isDone: false, bytes, error };
    if (bytes.length >= Math.min(end, this.totalBytes ?? end) - begin) return { isDone: true, bytes };
    return { isDone: false, bytes, error: new TypeError('the answer ended early') };
  }

  /** Notes which version the first answer belongs to, and checks that the others belong to it too. Throws FileChanged. */
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

/** What was received before and the body behind it, as far as it came; `error` is what broke it, else null. */
async function readBody(response: Response, before: Bytes): Promise<{ bytes: Bytes; error: unknown }> {
  const pieces: Uint8Array[] = [before];
  let broke: unknown = null;
  try {
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) pieces.push(next.value);
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

/** Everything but what the server said and what follows from it. */
function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof PdfProblem) && !(error instanceof FileChanged);
}

function totalOf(response: Response): number | null {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

/** Waits, but no longer than until the browser reports that the connection is back. Fails at once when aborted. */
function waitForLine(milliseconds: number, signal: AbortSignal): Promise<void> {
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
