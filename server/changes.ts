import { randomBytes } from 'node:crypto';
import type { Material } from '#domain/material.ts';
import type { FileRecord } from './database/database.ts';

/**
 * A change on the shelf, announced after it is durable. A deleted material or file is passed as it last was, and
 * a changed material with what it was `before`. Listeners: the cached pages and lists, realtime, the cache of readable
 * files, pictures and reading copies, the search index.
 */
export type Change =
  | SingleChange
  | { subject: 'materials'; changes: readonly MaterialChange[] }
  /** Materials in the trash that were deleted for good: their pages no longer say where they were filed. */
  | { subject: 'purged'; materials: readonly Material[] }
  /** Anything may have changed: this node has missed what others changed, or it was too much to be listed. */
  | { subject: 'anything' };

/** What became of one thing. Many materials that were changed at once are one change, announced once. */
export type SingleChange =
  | MaterialChange
  | { subject: 'file'; action: 'create' | 'update' | 'delete'; file: FileRecord };

export type MaterialChange =
  | { subject: 'material'; action: 'create' | 'delete'; material: Material }
  | { subject: 'material'; action: 'update'; material: Material; before: Material };

/** Made by this process, or by another node over the same database. */
export type Origin = 'here' | 'elsewhere';

export interface Changes {
  tell(change: Change, origin?: Origin): void;
  /** Adds a listener and returns a function that removes it. */
  listen(listener: (change: Change, origin: Origin) => void): () => void;
  /**
   * Different after every change: a client with the same one has missed nothing. Of one process it is different after
   * every start as well; nodes over one database that are equally up to date have the same one.
   */
  readonly revision: string;
  /** How many changes were told that were made here. */
  readonly toldHere: number;
  /**
   * All changes up to this position in the log of changes have been told, those made here as far as `toldHere` was this
   * when the log was read.
   */
  arriveAt(position: number, toldHere: number): void;
}

/** A list of listeners in this process. One that throws does not affect the others. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(change: Change, origin: Origin) => void>();
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  let toldHere = 0;
  let arrived: { position: number; toldHere: number } | null = null;
  return {
    get revision() {
      if (!arrived) return `${start}.${count}`;
      // What was made here and not yet found in the log moves the revision as well.
      const isEven = arrived.toldHere === toldHere;
      return isEven ? String(arrived.position) : `${arrived.position}.${start}.${toldHere}`;
    },
    get toldHere() {
      return toldHere;
    },
    arriveAt(position, told) {
      arrived = { position, toldHere: told };
    },
    tell(change, origin = 'here') {
      count += 1;
      if (origin === 'here') toldHere += 1;
      for (const listener of listeners) {
        try {
          listener(change, origin);
        } catch (error) {
          onError(error);
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
