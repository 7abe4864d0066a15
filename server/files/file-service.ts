import type { Logger } from 'pino';
import { mayManage, type Actor } from '#domain/account.ts';
import { mayRead } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { ListQuery } from '#contract/query.ts';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import type { DiskRoom } from '#server/faults/disk-room.ts';
import type { PdfInspection } from '#server/pictures/inspector.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createStoredBytes, type ByteSource } from './byte-source.ts';
import { cleanFileName } from './file-name.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { createReadableFiles } from './readable-files.ts';
import { sweepFiles, type Swept } from './sweep-files.ts';
import { createUnrecordedBytes } from './unrecorded-bytes.ts';
import { createUpload } from './upload.ts';

/** A stored file, or one that is still arriving, as services give it. */
export type StoredFile = FileRecord;

/** Everything that may be done with stored files, and who may do it. Throws `Problem`. */
export interface FileService {
  /** Throws unless the actor may upload; called before a body is read, so that an anonymous upload costs nothing. */
  requireUploader(actor: Actor): void;
  /**
   * Takes a chunk or a whole file; the last chunk in finishes the file exactly once. `isNew` tells 201 from 200.
   * A single request may be as large as any upload: it is streamed to the store as one part, so memory stays flat.
   * `bytes` is never destroyed: after a refusal it runs dry, so that the answer can be sent.
   */
  receive(actor: Actor, chunk: IncomingChunk): Promise<{ file: StoredFile; isNew: boolean }>;
  /**
   * Finished files for whoever may read them, pending ones for whoever may go on with them. All else, and files used
   * only by trash, is not found.
   */
  get(actor: Actor, id: string): Promise<StoredFile>;
  /** Administrators only: a list would tell of what is not published yet. */
  list(actor: Actor, query: ListQuery, search: string | null): Promise<{ total: number; files: StoredFile[] }>;
  /** Renames it or says who may read it. Refuses a name that is empty once cleaned. */
  update(actor: Actor, id: string, change: { name?: string; permissions?: readonly string[] }): Promise<StoredFile>;
  /** Refused with 409 `general_resource_locked` while a material uses it, trash included. Cancels a pending upload. */
  remove(actor: Actor, id: string): Promise<void>;
  /** A finished file that may be read now by the actor, for the byte routes. Throws `storage_file_not_found`. */
  getReadable(actor: Actor, id: string): Promise<StoredFile>;
  /** The bytes of a finished file. Missing or damaged ones are logged and never sent in part. */
  bytesOf(file: StoredFile): ByteSource;
  /**
   * Where the bytes lie below the store's own folder, for a proxy in front that sends them itself (setting X_ACCEL);
   * null for a store that has no folder.
   */
  pathForProxy(fileId: string): string | null;
  /** Whether something published for everybody shows the file. */
  isShown(fileId: string): Promise<boolean>;
  /** Removes the bytes of a file whose record is gone, unless it has been uploaded anew since. For the services only. */
  removeBytes(id: string): Promise<void>;
  /** Brings records and bytes together (sweep-files.ts). Called at start and by the clock. */
  sweep(options: { untouchedSince: number; signal?: AbortSignal }): Promise<Swept>;
  /** Resolves once no upload is being worked on. */
  settle(): Promise<void>;
}

export function createFileService(parts: {
  database: Database;
  storage: Storage;
  inspect: (fileId: string) => Promise<PdfInspection>;
  changes: Changes;
  trail: Pick<Trail, 'transaction'>;
  maxUploadBytes: number;
  room: Pick<DiskRoom, 'hold'>;
  log: Logger;
}): FileService {
  const { database, storage, changes, trail, log } = parts;
  const oneAtATime = createOneAtATime();
  const unrecorded = createUnrecordedBytes({ database, storage, log, oneAtATime });
  const upload = createUpload({ ...parts, oneAtATime, unrecorded });
  const underWay = new Set<Promise<unknown>>();
  const storedBytes = createStoredBytes({ storage, log });
  const readable = createReadableFiles({ database, changes });

  return {
    requireUploader: requireManager,

    async receive(actor, chunk) {
      // Only administrators upload, and every administrator may go on with what another one began.
      const ownerId = requireManager(actor);
      const receiving = upload.receive(ownerId, chunk);
      underWay.add(receiving);
      try {
        return await receiving;
      } finally {
        underWay.delete(receiving);
      }
    },

    async get(actor, id) {
      const found = await readable.find(id);
      if (found && isGivenTo(actor, found)) return found;
      const pending = mayManage(actor) ? await database.files.find(id) : null;
      if (!pending || pending.isFinished) throw notFound();
      // All of it has come and a process was killed before it was joined: a client takes that for finished, so it must be.
      return pending.chunksHeld.length === pending.chunksTotal ? upload.finish(id) : pending;
    },

    async list(actor, query, search) {
      requireManager(actor);
      return database.files.list(query, search);
    },

    async update(actor, id, { name: sentName, permissions }) {
      requireManager(actor);
      const file = await database.files.find(id);
      if (!file?.isFinished) throw notFound();
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
      if (!changed) throw notFound();
      changes.tell({ subject: 'file', action: 'update', file: changed });
      return changed;
    },

    async remove(actor, id) {
      requireManager(actor);
      let file = await database.files.find(id);
      if (!file) throw notFound();
      if (!file.isFinished) {
        await upload.drop(id);
        // Unless its last chunk came just before: then there is a finished file to remove.
        file = await database.files.find(id);
        if (!file?.isFinished) return;
      }
      // The record goes first: a record never points at missing bytes, and the sweep removes bytes noted as removed.
      const { name } = file;
      await trail.transaction(async ({ files, materials }, note) => {
        if ((await materials.usesOfFile(id)) !== 'none') {
          throw new Problem(
            'general_resource_locked',
            'A material uses this file. Delete the material and empty the trash first.',
          );
        }
        await files.remove(id);
        await note({ action: 'file deleted', subjectId: id, title: name });
      });
      changes.tell({ subject: 'file', action: 'delete', file });
      await unrecorded.remove(id);
    },

    async getReadable(actor, id) {
      const found = await readable.find(id);
      if (!found || !isGivenTo(actor, found)) throw notFound();
      return found;
    },

    bytesOf: (file) => storedBytes(file),
    pathForProxy: (id) => storage.relativePath(id),
    isShown: (id) => database.materials.isFileShown(id),

    removeBytes: (id) => unrecorded.remove(id),

    sweep: ({ untouchedSince, signal = new AbortController().signal }) =>
      sweepFiles({ database, storage, upload, unrecorded, log, untouchedSince, signal }),

    async settle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** A file that was replaced by another one is for administrators only, who may delete it or use it again. */
function isGivenTo(actor: Actor, file: FileRecord): boolean {
  return mayRead(actor, file.permissions) && (!file.isReleased || mayManage(actor));
}

/** Answers who it is. */
function requireManager(actor: Actor): string {
  if (mayManage(actor) && actor.role !== 'visitor') return actor.userId;
  throw new Problem('user_unauthorized', 'The current user is not authorized to perform the requested action.');
}

function notFound(): Problem {
  return new Problem('storage_file_not_found', 'The requested file could not be found.');
}
