import { expect, test } from 'vitest';
import { LibraryError } from '#app/features/session/library-error.ts';
import { NetworkFailure } from '#app/features/session/library-problem.ts';
import { createSignedInCaller } from '#app/features/session/signed-in-caller.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import {
  uploadFile,
  contentRange,
  missingChunks,
  planChunks,
  type UploadOptions,
  type UploadProgress,
} from './upload-client.ts';
import type { UploadAnswer, UploadTransport } from './upload-transport.ts';

/** A bucket that accepts the chunks of a file with the rules of the server, and records the requests. */
function makeBucket() {
  const chunks = new Map<number, Blob>();
  const requests: string[] = [];
  let total = 0;
  let size = 0;
  let inFlight = 0;
  let mostInFlight = 0;

  function answer(status: number, uploaded: number): UploadAnswer {
    return {
      status,
      body: { $id: 'f1', chunksTotal: total, chunksUploaded: uploaded, sizeOriginal: size } as FileAnswer,
    };
  }
  const problem = (status: number, type: string): UploadAnswer => ({
    status,
    body: { message: type, code: status, type },
  });

  function prefix(): number {
    let length = 0;
    while (chunks.has(length)) length += 1;
    return length;
  }

  async function take(request: Parameters<UploadTransport>[0]): Promise<UploadAnswer> {
    if (request.form === null) {
      requests.push('ask');
      return total === 0 ? problem(404, 'storage_file_not_found') : answer(200, prefix());
    }
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '');
    const part = request.form.get('file') as File;
    const index = range ? Number(range[1]) / chunkBytes : 0;
    const isContinuation = request.headers['x-appwrite-id'] === 'f1';
    requests.push(`chunk ${index}`);
    if (!isContinuation && index > 0) return problem(400, 'storage_invalid_content_range');
    if (isContinuation && total === 0) return problem(404, 'storage_file_not_found');
    if (!isContinuation && total > 0 && chunks.size === total) return problem(409, 'storage_file_already_exists');
    size = range ? Number(range[3]) : part.size;
    total = Math.max(1, Math.ceil(size / chunkBytes));
    request.onSent(part.size);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await Promise.resolve();
    await Promise.resolve();
    inFlight -= 1;
    chunks.set(index, part);
    return answer(201, chunks.size);
  }

  return {
    requests,
    chunks,
    take: take satisfies UploadTransport,
    forget() {
      chunks.clear();
      total = 0;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    /** True if the chunks together are the bytes of the file. */
    async holds(file: File) {
      const parts = [...chunks.entries()].sort(([a], [b]) => a - b).map(([, part]) => part);
      const held = new Uint8Array(await new Blob(parts).arrayBuffer());
      const sent = new Uint8Array(await file.arrayBuffer());
      return held.length === sent.length && held.every((byte, index) => byte === sent[index]);
    },
  };
}

function makeFile(size: number): File {
  const bytes = new Uint8Array(size).map((_, index) => index % 251);
  return new File([bytes], 'paper.pdf', { type: 'application/pdf' });
}

function send(file: File, transport: UploadTransport, more: Partial<UploadOptions> = {}) {
  const waits: number[] = [];
  const progress: UploadProgress[] = [];
  const done = uploadFile({
    ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' },
    fileId: 'f1',
    file,
    isResumed: false,
    signal: new AbortController().signal,
    onProgress: (each) => progress.push(each),
    callSignedIn: (work) => work(),
    transport,
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...more,
  });
  return { done, waits, progress };
}

const big = chunkBytes * 5 + 100;

test('a small file is one request and arrives unchanged', async () => {
  const bucket = makeBucket();
  const file = makeFile(1000);
  const { done, progress } = send(file, bucket.take);
  await expect(done).resolves.toMatchObject({ $id: 'f1' });
  expect(bucket.requests).toEqual(['chunk 0']);
  expect(progress.at(-1)).toEqual({ sentBytes: 1000, totalBytes: 1000 });
});

test('the first chunk of a large file is sent alone, the others up to three at once, and the bytes are the same', async () => {
  const bucket = makeBucket();
  const file = makeFile(big);
  const { done, progress } = send(file, bucket.take);
  await done;
  expect(bucket.requests[0]).toBe('chunk 0');
  expect(bucket.requests.slice(1).sort()).toEqual(['chunk 1', 'chunk 2', 'chunk 3', 'chunk 4', 'chunk 5']);
  expect(bucket.mostInFlight).toBe(3);
  expect(await bucket.holds(file)).toBe(true);
  expect(progress.at(-1)).toEqual({ sentBytes: big, totalBytes: big });
});

test('a retry first requests the state and sends only missing chunks', async () => {
  const bucket = makeBucket();
  const file = makeFile(big);
  const broken: UploadTransport = async (request) => {
    if (request.headers['content-range']?.startsWith(`bytes ${chunkBytes * 3}-`)) throw new NetworkFailure();
    return bucket.take(request);
  };
  await expect(send(file, broken).done).rejects.toBeInstanceOf(NetworkFailure);
  bucket.requests.length = 0;
  await send(file, bucket.take, { isResumed: true }).done;
  expect(bucket.requests[0]).toBe('ask');
  expect(bucket.requests).not.toContain('chunk 0');
  expect(bucket.requests).not.toContain('chunk 2');
  expect(await bucket.holds(file)).toBe(true);
});

test('a complete file is not sent again', async () => {
  const bucket = makeBucket();
  const file = makeFile(big);
  await send(file, bucket.take).done;
  bucket.requests.length = 0;
  await send(file, bucket.take, { isResumed: true }).done;
  expect(bucket.requests).toEqual(['ask']);
});

