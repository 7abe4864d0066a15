import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import { parseRange, type ByteRange } from './byte-range.ts';
import type { ByteSource } from './byte-source.ts';
import { isFresh, isRangeWanted } from './freshness.ts';

/** A file as it is to be answered. */
export type SentFile = {
  source: ByteSource;
  sizeBytes: number;
  /** The strong tag without quotes: the SHA-256 of the bytes, or what else names them for good. */
  etag: string;
  /** When the bytes came to be; a contract moment will do. */
  modifiedAt: string;
  /** The `Content-Type`. */
  mediaType: string;
  /** What the route adds, e.g. `Content-Disposition`, `Content-Security-Policy`, CORS. */
  headers?: Readonly<Record<string, string>>;
  /** Address inside nginx that holds these bytes (setting X_ACCEL), or null to send them ourselves. */
  redirectTo?: string | null;
};

/** Up to here a range is read in one go, which is what the reader's 64 KB requests need to be fast. */
const oneGoBytes = 256 * 1024;

/**
 * Answers GET or HEAD with a file on the raw Node response: 200, 206 or 304 with ETag, Last-Modified and Accept-Ranges
 * (contract 5.5; HEAD answers like GET without the body). Settles when the response is closed; a reader who goes away
 * closes the file. Throws, with nothing written yet, `storage_invalid_range` (416, with its `Content-Range`) and
 * `storage_file_not_found`.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: SentFile): Promise<void> {
  const modifiedAt = new Date(file.modifiedAt);
  const validators = { etag: file.etag, modifiedAt };
  const headers: OutgoingHttpHeaders = {
    'Cache-Control': 'private, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: `"${file.etag}"`,
    'Last-Modified': modifiedAt.toUTCString(),
    ...file.headers,
  };
  if (isFresh(request.headers, validators)) return end(response, 304, headers);
  headers['Content-Type'] = file.mediaType;
  if (file.redirectTo && mayRedirect(file.mediaType)) {
    return end(response, 200, { ...headers, 'Content-Length': 0, 'X-Accel-Redirect': file.redirectTo });
  }

  const asked = isRangeWanted(request.headers, validators)
    ? parseRange(request.headers.range, file.sizeBytes)
    : 'whole';
  if (asked === 'unsatisfiable') {
    throw new Problem('storage_invalid_range', `The file has ${file.sizeBytes} bytes; the range lies outside of it.`, {
      headers: { 'Content-Range': `bytes */${file.sizeBytes}` },
    });
  }
  const range = asked === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : asked;
  const length = range.end - range.start + 1;
  headers['Content-Length'] = length;
  if (asked !== 'whole') headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
  const status = asked === 'whole' ? 200 : 206;

  if (request.method === 'HEAD' || length === 0) return end(response, status, headers);
  if (length <= oneGoBytes) return end(response, status, headers, await readAll(file.source, range));
  const stream = (await file.source.read(range)) ?? missing();
  if (response.destroyed) return void stream.destroy();
  response.writeHead(status, headers);
  await pour(stream, response, length);
}

/**
 * HTML goes through us: nginx takes over few of our headers, and without its policy an uploaded page could run scripts
 * in the site's origin.
 */
function mayRedirect(mediaType: string): boolean {
  return !mediaType.startsWith('text/');
}

async function end(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body?: Uint8Array,
): Promise<void> {
  if (response.destroyed) return;
  const closed = whenClosed(response);
  response.writeHead(status, headers);
  response.end(body);
  await closed;
}

async function readAll(source: ByteSource, range: ByteRange): Promise<Uint8Array> {
  const bytes = (await source.readBytes(range)) ?? missing();
  if (bytes.length !== range.end - range.start + 1) throw new Error('a stored file is shorter than its record says');
  return bytes;
}

/** Sends the stream. One that fails or ends too early breaks the connection off, so that nobody keeps half a file. */
async function pour(stream: Readable, response: ServerResponse, length: number): Promise<void> {
  let sent = 0;
  stream.on('data', (bytes: Uint8Array) => {
    sent += bytes.length;
  });
  stream.on('error', () => response.destroy());
  stream.on('end', () => (sent === length ? response.end() : response.destroy()));
  stream.pipe(response, { end: false });
  await whenClosed(response);
  stream.destroy();
}

/** A response closes after its last byte was handed to the system, or when the asker went away. */
function whenClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
  });
}

function missing(): never {
  throw new Problem('storage_file_not_found', 'The bytes of this file could not be found.');
}
