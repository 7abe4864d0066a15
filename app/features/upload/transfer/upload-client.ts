import { LibraryError } from '#app/features/session/library-error.ts';
import { isNetworkFailure, problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { ProblemBody } from '#contract/problems.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import * as words from '#messages/upload/transfer.ts';
import { sendByBrowser, type UploadTransport } from './upload-transport.ts';

/**
 * Splits a file for sending: a file of up to one chunk is one request; a larger one is sent in chunks of exactly that
 * size.
 */

/** One request: the bytes from `start` up to but not including `end`. */
type Chunk = { index: number; start: number; end: number };

/** Returns all chunks of a file of `size` bytes, in order. An empty file is one empty request. */
export function planChunks(size: number): Chunk[] {
  const count = Math.max(1, Math.ceil(size / chunkBytes));
  return Array.from({ length: count }, (_, index) => ({
    index,
    start: index * chunkBytes,
    end: Math.min((index + 1) * chunkBytes, size),
  }));
}

/**
 * Returns the chunks to send if the server has the first `chunksUploaded` chunks. The server may also have later
 * chunks; sending these few again does no harm.
 */
export function missingChunks(chunks: readonly Chunk[], chunksUploaded: number): Chunk[] {
  return chunks.slice(Math.max(0, chunksUploaded));
}

/** Returns the `content-range` of a chunk, last byte inclusive; null for a file sent in one request. */
export function contentRange(chunk: Chunk, size: number): string | null {
  return size > chunkBytes ? `bytes ${chunk.start}-${chunk.end - 1}/${size}` : null;
}

/** The progress of an upload, in bytes of the file. */
export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadOptions = {
  ids: ContractIds;
  /** Id of the file, made once for each chosen file, so that a retry resumes. */
  fileId: string;
  file: File;
  /** The accounts that may read the file; by default everybody. */
  permissions?: readonly string[];
  /** True if a file with this id was sent before: then the upload first requests the server's state. */
  isResumed: boolean;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Makes every request; see `createSignedInCaller`. */
  callSignedIn: SignedInCaller;
  transport?: UploadTransport;
  /** Waits before a retry; replaced in tests. Milliseconds. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** Three use the bandwidth well, and leave connections of the browser for the rest of the panel. */
const parallelChunks = 3;

/**
 * Delays between the attempts for one chunk: from half a second for a short interruption to some 15 seconds for a
 * tunnel.
 */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000];

/** Maximum number of times that the upload requests the missing chunks from the server. */
const maxRounds = 3;

/**
 * Sends a file: the first chunk alone, which creates the file, then up to three at once; resumes after the last chunk
 * before the first gap; retries a chunk that the network lost, a limited number of times. Resolves with the complete
 * file. Rejects with `LibraryError`, `NetworkFailure`, `SignInDeclined`, or an `AbortError` when `signal` is aborted;
 * the server retains received chunks for a day.
 */
export async function uploadFile(options: UploadOptions): Promise<FileAnswer> {
  // Aborts the other chunks when one of them fails.
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  try {
    return await sendInRounds({ ...options, signal });
  } catch (error) {
    if (options.signal.aborted) throw new DOMException('The upload was stopped.', 'AbortError');
    throw error;
  } finally {
    stop.abort();
  }
}

async function sendInRounds(options: UploadOptions): Promise<FileAnswer> {
  let held = options.isResumed ? await findHeldFile(options) : null;
  for (let round = 0; round < maxRounds; round += 1) {
    if (held && isFinished(held)) return held;
    try {
      const answer = await sendMissing(options, held);
      if (isFinished(answer)) return answer;
    } catch (error) {
      const type = problemOf(error)?.type;
      // `already exists`: an earlier request had arrived completely, only its response was lost. `not found`: the server has
      // deleted the unfinished upload, so it starts again.
      if (type !== 'storage_file_already_exists' && type !== 'storage_file_not_found') throw error;
    }
    held = await findHeldFile(options);
  }
  if (held && isFinished(held)) return held;
  throw new LibraryError(409, {
    type: 'storage_file_already_exists',
    message: words.notConfirmed,
  });
}

/** Sends the missing chunks and returns the most complete of the responses. */
async function sendMissing(options: UploadOptions, held: FileAnswer | null): Promise<FileAnswer> {
  const { file } = options;
  const chunks = planChunks(file.size);
  const missing = missingChunks(chunks, held?.chunksUploaded ?? 0);
  const sentOfChunk = new Map(
    chunks.slice(0, chunks.length - missing.length).map((chunk) => [chunk.index, chunk.end - chunk.start]),
  );
  let best = held;

  async function send(chunk: Chunk): Promise<void> {
    const answer = await sendChunk(options, chunk, (bytes) => {
      sentOfChunk.set(chunk.index, Math.min(bytes, chunk.end - chunk.start));
      let sentBytes = 0;
      for (const each of sentOfChunk.values()) sentBytes += each;
      options.onProgress({ sentBytes, totalBytes: file.size });
    });
    if (best === null || answer.chunksUploaded >= best.chunksUploaded) best = answer;
  }

  // The server creates the file with the first chunk; if others came before it, each would start a new file.
  if (missing[0]?.index === 0) await send(missing[0]);
  const queue = missing.filter((chunk) => chunk.index > 0);
  async function work(): Promise<void> {
    for (let chunk = queue.shift(); chunk; chunk = queue.shift()) await send(chunk);
  }
  await Promise.all(Array.from({ length: Math.min(parallelChunks, queue.length) }, work));
  if (best === null) throw new Error('an upload without chunks');
  return best;
}

async function sendChunk(options: UploadOptions, chunk: Chunk, onSent: (bytes: number) => void): Promise<FileAnswer> {
  const { ids, fileId, file, permissions = [], signal } = options;
  const range = contentRange(chunk, file.size);
  const headers: Record<string, string> = { 'X-Appwrite-Project': ids.projectId };
  if (range) headers['content-range'] = range;
  if (chunk.index > 0) headers['x-appwrite-id'] = fileId;
  const answer = await requestWithRetries(options, () => {
    const form = new FormData();
    form.set('fileId', fileId);
    for (const permission of permissions) form.append('permissions[]', permission);
    form.set('file', range ? file.slice(chunk.start, chunk.end) : file, file.name);
    return { address: api.files(ids), headers, form, signal, onSent };
  });
  onSent(chunk.end - chunk.start);
  return answer;
}

/** Returns the file on the server, even if it is incomplete; null if the server has none of it. */
async function findHeldFile(options: UploadOptions): Promise<FileAnswer | null> {
  const { ids, fileId, file, signal } = options;
  try {
    const held = await requestWithRetries(options, () => ({
      address: api.file(ids, fileId),
      headers: { 'X-Appwrite-Project': ids.projectId },
      form: null,
      signal,
      onSent: () => {},
    }));
    // The beginning of a single request that was interrupted: it has no size yet and cannot be resumed.
    if (held.chunksUploaded === 0) return null;
    if (held.sizeOriginal !== file.size) {
      throw new LibraryError(400, {
        type: 'storage_invalid_content_range',
        message: words.sizeChanged,
      });
    }
    return held;
  } catch (error) {
    if (problemOf(error)?.code === 404) return null;
    throw error;
  }
}

/** Sends one request, retried after growing delays while the network or the server fails temporarily. */
async function requestWithRetries(
  options: UploadOptions,
  makeRequest: () => Parameters<UploadTransport>[0],
): Promise<FileAnswer> {
  const { callSignedIn, transport = sendByBrowser, wait = waitFor, signal, file } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await callSignedIn(async () => {
        signal.throwIfAborted();
        const { status, body } = await transport(makeRequest());
        if (status >= 200 && status < 300) return body as FileAnswer;
        throw new LibraryError(status, isObject(body) ? body : {});
      });
    } catch (error) {
      const pause = retryDelaysMs[attempt];
      if (signal.aborted || !isTemporary(error)) throw error;
      if (isNetworkFailure(error)) await requireReadable(file);
      if (pause === undefined) throw error;
      await wait(pause, signal);
    }
  }
}

function isObject(body: unknown): body is Partial<ProblemBody> {
  return typeof body === 'object' && body !== null;
}

/** True for temporary errors: no response, a server error, or too many requests. A full disk is not temporary. */
function isTemporary(error: unknown): boolean {
  const { code, type } = problemOf(error) ?? {};
  if (type === 'storage_full') return false;
  return isNetworkFailure(error) || code === 429 || (code !== undefined && code >= 500);
}

function isFinished(file: FileAnswer): boolean {
  return file.chunksTotal > 0 && file.chunksUploaded >= file.chunksTotal;
}

/**
 * Rejects for a file that was changed or moved on disk: the browser reports that as a network error, but retries would
 * not help.
 */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new LibraryError(400, {
      type: 'storage_invalid_content_range',
      message: words.changedOnDevice,
    });
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal.removeEventListener('abort', stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(new DOMException('The upload was stopped.', 'AbortError'));
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}