test('an unfinished upload that the server has deleted starts again', async () => {
  const bucket = makeBucket();
  const file = makeFile(big);
  let isSwept = false;
  const sweeping: UploadTransport = async (request) => {
    if (!isSwept && request.headers['x-appwrite-id']) {
      isSwept = true;
      bucket.forget();
    }
    return bucket.take(request);
  };
  await expect(send(file, sweeping).done).resolves.toMatchObject({ $id: 'f1' });
  expect(await bucket.holds(file)).toBe(true);
});

test('a chunk lost by the network is sent again after growing delays', async () => {
  const bucket = makeBucket();
  let failures = 2;
  const flaky: UploadTransport = async (request) => {
    if (failures > 0) {
      failures -= 1;
      throw new NetworkFailure();
    }
    return bucket.take(request);
  };
  const { done, waits } = send(makeFile(1000), flaky);
  await done;
  expect(waits).toEqual([500, 1000]);
});

test('without a network the upload fails after a limited number of attempts', async () => {
  let tries = 0;
  const dead: UploadTransport = async () => {
    tries += 1;
    throw new NetworkFailure();
  };
  await expect(send(makeFile(1000), dead).done).rejects.toBeInstanceOf(NetworkFailure);
  expect(tries).toBe(6);
});

test('if only the response was lost, the file on the server is used', async () => {
  const bucket = makeBucket();
  let isLost = false;
  const forgetful: UploadTransport = async (request) => {
    const answer = await bucket.take(request);
    if (isLost) return answer;
    isLost = true;
    throw new NetworkFailure();
  };
  await expect(send(makeFile(1000), forgetful).done).resolves.toMatchObject({ $id: 'f1' });
  expect(bucket.requests).toEqual(['chunk 0', 'chunk 0', 'ask']);
});

test('a refusal is final and has its type', async () => {
  const refusing: UploadTransport = async () => ({
    status: 400,
    body: { message: 'Too big.', code: 400, type: 'storage_invalid_file_size' },
  });
  const { done, waits } = send(makeFile(1000), refusing);
  await expect(done).rejects.toMatchObject({ code: 400, type: 'storage_invalid_file_size', message: 'Too big.' });
  expect(waits).toEqual([]);
});

test('a session that ends during an upload is renewed once and the upload continues', async () => {
  const bucket = makeBucket();
  let isSignedIn = true;
  let asked = 0;
  const guarded: UploadTransport = async (request) => {
    if (bucket.requests.length === 2 && asked === 0) isSignedIn = false;
    if (!isSignedIn) return { status: 401, body: { message: 'No.', code: 401, type: 'user_unauthorized' } };
    return bucket.take(request);
  };
  const callSignedIn = createSignedInCaller(async () => {
    asked += 1;
    isSignedIn = true;
  });
  const file = makeFile(big);
  await send(file, guarded, { callSignedIn }).done;
  expect(asked).toBe(1);
  expect(await bucket.holds(file)).toBe(true);
});

test('cancelling stops the upload and nothing more is sent', async () => {
  const bucket = makeBucket();
  const cancel = new AbortController();
  const cancelling: UploadTransport = async (request) => {
    const answer = await bucket.take(request);
    cancel.abort();
    return answer;
  };
  const { done } = send(makeFile(big), cancelling, { signal: cancel.signal });
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(bucket.requests).toEqual(['chunk 0']);
});

test('a file of another size under the same id is not continued', async () => {
  const bucket = makeBucket();
  await send(makeFile(1000), bucket.take).done;
  await expect(send(makeFile(999), bucket.take, { isResumed: true }).done).rejects.toBeInstanceOf(LibraryError);
});

test('a full disk is reported at once, because a retry would not help, and the received chunks can be resumed later', async () => {
  let requests = 0;
  const full: UploadTransport = async () => {
    requests += 1;
    return { status: 507, body: { message: "The server's disk is full.", code: 507, type: 'storage_full' } };
  };
  const { done, waits } = send(makeFile(1000), full);
  await expect(done).rejects.toMatchObject({ type: 'storage_full', code: 507 });
  expect([requests, waits]).toEqual([1, []]);
});

test('a file of exactly one chunk is sent as one request without a range', () => {
  const chunks = planChunks(chunkBytes);
  expect(chunks).toEqual([{ index: 0, start: 0, end: chunkBytes }]);
  expect(chunks.map((chunk) => contentRange(chunk, chunkBytes))).toEqual([null]);
});

test('one byte more makes a second chunk of one byte', () => {
  const size = chunkBytes + 1;
  expect(planChunks(size).map((chunk) => contentRange(chunk, size))).toEqual([
    'bytes 0-5242879/5242881',
    'bytes 5242880-5242880/5242881',
  ]);
});

test('12 MB are three chunks that cover every byte once', () => {
  const size = 12_000_000;
  const chunks = planChunks(size);
  expect(chunks).toHaveLength(3);
  expect(chunks[2]).toEqual({ index: 2, start: 10_485_760, end: size });
});

test('chunks that the server has without a gap are not sent again', () => {
  const chunks = planChunks(chunkBytes * 4);
  expect(missingChunks(chunks, 0)).toHaveLength(4);
  expect(missingChunks(chunks, 3).map((chunk) => chunk.index)).toEqual([3]);
  expect(missingChunks(chunks, 4)).toEqual([]);
});

test('an empty file is one empty request, which the server refuses', () => {
  expect(planChunks(0)).toEqual([{ index: 0, start: 0, end: 0 }]);
});
