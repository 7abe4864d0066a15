import { LRUCache } from 'lru-cache';
import { mayRead, readersFor } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import type { Database, FileRecord, FileUse } from '#server/engines/database/database.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Changes } from '#server/library/changes.ts';
import { createStoredBytes } from './byte-source.ts';
import { cleanFileName } from './clean-file-name.ts';
import type { FileService } from './file-service.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { sweepFiles } from './sweep-files.ts';
import { createUnrecordedBytes, type UnrecordedBytes } from './unrecorded-bytes.ts';
import { fileNotFound } from './upload-rules.ts';
import { createUpload, type Upload, type UploadParts } from './upload.ts';

/** Decides who may read which file (docs/decisions/0008-permissions-are-kept-and-rule-reading.md). */
interface ReadableFiles {
  /**
   * Returns the finished file, or null if it is missing, still being uploaded, used only in the trash, or not for
   * this actor.
   */
  find(actor: Actor, fileId: string): Promise<FileRecord | null>;
}

/** A reader requests dozens of ranges of one file within seconds, each of which would need several queries. */
const maxCached = 500;
/** Longest delay before changes by another process apply; those of this process apply immediately. */
const cachedMs = 2000;

function createReadableFiles({ database, changes }: { database: Database; changes: Changes }): ReadableFiles {
  /** Keyed by file and by the roles for which its use was queried. */
  const createCache = () => new LRUCache<string, FileRecord>({ max: maxCached, ttl: cachedMs });
  let cache = createCache();
  changes.listen(() => {
    cache = createCache();
  });

  return {
    async find(actor, fileId) {
      const readers = readersFor(actor);
      const key = JSON.stringify([fileId, readers]);
      const known = cache.get(key);
      if (known) return known;
      const cacheAtStart = cache;
      const file = await database.files.find(fileId);
      if (!file?.isFinished || !isOpenTo(actor, file, await database.materials.usesOfFile(fileId, readers)))
        return null;
      // If something changed meanwhile, this is no longer the current cache.
      cacheAtStart.set(key, file);
      return file;
    },
  };
}

/**
 * True if both the file's own permissions and a material that uses it admit the actor. A file that no material has
 * used yet has only its own permissions; one that was replaced, or is staged, is for administrators.
 */
function isOpenTo(actor: Actor, file: FileRecord, use: FileUse): boolean {
  if (use === 'trash') return false;
  return mayManage(actor) || (use !== 'restricted' && mayRead(actor, file.permissions) && !file.isReleased);
}

type Parts = Omit<UploadParts, 'oneAtATime' | 'unrecorded'>;

export function createFileService(parts: Parts): FileService {
  const { database, storage, changes, log } = parts;
  const oneAtATime = createOneAtATime(database.holds);
  const unrecorded = createUnrecordedBytes({ database, storage, log, oneAtATime });
  const upload = createUpload({ ...parts, oneAtATime, unrecorded });
  const readable = createReadableFiles({ database, changes });
  return {
    ...createReceiving(upload),
    ...createReads(database, upload, readable),
    ...createEdits(parts, upload, unrecorded),
    bytesOf: createStoredBytes({ storage, log }),
    pathForProxy: (id) => storage.relativePath(id),
    async addressOf({ id, sizeBytes }, headers) {
      const address = await storage.addressFor(id, headers);
      // The store would respond with its own message; a lost file is logged where its bytes are sent.
      if (address === null || (await storage.find(id))?.sizeBytes !== sizeBytes) return null;
      return address;
    },
    isShown: (id) => database.materials.isFileShown(id),
    removeBytes: (id) => unrecorded.remove(id),
    sweep: ({ untouchedSince, isWhole = true, signal = new AbortController().signal }) =>
      sweepFiles({ database, storage, upload, unrecorded, log, untouchedSince, isWhole, signal }),
  };
}

function createReceiving(upload: Upload): Pick<FileService, 'requireUploader' | 'receive' | 'settle'> {
  const inProgress = new Set<Promise<unknown>>();
  return {
    requireUploader: requireAdministrator,

    async receive(actor, chunk) {
      // Only administrators upload, and every administrator may continue an upload of another one.
      requireAdministrator(actor);
      const receiving = upload.receive(actor.userId, chunk);
      inProgress.add(receiving);
      try {
        return await receiving;
      } finally {
        inProgress.delete(receiving);
      }
    },

    async settle() {
      while (inProgress.size > 0) await Promise.allSettled(inProgress);
    },
  };
}

