import { parseRange, type ByteRange } from '#contract/byte-range.ts';
import { chunkBytes, digestOf, partsOfRange, spanOfChunk } from '#app/features/offline-files/chunks.ts';
import { announceSavedChange } from '#app/features/offline-files/saved-changes.ts';
import { openSavedDatabase, type SavedFile, type SavedMaterial } from '#app/features/offline-files/saved-database.ts';
import { hasOpaqueOrigin } from '#app/features/html-viewer/frame-source.ts';
import * as words from '#messages/service-worker.ts';
import { mayHaveSaved } from './saved-answers.ts';

/**
 * Serves offline files from the device, whole or in ranges, each chunk verified, so that they need no connection. All other
 * requests go to the server.
 */

const filePath = /^\/v1\/storage\/buckets\/[^/]+\/files\/([^/]+)\/(preview|view|download)$/;

/** Header with the version that a reader has begun with (app/features/reader/pdf/loading/range-fetcher.ts). */
const versionHeader = 'x-read-version';

/** True if the request is for a file, not for a picture of it, and there may be an offline copy. */
export function isSavedFileRequest(url: URL, request: Request): boolean {
  if (request.method !== 'GET' || !mayHaveSaved() || url.searchParams.has('width')) return false;
  // Downloads for offline use bypass everything that is stored.
  return request.cache !== 'no-store' && filePath.test(url.pathname);
}

export async function answerSavedFile({ request, url }: { request: Request; url: URL }): Promise<Response> {
  const [, fileId = '', way] = filePath.exec(url.pathname) ?? [];
  const saved = await findSaved(decodeURIComponent(fileId)).catch(() => null);
  if (!saved?.file) return fetch(request);
  const file: SavedFile = saved.file;
  const version = request.headers.get(versionHeader);
  if (version !== null && version !== `"${file.etag}"`) return fetch(request);
  const headers = new Headers(file.headers);
  const isShown = request.mode === 'navigate' && way !== 'download';
  const isPage = isShown && headers.get('content-type') !== 'application/pdf';
  // Uploaded content is never shown with the origin of this site.
  if (isPage && !hasOpaqueOrigin({ headers })) return fetch(request);
  // A page in a separate tab is made by the server; a reader that reloads wants the current version.
  if (request.cache === 'reload' || isPage) {
    return fetch(request).catch(() => answerFrom({ request, url, file, isDownload: way === 'download' }));
  }
  return answerFrom({ request, url, file, isDownload: way === 'download' });
}

async function findSaved(fileId: string): Promise<SavedMaterial | null> {
  const found = await (await openSavedDatabase()).getAllFromIndex('materials', 'file', fileId);
  return found.find(({ problem }) => problem !== 'gone') ?? null;
}

type Wanted = { request: Request; url: URL; file: SavedFile; isDownload: boolean };

async function answerFrom({ request, url, file, isDownload }: Wanted): Promise<Response> {
  const headers = new Headers(file.headers);
  headers.set('accept-ranges', 'bytes');
  // A reader that requested the reading copy continues at the address of these bytes.
  if (url.searchParams.get('copy') === 'reading') headers.set('content-location', withoutCopy(url));
  if (isDownload) headers.set('content-disposition', asAttachment(url, headers.get('content-type') ?? ''));
  const condition = request.headers.get('if-range');
  const isRangeWanted = condition === null || condition === headers.get('etag');
  const asked = isRangeWanted ? parseRange(request.headers.get('range') ?? undefined, file.size) : 'whole';
  if (asked === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  }
  const range = asked === 'whole' ? { start: 0, end: file.size - 1 } : asked;
  headers.set('content-length', String(range.end - range.start + 1));
  if (asked !== 'whole') headers.set('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  try {
    const body = await streamOf(file, range, `${url.origin}${withoutCopy(url)}`);
    return new Response(body, { status: asked === 'whole' ? 200 : 206, headers });
  } catch {
    // Fetched from the server if there is a connection; a damaged file could not be repaired without one.
    return fetch(request).catch(() => new Response(words.damagedFile, { status: 409, headers: damaged }));
  }
}

/** Reports the problem to the reader, whose build may be an earlier one: the names stay. */
const damaged = { 'x-kept': 'damaged', 'content-type': 'text/plain; charset=utf-8' };

function withoutCopy({ pathname, searchParams }: URL): string {
  const left = new URLSearchParams(searchParams);
  left.delete('copy');
  const text = left.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/** Names a download with the same rules as the server: by the title in the address. */
function asAttachment({ searchParams }: URL, type: string): string {
  const title = searchParams.get('name') ?? 'document';
  const ending = type.startsWith('application/pdf') ? '.pdf' : '.html';
  const name = title.endsWith(ending) ? title : title + ending;
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

/**
 * Returns the bytes of a range. Rejects if the first chunk is damaged and can't be fetched again; a later damaged chunk
 * ends the stream.
 */
async function streamOf(file: SavedFile, range: ByteRange, address: string): Promise<ReadableStream<Uint8Array>> {
  const parts = partsOfRange(range);
  const read = async () => {
    const next = parts.next();
    if (next.done) return null;
    const { index, from, to } = next.value;
    return new Uint8Array(await readChunk(file, index, address), from, to - from);
  };
  let ahead = range.end < range.start ? null : await read();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!ahead) return controller.close();
        // A view would hand out the rest of the chunk as well.
        controller.enqueue(ahead.slice());
        ahead = await read();
        if (!ahead) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The chunk that was read last: a reader requests its parts one after the other. */
let last: { key: string; bytes: ArrayBuffer } | null = null;

/** Returns a verified chunk. Fetches a damaged one again; rejects without a connection. */
async function readChunk(file: SavedFile, index: number, address: string): Promise<ArrayBuffer> {
  const key = `${file.etag} ${file.fileId} ${index}`;
  if (last?.key === key) return last.bytes;
  const database = await openSavedDatabase();
  const chunk = await database.get('chunks', [file.fileId, index]);
  const { start, end } = spanOfChunk(index, file.size);
  const isIntact = chunk?.bytes.byteLength === end - start + 1 && (await digestOf(chunk.bytes)) === chunk.digest;
  const bytes = isIntact ? chunk.bytes : await mendChunk(file, index, address, chunk?.digest ?? null);
  last = { key, bytes };
  return bytes;
}

async function mendChunk(file: SavedFile, index: number, address: string, known: string | null): Promise<ArrayBuffer> {
  try {
    const { start, end } = spanOfChunk(index, file.size);
    const response = await fetch(address, { headers: { range: `bytes=${start}-${end}` }, cache: 'no-store' });
    const bytes = response.status === 206 ? await response.arrayBuffer() : new ArrayBuffer(0);
    const digest = await digestOf(bytes);
    const tag = response.headers.get('etag')?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? null;
    if (tag !== file.etag || bytes.byteLength > chunkBytes || (known !== null && known !== digest)) {
      throw new Error('the bytes differ from the stored version');
    }
    await (await openSavedDatabase()).put('chunks', { fileId: file.fileId, index, bytes, digest });
    return bytes;
  } catch (error) {
    await markDamaged(file.fileId);
    throw error;
  }
}

async function markDamaged(fileId: string): Promise<void> {
  const database = await openSavedDatabase();
  for (const material of await database.getAllFromIndex('materials', 'file', fileId)) {
    if (material.problem === null) await database.put('materials', { ...material, problem: 'damaged' });
  }
  announceSavedChange();
}
