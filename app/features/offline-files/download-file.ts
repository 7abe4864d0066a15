import { sha256 } from '@noble/hashes/sha2.js';
import { chunkBytes, countChunks, createChunkCutter, digestOf, toHex } from './chunks.ts';
import { fetchAsGuest, LineLost, OtherVersion, watchSilence } from './fetch-as-guest.ts';
import { openSavedDatabase, type SavedFile } from './saved-database.ts';
import { changeSaved, SavingCancelled } from './saved-records.ts';

/** Headers that determine how a file is shown; an offline file is served with the server's values. */
const savedHeaders = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'last-modified',
  'etag',
];

/**
 * Fetches the missing chunks of an offline material's file, then verifies the whole file against the SHA-256 that the
 * server names. Each chunk is stored durably before the next is requested. If the bytes belong to another version than
 * the stored chunks, deletes these and throws OtherVersion.
 */
export async function downloadFile(id: string, address: string, signal: AbortSignal): Promise<void> {
  const database = await openSavedDatabase();
  let file = await findComing(id);
  const hash = sha256.create();
  for (let index = 0; index < file.held; index += 1) {
    const chunk = await database.get('chunks', [file.fileId, index]);
    signal.throwIfAborted();
    if (!chunk || (await digestOf(chunk.bytes)) !== chunk.digest) return startAgain(id);
    hash.update(new Uint8Array(chunk.bytes));
  }
  const chunks = countChunks(file.size);
  if (file.held < chunks) await fetchRest(id, file, address, signal, (bytes) => hash.update(new Uint8Array(bytes)));
  file = await findComing(id);
  if (file.held < chunks) throw new LineLost('the response ended early');
  const digest = toHex(hash.digest());
  if (file.etag !== null && /^[\da-f]{64}$/.test(file.etag) && file.etag !== digest) return startAgain(id);
}

async function fetchRest(
  id: string,
  { fileId, held, etag, size }: SavedFile,
  address: string,
  outer: AbortSignal,
  onChunk: (bytes: ArrayBuffer) => void,
): Promise<void> {
  const { signal, heard, end } = watchSilence(outer);
  try {
    const range: HeadersInit = held > 0 ? { range: `bytes=${held * chunkBytes}-` } : {};
    const response = await fetchAsGuest(address, signal, range);
    const version = tagOf(response);
    if ((etag !== null && version !== etag) || (held > 0 && response.status !== 206)) return await startAgain(id);
    const headers = savedHeaders.flatMap((name): SavedFile['headers'] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const cutter = createChunkCutter();
    let index = held;
    const store = async (bytes: ArrayBuffer) => {
      const digest = await digestOf(bytes);
      const at = index;
      index += 1;
      await changeSaved(
        id,
        ({ coming }) => {
          if (coming) Object.assign(coming, { held: at + 1, etag: version, headers });
        },
        { fileId, index: at, bytes, digest },
      );
      onChunk(bytes);
    };
    await readPieces(response, signal, async (piece) => {
      heard();
      for (const chunk of cutter.add(piece)) await store(chunk);
    });
    const rest = cutter.rest();
    const received = index * chunkBytes + (rest?.byteLength ?? 0);
    if (received > size) return await startAgain(id);
    if (rest && received === size) await store(rest);
  } finally {
    end();
  }
}

async function readPieces(
  response: Response,
  signal: AbortSignal,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        throw new LineLost('the response broke off', { cause: error });
      });
      if (next.done) return;
      await take(next.value);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Returns the version of a response: its ETag without quotes, and without the `W/` of a proxy that weakened it. */
function tagOf(response: Response): string | null {
  return response.headers.get('etag')?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? null;
}

async function findComing(id: string): Promise<SavedFile> {
  const coming = (await (await openSavedDatabase()).get('materials', id))?.coming;
  if (!coming) throw new SavingCancelled();
  return coming;
}

/** Deletes the chunks that were fetched, and throws OtherVersion. */
async function startAgain(id: string): Promise<never> {
  await changeSaved(id, ({ coming }) => {
    if (coming) Object.assign(coming, { held: 0, etag: null });
  });
  throw new OtherVersion();
}
