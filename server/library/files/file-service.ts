import type { Actor } from '#domain/account.ts';
import type { TurnedPages } from '#domain/page-turns.ts';
import type { ListQuery } from '#contract/query.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { AddressHeaders } from '#server/engines/storage/storage.ts';
import type { ByteSource } from './byte-source.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import type { Swept } from './sweep-files.ts';

/** A stored file, or one that is still being uploaded, as services return it. */
export type StoredFile = FileRecord;

/** All operations on stored files, with their permissions. Throws `Problem`. */
export interface FileService {
  /** Throws unless the actor may upload. Call it before reading a body, so that a refused upload costs nothing. */
  requireUploader(actor: Actor): void;
  /**
   * Receives a chunk or a whole file. The chunk that completes the file finishes it, exactly once. `isNew` decides
   * between 201 and 200. A single request may be as large as any upload: it is streamed to the store as one part, so
   * that memory does not grow with its size. Never destroys `bytes`: after a refusal they are discarded, so that the
   * response can be sent.
   */
  receive(actor: Actor, chunk: IncomingChunk): Promise<{ file: StoredFile; isNew: boolean }>;
  /**
   * Returns finished files to those who may read them, and pending ones to those who may continue them. All other
   * files, and files used only in the trash, are not found. A file that is used is found only by those who may read a
   * material that uses it.
   */
  get(actor: Actor, id: string): Promise<StoredFile>;
  /** Lists files; only for administrators, because a list would reveal unpublished files. */
  list(actor: Actor, query: ListQuery, search: string | null): Promise<{ total: number; files: StoredFile[] }>;
  /** Changes the name or the permissions. Rejects a name that is empty after cleaning. */
  update(actor: Actor, id: string, change: { name?: string; permissions?: readonly string[] }): Promise<StoredFile>;
  /**
   * Sets the degrees clockwise by which pages of a PDF are shown rotated, in addition to the rotation in the file;
   * other pages stay the same. Applies to all files with these bytes.
   */
  turnPages(actor: Actor, id: string, turned: readonly Omit<TurnedPages, 'isByHand'>[]): Promise<StoredFile>;
  /**
   * Removes a file, or cancels a pending upload. Throws `general_resource_locked` (409) if a material uses the file,
   * even one in the trash.
   */
  remove(actor: Actor, id: string): Promise<void>;
  /** Returns a finished file that the actor may read now, for the byte routes. Throws `storage_file_not_found`. */
  getReadable(actor: Actor, id: string): Promise<StoredFile>;
  /** Returns the bytes of a finished file. Missing or damaged files are logged and never sent in part. */
  bytesOf(file: StoredFile): ByteSource;
  /**
   * Returns the path of the bytes below the store's own folder, for a proxy that sends them itself (setting X_ACCEL);
   * null for a store without a folder.
   */
  pathForProxy(fileId: string): string | null;
  /**
   * Returns a URL from which a visitor gets the bytes directly from the store; null if there is no such URL, or if the
   * bytes are missing or damaged.
   */
  addressOf(file: StoredFile, headers: AddressHeaders): Promise<string | null>;
  /** True if a published material that everybody may read uses the file. */
  isShown(fileId: string): Promise<boolean>;
  /**
   * Removes the bytes of a file whose record is gone, unless it was uploaded again meanwhile. For other services only.
   */
  removeBytes(id: string): Promise<void>;
  /**
   * Makes records and bytes consistent again (sweep-files.ts). Called at start and every hour. With `isWhole` false,
   * leaves out the steps that list the whole store.
   */
  sweep(options: { untouchedSince: number; isWhole?: boolean; signal?: AbortSignal }): Promise<Swept>;
  /** Resolves once no upload is in progress. */
  settle(): Promise<void>;
}
