import { PdfProblem, problemOfStatus } from './pdf-problem.ts';
import { CoalescedReads } from './coalesced-reads.ts';

/** Bytes in one request. pdf.js asks in multiples of this, so both sides must use the same number. */
export const chunkBytes = 65_536;

/** What is known of a file once its first bytes are here. */
export type FileStart = { totalBytes: number; bytes: Uint8Array<ArrayBuffer> };

export type RangeLoader = {
  /** The first chunk, or the whole file where it has at most two of them or the server knows no ranges. */
  start(): Promise<FileStart>;
  /** The bytes from `begin` up to, not including, `end`. What is asked for at once and lies side by side comes at once. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** How much was read so far, none of which is fetched again; null once it is kept no longer. */
  bytesKept(): number | null;
  /** Keeps nothing any more, of a file that nobody will read twice. */
  forget(): void;
  /** Ends every request; what was asked for then fails with an AbortError. */
  abort(): void;
};

type LoaderOptions = {
  /** The address that a refusal names; `url` itself where none is given. */
  namedUrl?: string;
  /** How often a request that never came through is tried again while the file is being opened. */
  startRetries?: number;
  /** How often a server that is too busy is asked again while the file is being read. */
  readRetries?: number;
  /** First wait in milliseconds; it doubles up to 15 s. The line coming back ends a wait at once. */
  firstWaitMs?: number;
  /** Passes the browser's cache by, which may hold pieces of an earlier version. */
  isRenewed?: boolean;
  /** Told when requests begin to wait for the line, and when bytes come again. */
  onLineChanged?: (isLost: boolean) => void;
};

/** The file is no longer the one that reading began with: pieces of the two must never be put together. */
export class FileChanged extends Error {
  constructor() {
    super('The file was replaced while it was read.');
    this.name = 'FileChanged';
  }
}

/** Statuses that pass: too busy just now. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxWaitMs = 15_000;
/** More than this is not asked for at once; what a broken line cost is asked for again from where it broke. */
const maxBytesAtOnce = 1024 * 1024;

/** `totalBytes` is null where the server knows no ranges. */
type Version = { etag: string | null; totalBytes: number | null };
type Wanted = {
  begin: number;
  end: number;
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  reject: (error: unknown) => void;
};

/**
 * Fetches a file in ranges. A request that fails on the way is quietly tried again from where it broke, for pdf.js never
 * asks twice for what failed once: a few times while opening, as long as somebody reads after that. Fails with a
 * PdfProblem that names the status where the server refused, with FileChanged when it has another version of the file
 * by now, with the network's own error when opening came to nothing, or with an AbortError after `abort`.
 *
 * Versions are told apart by their tags rather than by `If-Range`, which would keep browsers from caching the pieces.
 */
