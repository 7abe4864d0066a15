import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRange } from '#contract/byte-range.ts';
import { Problem } from '#contract/problems.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { isFresh, isRangeWanted, type Validators } from '#server/http/responses/freshness.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';

/** A file to be sent. */
export type SentFile = {
  source: ByteSource;
  sizeBytes: number;
  /** The strong tag without quotes: the SHA-256 of the bytes, or another name that always identifies the same bytes. */
  etag: string;
  /**
   * Time when the bytes were written, in the format of the contract; null if the address has other bytes at other times.
   */
  modifiedAt: string | null;
  /** The `Content-Type`. */
  mediaType: string;
  /** Headers of the route, e.g. `Content-Disposition`, `Content-Security-Policy`, CORS. */
  headers?: Readonly<Record<string, string>>;
  /** The address inside nginx from which it can send these bytes (setting X_ACCEL), or null to send them ourselves. */
  redirectTo?: string | null;
  /** An address at which the store itself sends these bytes with these headers (setting STORAGE_REDIRECT), or null. */
  elsewhere?: (headers: {
    contentType: string;
    contentDisposition: string;
    cacheControl: string;
  }) => Promise<string | null>;
};

/** Names and values alternately, as `writeHead` takes them. */
type RawHeaders = readonly string[];

type Prepared = { validators: Validators; fresh: RawHeaders; whole: RawHeaders };

/** The parts that depend on the file alone, written once for all of its ranges. */
const prepared = new WeakMap<SentFile, Prepared>();

function prepare(file: SentFile): Prepared {
  const known = prepared.get(file);
  if (known) return known;
  const modifiedAt = file.modifiedAt === null ? null : new Date(file.modifiedAt);
  const ownHeaders = Object.entries({
    'Cache-Control': cacheControl.file,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: `"${file.etag}"`,
    ...(modifiedAt && { 'Last-Modified': modifiedAt.toUTCString() }),
  });
  const replaced = new Set(Object.keys(file.headers ?? {}).map((name) => name.toLowerCase()));
  const remaining = ownHeaders.filter(([name]) => !replaced.has(name.toLowerCase()));
  const fresh = [...remaining, ...Object.entries(file.headers ?? {})].flat();
  const made = {
    validators: { etag: file.etag, modifiedAt },
    fresh,
    whole: [...fresh, 'Content-Type', file.mediaType],
  };
  prepared.set(file, made);
  return made;
}

