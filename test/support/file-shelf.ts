import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import type { Actor } from '#domain/account.ts';
import { publicPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import type { Database } from '#server/engines/database/database.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import { createPictureService } from '#server/library/pictures/picture-service.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { createFileService } from '#server/library/files/create-file-service.ts';
import type { IncomingChunk } from '#server/library/files/incoming-chunk.ts';
import { shareWorker } from './shared-workers.ts';

export const admin: Actor = { role: 'administrator', userId: 'admin', sessionId: 's1' };
export const otherAdmin: Actor = { role: 'administrator', userId: 'other', sessionId: 's2' };
export const member: Actor = { role: 'member', userId: 'member', sessionId: 's3' };
const log = pino({ level: 'silent' });
export const nothingSwept = { uploads: 0, removed: 0, strays: 0, returned: 0, halfMade: 0 };

type Options = {
  maxUploadBytes?: number;
  inspect?: 'real' | ((fileId: string) => Promise<PdfInspection>);
  folder?: string;
  /** Opens other engines than those of a folder, to share them with other shelves. */
  open?: (folder: string) => Promise<{ database: Database; storage: Storage }>;
};

/** Opens a file service on real engines in a new folder. */
export async function openShelf(options: Options = {}) {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'examshelf-files-')));
  const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
  const openOwn = async () => ({
    database: await openSqlite({ dataDir: folder, publicUrl: 'http://127.0.0.1:3000', ids }),
    storage: await openDisk({ directory: path.join(folder, 'files') }),
  });
  const { database, storage } = await (options.open ?? openOwn)(folder);
  const changes = createChanges((error) => {
    throw error;
  });
  const announced: Change[] = [];
  changes.listen((change) => announced.push(change));
  const pictures = createPictureService({
    storage,
    directory: path.join(folder, 'pictures'),
    log,
    openWorker: shareWorker,
  });
  const look = options.inspect ?? (async () => ({ state: 'unknown' }) as const);
  const inspect = look === 'real' ? pictures.inspect : look;
  const maxUploadBytes = options.maxUploadBytes ?? 200 * 1024 * 1024;
  const trail = createTrail({ database, log, now: Date.now });
  const room = { hold: async () => () => undefined };
  const files = createFileService({ database, storage, inspect, changes, trail, maxUploadBytes, room, log });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await pictures.close();
    await storage.close();
    await database.close();
  };
  return {
    folder,
    files,
    storage,
    database,
    changes,
    announced,
    async bytesOf(id: string) {
      const stream = await storage.read(id);
      return stream ? digest(await buffer(stream)) : null;
    },
    publish: (id: string, fileId: string) =>
      database.materials.insert({
        id,
        kind: 'note',
        title: 'A note',
        subject: 'Any',
        facultyId: 'csit',
        semesterId: '1',
        year: null,
        fileId,
        coverFileId: null,
        isSample: false,
      }),
    /** Ends the process; the next one finds what is on the disk. */
    async reopen() {
      await close();
      return openShelf({ ...options, folder });
    },
    async [Symbol.asyncDispose]() {
      await close();
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when all work that needs neither disk nor network has run. */
export async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves once this many parts of a file are on the disk, complete or not. */
export async function untilPartsBegin(folder: string, fileId: string, count: number): Promise<void> {
  const parts = path.join(folder, 'files', 'parts', fileId);
  await expect.poll(async () => (await readdir(parts)).length).toBe(count);
}

const forEverybody = { folder: '', permissions: publicPermissions };

export function whole(fileId: string, bytes: Buffer, name = 'a.pdf'): IncomingChunk {
  return {
    fileId,
    isContinuation: false,
    name,
    range: null,
    bytes: Readable.from(bytes.length ? [bytes] : []),
    attributes: async () => forEverybody,
  };
}

export function chunkOf(fileId: string, bytes: Buffer, index: number, isContinuation = false): IncomingChunk {
  const first = index * chunkBytes;
  const last = Math.min(first + chunkBytes, bytes.length) - 1;
  const range = { first, last, total: bytes.length };
  return {
    fileId,
    isContinuation,
    name: 'a.pdf',
    range,
    bytes: Readable.from([bytes.subarray(first, last + 1)]),
    attributes: async () => forEverybody,
  };
}

export function pdfOf(sizeBytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(sizeBytes - 9)]);
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('nothing was refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error.type;
  throw error;
}
