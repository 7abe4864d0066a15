import type { Bytes, Codec } from '#server/upkeep/backup/format/codec.ts';

/** The target of a backup: a folder with several backups, or one archive. One writer at a time. */
export interface BackupTarget {
  /** Encryption with the key of the backups that already exist in the target, if there are any. */
  readonly codec: Codec;
  /** The number of the next snapshot. */
  readonly nextNumber: number;
  /** True if the entry exists with all its bytes. */
  has(name: string, sizeBytes: number): Promise<boolean>;
  /** Writes an entry, completely or not at all. */
  put(name: string, sizeBytes: number, bytes: Bytes): Promise<void>;
  /** Called after the last entry. The backup is then complete and survives a power cut. */
  finish(): Promise<void>;
  /**
   * Closes the target. The part that was written stays, to be resumed later; `drop` removes parts that can't be
   * resumed.
   */
  close(options?: { drop: boolean }): Promise<void>;
}

/** The encryption of a new backup; existing backups in the same target must have the same passphrase. */
export type Locking = { passphrase: string | null; workFactor?: number };

/** True for one archive: the name ends in `.tar`. Otherwise a backup is a folder. */
export const isArchive = (target: string) => target.endsWith('.tar');

/** Writes an entry with the codec of the target. */
export async function putSealed(target: BackupTarget, name: string, sizeBytes: number, bytes: Bytes): Promise<void> {
  const sealed = await target.codec.seal(bytes, sizeBytes);
  await target.put(name, sealed.sizeBytes, sealed.bytes);
}