function createReads(
  database: Database,
  upload: Pick<Upload, 'finish'>,
  readable: ReadableFiles,
): Pick<FileService, 'get' | 'list' | 'getReadable'> {
  return {
    async get(actor, id) {
      const found = await readable.find(actor, id);
      if (found) return found;
      const pending = mayManage(actor) ? await database.files.find(id) : null;
      if (!pending || pending.isFinished) throw fileNotFound();
      // All chunks are stored, but the process was killed before they were joined. Clients treat such a file as
      // finished, so it is finished now.
      return pending.chunksHeld.length === pending.chunksTotal ? upload.finish(id) : pending;
    },

    async list(actor, query, search) {
      requireAdministrator(actor);
      return database.files.list(query, search);
    },

    async getReadable(actor, id) {
      const found = await readable.find(actor, id);
      if (!found) throw fileNotFound();
      return found;
    },
  };
}

function createEdits(
  { database, trail, changes }: Pick<Parts, 'database' | 'trail' | 'changes'>,
  upload: Pick<Upload, 'drop'>,
  unrecorded: Pick<UnrecordedBytes, 'remove'>,
): Pick<FileService, 'update' | 'turnPages' | 'remove'> {
  return {
    async update(actor, id, { name: sentName, permissions }) {
      requireAdministrator(actor);
      const file = await database.files.find(id);
      if (!file?.isFinished) throw fileNotFound();
      if (sentName === undefined && permissions === undefined) return file;
      const name = sentName === undefined ? undefined : cleanFileName(sentName);
      if (name === '') throw new Problem('general_argument_invalid', 'Invalid `name` param: must not be empty.');
      const changed = await trail.transaction(async ({ files }, note) => {
        const after = await files.update(id, {
          ...(name !== undefined && { name }),
          ...(permissions !== undefined && { permissions }),
        });
        if (after) await note({ action: 'file changed', subjectId: id, title: after.name });
        return after;
      });
      if (!changed) throw fileNotFound();
      changes.tell({ subject: 'file', action: 'update', file: changed });
      return changed;
    },

    async turnPages(actor, id, turned) {
      requireAdministrator(actor);
      const file = await database.files.find(id);
      if (!file?.isFinished) throw fileNotFound();
      if (file.mimeType !== 'application/pdf')
        throw new Problem('general_argument_invalid', 'Only the pages of a PDF can be turned.');
      const last = Math.max(0, ...turned.map((range) => range.last));
      if (last > (file.pageCount ?? last))
        throw new Problem('general_argument_invalid', `There is no page ${last}: the last one is ${file.pageCount}.`);
      await trail.transaction(async ({ files }, note) => {
        await files.turnPages(
          file.sha256,
          turned.map((range) => ({ ...range, isByHand: true })),
        );
        await note({ action: 'file changed', subjectId: id, title: file.name, detail: 'pages turned' });
      });
      const changed = await database.files.listByDigest(file.sha256);
      for (const each of changed) changes.tell({ subject: 'file', action: 'update', file: each });
      return changed.find((each) => each.id === id) ?? file;
    },

    async remove(actor, id) {
      requireAdministrator(actor);
      let file = await database.files.find(id);
      if (!file) throw fileNotFound();
      if (!file.isFinished) {
        await upload.drop(id);
        // If its last chunk arrived just before, there is a finished file to remove.
        file = await database.files.find(id);
        if (!file?.isFinished) return;
      }
      // The record is removed first: a record never points at missing bytes, and the sweep removes bytes that are
      // noted as removed.
      const { name } = file;
      const photographs = await trail.transaction(async ({ files, materials }, note) => {
        if (await files.isPhotograph(id)) {
          throw new Problem(
            'general_resource_locked',
            'A PDF was made of this photograph, which stays as long as the PDF exists. Delete the PDF first.',
          );
        }
        if ((await materials.usesOfFile(id)) !== 'none') {
          throw new Problem(
            'general_resource_locked',
            'A material uses this file. Delete the material and empty the trash first.',
          );
        }
        const removed = await files.remove(id);
        await note({ action: 'file deleted', subjectId: id, title: name });
        return removed;
      });
      for (const each of [file, ...photographs]) {
        changes.tell({ subject: 'file', action: 'delete', file: each });
        await unrecorded.remove(each.id);
      }
    },
  };
}
