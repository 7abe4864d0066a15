import type { Bytes, Codec } from './codec.ts';

/** Where a backup is written: a folder with several backups, or one archive. One writer at a time. */
export interface BackupTarget {
  /** Encrypted or not, and with which key: as the backups that are there already. */
  readonly codec: Codec;
  /** The number of the next snapshot. */
  readonly nextNumber: number;
  /** Whether the entry is there with all its bytes. */
  has(name: string, sizeBytes: number): Promise<boolean>;
  /** Writes an entry, which is there whole or not at all. */
  put(name: string, sizeBytes: number, bytes: Bytes): Promise<void>;
  /** Called after the last entry. The backup is then complete and survives a power cut. */
  finish(): Promise<void>;
  /** Leaves what was written so far, to be resumed later; `drop` removes what cannot be resumed. */
  close(options?: { drop: boolean }): Promise<void>;
}

/** How a new backup is encrypted; an existing one must have the same passphrase. */
export type Locking = { passphrase: string | null; workFactor?: number };

/** A backup is one archive if its name ends in `.tar`, otherwise a folder. */
export const isArchive = (target: string) => target.endsWith('.tar');

/** Writes an entry as the codec of the target says. */
export async function putSealed(target: BackupTarget, name: string, sizeBytes: number, bytes: Bytes): Promise<void> {
  const sealed = await target.codec.seal(bytes, sizeBytes);
  await target.put(name, sealed.sizeBytes, sealed.bytes);
}