export function createRangeLoader(url: string, options: LoaderOptions = {}): RangeLoader {
  const {
    namedUrl = url,
    startRetries = 2,
    readRetries = 12,
    firstWaitMs = 500,
    isRenewed = false,
    onLineChanged,
  } = options;
  const stop = new AbortController();
  /** Where the pieces are; the first answer may name an address that keeps to its version. */
  let source = url;
  let cache: RequestCache = isRenewed ? 'reload' : 'default';
  let version: Version | null = null;
  let isLost = false;
  let wanted: Wanted[] = [];
  const once = new CoalescedReads(chunkBytes, want);

  function tellLine(lost: boolean): void {
    if (isLost === lost || stop.signal.aborted) return;
    isLost = lost;
    onLineChanged?.(lost);
  }

  /**
   * The bytes from `begin` to `end`, or to the end of the file where that comes first; all of them from a server that
   * knows no ranges.
   */
  async function fetchRange(begin: number, end: number, isOpening: boolean): Promise<Uint8Array<ArrayBuffer>> {
    let held = new Uint8Array(0);
    let losses = 0;
    for (let refusals = 0; ;) {
      try {
        const response = await fetch(source, {
          headers: { range: `bytes=${begin + held.length}-${end - 1}` },
          signal: stop.signal,
          credentials: 'same-origin',
          cache,
        });
        tellLine(false);
        if (response.ok) {
          await keepVersion(response);
          const isPart = response.status === 206;
          const { bytes, broke } = await readBody(response, isPart ? held : new Uint8Array(0));
          if (isPart) {
            // Whoever makes headway starts over with short waits.
            if (bytes.length > held.length) losses = 0;
            held = bytes;
          }
          if (broke !== null) throw broke;
          if (!isPart) return begin === 0 ? bytes : bytes.slice(begin, end);
          if (held.length >= Math.min(end, version?.totalBytes ?? end) - begin) return held;
          throw new TypeError('the answer ended early');
        } else {
          await response.body?.cancel();
          // The file is shorter than it was.
          if (response.status === 416 && version) throw new FileChanged();
          refusals += 1;
          if (!passing.has(response.status) || refusals > (isOpening ? startRetries : readRetries))
            throw problemOfStatus(response.status, namedUrl);
        }
      } catch (error) {
        if (stop.signal.aborted || !isLossOfLine(error) || (isOpening && losses >= startRetries)) throw error;
        losses += 1;
        // One lost request may be a hiccup; it is worth a word when the browser knows better or the next is lost too.
        if (losses > 1 || globalThis.navigator?.onLine === false) tellLine(true);
      }
      const pause = Math.min(firstWaitMs * 2 ** Math.max(0, losses + refusals - 1), maxWaitMs);
      await waitForLine(pause, stop.signal);
    }
  }

  /** Notes which version the first answer belongs to, and holds the others against it. Throws FileChanged. */
  async function keepVersion(response: Response): Promise<void> {
    const etag = response.headers.get('etag');
    const totalBytes = response.status === 206 ? totalOf(response) : null;
    if (!version) {
      version = { etag, totalBytes };
      const named = response.headers.get('content-location');
      const address = named === null ? null : new URL(named, source);
      if (address?.origin === new URL(source).origin) source = address.href;
    } else if (etag !== version.etag || (totalBytes ?? version.totalBytes) !== version.totalBytes) {
      await response.body?.cancel();
      throw new FileChanged();
    }
  }

  function want(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      wanted.push({ begin, end, resolve, reject });
      if (wanted.length === 1) setTimeout(sendWanted);
    });
  }

  /** Asks for what was wanted since the last turn of the browser, neighbours together. */
  function sendWanted(): void {
    const waiting = wanted.toSorted((one, other) => one.begin - other.begin);
    wanted = [];
    for (let at = 0; at < waiting.length;) {
      const group: Wanted[] = [];
      let [begin, end] = [waiting[at]!.begin, waiting[at]!.begin];
      for (let next = waiting[at]; next?.begin === end; next = waiting[at]) {
        if (group.length > 0 && next.end - begin > maxBytesAtOnce) break;
        group.push(next);
        end = next.end;
        at += 1;
      }
      void fetchGroup(group, begin, end);
    }
  }

  async function fetchGroup(group: readonly Wanted[], begin: number, end: number): Promise<void> {
    try {
      const bytes = await fetchRange(begin, end, false);
      for (const each of group) {
        each.resolve(group.length === 1 ? bytes : bytes.slice(each.begin - begin, each.end - begin));
      }
    } catch (error) {
      for (const each of group) each.reject(error);
    }
  }

  async function start(): Promise<FileStart> {
    const bytes = await fetchRange(0, chunkBytes, true);
    const totalBytes = version?.totalBytes ?? bytes.length;
    // Ranges pay only beyond twice the chunk (specification 7).
    if (totalBytes > 2 * chunkBytes || bytes.length >= totalBytes) return { totalBytes, bytes };
    const whole = new Uint8Array(totalBytes);
    whole.set(bytes);
    whole.set(await fetchRange(bytes.length, totalBytes, true), bytes.length);
    return { totalBytes, bytes: whole };
  }

  return {
    start: () =>
      start().catch((error: unknown) => {
        if (!(error instanceof FileChanged)) throw error;
        // Nothing has been read yet: the new one is as good.
        version = null;
        source = url;
        cache = 'reload';
        return start();
      }),
    read: (begin, end) => once.read(begin, end),
    bytesKept: () => once.bytes,
    forget: () => once.forget(),
    abort: () => stop.abort(),
  };
}

/** What was held before and the body behind it, as far as it came. */
async function readBody(
  response: Response,
  before: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; broke: unknown }> {
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
  return { bytes, broke };
}

/** Everything but what the server said and what follows from it. */
function isLossOfLine(error: unknown): boolean {
  return !(error instanceof PdfProblem) && !(error instanceof FileChanged);
}

function totalOf(response: Response): number | null {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}
/** Waits, but no longer than until the browser says the line is back. Fails at once when aborted. */
function waitForLine(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', settle);
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    globalThis.addEventListener?.('online', settle);
    signal.addEventListener('abort', settle);
    if (signal.aborted) settle();
  });
}