/**
 * Responds to GET or HEAD with a file on the raw Node response: 200, 206 or 304 with ETag, Last-Modified and
 * Accept-Ranges (HEAD without the body), and with `more` headers. Settles when the response is closed; the file is closed
 * when the client disconnects. Throws, with nothing written yet, `storage_invalid_range` (416, with its `Content-Range`)
 * and `storage_file_not_found`.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: SentFile,
  more: RawHeaders = [],
): Promise<void> {
  const { validators, fresh, whole } = prepare(file);
  if (isFresh(request.headers, validators)) return end(response, 304, [...fresh, ...more]);
  if (file.redirectTo && mayRedirect(file.mediaType)) {
    return end(response, 200, [
      ...withoutAcceptRanges(whole),
      ...more,
      'Content-Length',
      '0',
      'X-Accel-Redirect',
      file.redirectTo,
    ]);
  }

  if (mayLeave(request, file)) {
    const address = await findElsewhere(file);
    if (address !== null) return end(response, 307, [...leaving(file), ...more, 'Location', address]);
  }

  const requested = isRangeWanted(request.headers, validators)
    ? parseRange(request.headers.range, file.sizeBytes)
    : 'whole';
  if (requested === 'unsatisfiable') {
    throw new Problem('storage_invalid_range', `The file has ${file.sizeBytes} bytes; the range is outside it.`, {
      headers: { 'Content-Range': `bytes */${file.sizeBytes}` },
    });
  }
  const range = requested === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : requested;
  const length = range.end - range.start + 1;
  const headers = [...whole, ...more, 'Content-Length', String(length)];
  if (requested !== 'whole') headers.push('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  const status = requested === 'whole' ? 200 : 206;

  if (request.method === 'HEAD' || length === 0) return end(response, status, headers);
  const sink = createSink(response, length, () => response.writeHead(status, headers));
  const isThere = await file.source(range, sink.take).catch(sink.breakOff);
  if (!isThere)
    throw new Problem(
      'storage_file_not_found',
      "The bytes of this file are missing or damaged. Please inform the library's administrator.",
    );
  await sink.finish();
}

/**
 * True unless the file is HTML: nginx passes on few of our headers, and without its policy an uploaded page could run
 * scripts in the site's origin.
 */
function mayRedirect(mediaType: string): boolean {
  return !mediaType.startsWith('text/');
}

/**
 * True if the client should get the whole file from the store itself: a browser that opens it in a tab or saves it, and
 * programs. Not scripts and frames of pages: their policy allows our own origin alone, and a reader's ranges would take
 * twice as many requests. Not browsers that do not send the purpose of their request either.
 */
function mayLeave({ method, headers }: IncomingMessage, { mediaType }: SentFile): boolean {
  if (method !== 'GET' || headers.range !== undefined || !mayRedirect(mediaType)) return false;
  const mode = headers['sec-fetch-mode'];
  if (mode === undefined) return !headers['user-agent']?.startsWith('Mozilla/');
  return mode === 'navigate' && ['document', 'empty'].includes(String(headers['sec-fetch-dest']));
}

/**
 * Drops the header that nginx passes on and also adds itself
 * (mailman.nginx.org/pipermail/nginx/2006-September/000143.html).
 */
function withoutAcceptRanges(headers: RawHeaders): RawHeaders {
  const at = headers.indexOf('Accept-Ranges');
  return at < 0 ? headers : headers.toSpliced(at, 2);
}

/**
 * Returns the address of the file in the store. If the store does not respond, the bytes are sent the other way, which
 * reports the error.
 */
async function findElsewhere({ elsewhere, mediaType, headers }: SentFile): Promise<string | null> {
  if (!elsewhere) return null;
  const contentDisposition = headers?.['Content-Disposition'] ?? 'attachment';
  const found = elsewhere({ contentType: mediaType, contentDisposition, cacheControl: cacheControl.file });
  return found.catch(() => null);
}

/** Returns the headers of a redirection, which no cache may store: the address is valid for minutes. */
function leaving({ headers = {} }: SentFile): string[] {
  const ofTheFile = new Set(['content-disposition', 'content-security-policy', 'cache-control']);
  const others = Object.entries(headers).filter(([name]) => !ofTheFile.has(name.toLowerCase()));
  const own = { 'Cache-Control': cacheControl.signedAddress, 'Referrer-Policy': 'no-referrer', 'Content-Length': '0' };
  return [...others, ...Object.entries(own)].flat();
}

async function end(response: ServerResponse, status: number, headers: string[]): Promise<void> {
  if (response.destroyed) return;
  const closed = whenClosed(response);
  response.writeHead(status, headers);
  response.end();
  await closed;
}

/** The client disconnected: there is no response to send. */
const gone = new Error('the connection was closed');

/** Writes pieces as fast as the connection takes them. */
function createSink(response: ServerResponse, length: number, writeHead: () => void) {
  let sent = 0;
  let abandon: (reason: Error) => void = () => undefined;
  const closed = whenClosed(response).then(() => abandon(gone));

  return {
    /** Settles when the operating system has the bytes. */
    take: (piece: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        if (response.destroyed) return void reject(gone);
        abandon = reject;
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        if (sent === 0) writeHead();
        sent += piece.length;
        if (sent === length) response.end(piece, done);
        else response.write(piece, done);
      }),

    /** Destroys the connection after an error in the middle: no client may mistake half a file for a whole one. */
    breakOff(error: unknown): true {
      if (sent === 0 && error !== gone) throw error;
      response.destroy();
      return true;
    },

    async finish(): Promise<void> {
      if (sent < length) response.destroy();
      await closed;
    },
  };
}

/** Settles when the response closes: after its last byte was passed to the system, or when the client disconnected. */
function whenClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });
}

/**
 * Sends on the raw connection and informs Hono. The headers that a middleware has already set for this response (origin
 * sharing) are sent too. `remember` gets the file as it is sent.
 */
export async function sendOnConnection(
  c: ContractContext,
  file: SentFile,
  remember?: (request: IncomingMessage, file: SentFile) => void,
): Promise<Response> {
  const { incoming, outgoing } = c.env ?? {};
  if (!incoming || !outgoing) throw new Error('file bytes are sent on a listening server only');
  const { vary: sharedVary, ...shared } = Object.fromEntries(c.newResponse(null).headers);
  const vary = [sharedVary, file.headers?.['Vary']].filter(Boolean).join(', ');
  const sent = { ...file, headers: { ...shared, ...file.headers, ...(vary === '' ? {} : { Vary: vary }) } };
  remember?.(incoming, sent);
  await sendFile(incoming, outgoing, sent);
  return new Response(null, { status: outgoing.statusCode, headers: { 'x-hono-already-sent': 'true' } });
}
