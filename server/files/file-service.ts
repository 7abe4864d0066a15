import type { Readable } from 'node:stream';
import type { Actor } from '#domain/account.ts';
import type { ListQuery } from '#contract/query.ts';
import type { FileRecord } from '#server/database/database.ts';

/** One request of an upload (contract 5.2): a whole small file, or one chunk. */
export type IncomingChunk = {
  /** The field `fileId`, or the header `x-appwrite-id` when that was sent; `unique()` asks for one to be made. */
  fileId: string;
  /** True when the id came by `x-appwrite-id`. */
  isContinuation: boolean;
  name: string;
  folder: string;
  /** The parsed `content-range`, or null for a single request. Bytes, inclusive. */
  range: { first: number; last: number; total: number } | null;
  bytes: Readable;
};

/** Everything that may be done with stored files, and who may do it. Throws `Problem`. */
export interface FileService {
  /** Throws unless the actor may upload; called before a body is read, so that an anonymous upload costs nothing. */
  requireUploader(actor: Actor): void;
  /** Takes a chunk or a whole file; the last chunk in finishes the file exactly once. `isNew` tells 201 from 200. */
  receive(actor: Actor, chunk: IncomingChunk): Promise<{ file: FileRecord; isNew: boolean }>;
  /** Finished files for everybody who may see them, pending ones for their owner. Files used only by trash are not found. */
  get(actor: Actor, id: string): Promise<FileRecord>;
  list(actor: Actor, query: ListQuery, search: string | null): Promise<{ total: number; files: FileRecord[] }>;
  rename(actor: Actor, id: string, change: { name?: string }): Promise<FileRecord>;
  /** Refused with 409 `general_resource_locked` while a material uses it. */
  remove(actor: Actor, id: string): Promise<void>;
  /** A finished file that may be read now, for the byte routes. Throws `storage_file_not_found`. */
  getReadable(actor: Actor, id: string): Promise<FileRecord>;
  /** Drops pending uploads a day old and bytes no record knows; called by the clock. */
  sweep(now: number): Promise<{ uploads: number; strays: number }>;
}
