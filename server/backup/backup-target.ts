import type { Bytes, Codec } from './codec.ts';

/** Where a backup is written: a folder that grows, or one archive. One writer at a time. */
export interface BackupTarget {
  /** What is kept already decides how: encrypted or not, and with which key. */
  readonly codec: Codec;
  /** The number of the next snapshot. */
  readonly nextNumber: number;
  /** Whether these bytes are there whole. */
  has(name: string, sizeBytes: number): Promise<boolean>;
  /** Writes an entry, which is there whole once this resolves, or not at all. */
  put(name: string, sizeBytes: number, bytes: Bytes): Promise<void>;
  /** After the last entry: the backup is complete, and survives a power cut. */
  finish(): Promise<void>;
  /** Leaves what was written so far, to go on with later; `drop` removes what is of no use then. */
  close(options?: { drop: boolean }): Promise<void>;
}

/** How the bytes of a new backup are kept; the passphrase of one that is there must be the same. */
export type Locking = { passphrase: string | null; workFactor?: number };
