import { api, type ContractIds } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/document.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { LibraryError } from '#app/features/session/library-error.ts';
import { isNetworkFailure, problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { contentRange, missingChunks, planChunks, type Chunk } from './chunk-plan.ts';
import { sendByBrowser, type UploadTransport } from './upload-transport.ts';

/** How far an upload is, in bytes of the file. */
export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadOptions = {
  ids: ContractIds;
  /** Made once for each chosen file and kept, so that trying again goes on where it stopped. */
  fileId: string;
  file: File;
  /** True when this id was sent before: the library is then asked first what it holds. */
  isResumed: boolean;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Every request goes through it; see `createSignedInCaller`. */
  callSignedIn: SignedInCaller;
  transport?: UploadTransport;
  /** Waits before a repeated try; the tests' clock need not. Milliseconds. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** Three is enough to keep a line busy, and leaves the browser connections for the rest of the panel. */
const parallelChunks = 3;

/** Waits between the tries of one chunk: a hiccup is bridged in half a second, a tunnel in a quarter of a minute. */
const backoffMilliseconds = [500, 1000, 2000, 4000, 8000];

/** How often the library is asked again for what it still lacks. */
const maxRounds = 3;

/**
 * Sends a file: the first chunk alone, which makes the file, then up to three at once; resumes from the gap-free prefix
 * the library holds; repeats a chunk that the network lost, a bounded number of times. Resolves with the finished file.
 * Rejects with `LibraryError`, `NetworkFailure`, `SignInDeclined`, or an `AbortError` once `signal` fires; what has
 * arrived stays in the library for a day.
 */
export async function uploadFile(options: UploadOptions): Promise<FileAnswer> {
  // Ends the chunks still in flight when one of them fails for good.
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
      // `already exists`: our earlier request had arrived whole, only its answer was lost.
      // `not found`: the unfinished upload was swept away meanwhile, so it begins anew.
      if (type !== 'storage_file_already_exists' && type !== 'storage_file_not_found') throw error;
    }
    held = await findHeldFile(options);
  }
  if (held && isFinished(held)) return held;
  throw new LibraryError(409, {
    type: 'storage_file_already_exists',
    message: 'The library did not confirm that the whole file arrived. Choose the file again.',
  });
}

/** Sends what is missing and answers with the most complete of the library's answers. */
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

  // The library makes the file with the first chunk; the others would each start a new one before that.
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
  const { ids, fileId, file, signal } = options;
  const range = contentRange(chunk, file.size);
  const headers: Record<string, string> = { 'X-Appwrite-Project': ids.projectId };
  if (range) headers['content-range'] = range;
  if (chunk.index > 0) headers['x-appwrite-id'] = fileId;
  const answer = await requestPatiently(options, () => {
    const form = new FormData();
    form.set('fileId', fileId);
    form.set('file', range ? file.slice(chunk.start, chunk.end) : file, file.name);
    return { address: api.files(ids), headers, form, signal, onSent };
  });
  onSent(chunk.end - chunk.start);
  return answer;
}

/** The file as far as the library holds it, pending ones included; null when it holds none of it. */
async function findHeldFile(options: UploadOptions): Promise<FileAnswer | null> {
  const { ids, fileId, file, signal } = options;
  try {
    const held = await requestPatiently(options, () => ({
      address: api.file(ids, fileId),
      headers: { 'X-Appwrite-Project': ids.projectId },
      form: null,
      signal,
      onSent: () => {},
    }));
    // The rest of a single request that broke off: it has no size yet and counts for nothing.
    if (held.chunksUploaded === 0) return null;
    if (held.sizeOriginal !== file.size) {
      throw new LibraryError(400, {
        type: 'storage_invalid_content_range',
        message: 'Its size has changed since the upload began.',
      });
    }
    return held;
  } catch (error) {
    if (problemOf(error)?.code === 404) return null;
    throw error;
  }
}

/** One request, repeated with growing waits while the network or the library fails for the moment. */
async function requestPatiently(
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
      const pause = backoffMilliseconds[attempt];
      if (signal.aborted || !isPassing(error)) throw error;
      if (isNetworkFailure(error)) await requireReadable(file);
      if (pause === undefined) throw error;
      await wait(pause, signal);
    }
  }
}

function isObject(body: unknown): body is Partial<ProblemBody> {
  return typeof body === 'object' && body !== null;
}

/** Worth trying again as it stands: no answer, a fault of the library's, or too many at once. A full disk stays full. */
function isPassing(error: unknown): boolean {
  const { code, type } = problemOf(error) ?? {};
  if (type === 'storage_full') return false;
  return isNetworkFailure(error) || code === 429 || (code !== undefined && code >= 500);
}

function isFinished(file: FileAnswer): boolean {
  return file.chunksTotal > 0 && file.chunksUploaded >= file.chunksTotal;
}

/** The browser reports a file changed or moved on disk as a network error; no number of tries mends that. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new LibraryError(400, {
      type: 'storage_invalid_content_range',
      message: 'It was changed or moved on your device.',
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
