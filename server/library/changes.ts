import { randomBytes } from 'node:crypto';
import type { Material } from '#domain/material.ts';
import type { FileRecord } from '#server/engines/database/database.ts';

/**
 * A change event of the library, announced after the change is durable. A deleted material or file is passed in its
 * last state, and a changed material with its state `before`. Listeners: the cached pages and lists, realtime, the
 * cache of readable files, pictures and reading copies, the search index.
 */
export type Change =
  | SingleChange
  | { subject: 'materials'; changes: readonly MaterialChange[] }
  /** Materials in the trash that were deleted permanently: their pages no longer show their former subject. */
  | { subject: 'purged'; materials: readonly Material[] }
  /** Anything may have changed: this node has missed changes of others, or there were too many to list. */
  | { subject: 'anything' };

/** A change of one thing. A bulk edit of many materials is one event, announced once. */
export type SingleChange =
  | MaterialChange
  | { subject: 'file'; action: 'create' | 'update' | 'delete'; file: FileRecord };

export type MaterialChange =
  | { subject: 'material'; action: 'create' | 'delete'; material: Material }
  | { subject: 'material'; action: 'update'; material: Material; before: Material };

/** Made by this process, or by another node with the same database. */
export type Origin = 'here' | 'elsewhere';

export interface Changes {
  tell(change: Change, origin?: Origin): void;
  /** Adds a listener and returns a function that removes it. */
  listen(listener: (change: Change, origin: Origin) => void): () => void;
  /**
   * Different after every change: a client with the same one has missed nothing. With one process it is also
   * different after every start; nodes that share a database and are equally up to date have the same one.
   */
  readonly revision: string;
  /** Number of announced changes that were made by this process. */
  readonly toldHere: number;
  /**
   * Called when all changes up to this position in the change log have been announced, including those made here up
   * to the value of `toldHere` when the log was read.
   */
  arriveAt(position: number, toldHere: number): void;
}

/** Creates the list of listeners of this process. One that throws does not affect the others. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(change: Change, origin: Origin) => void>();
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  let toldHere = 0;
  let arrived: { position: number; toldHere: number } | null = null;
  return {
    get revision() {
      if (!arrived) return `${start}.${count}`;
      // Changes made here and not yet found in the log change the revision as well.
      const isEven = arrived.toldHere === toldHere;
      return isEven ? String(arrived.position) : `${arrived.position}.${start}.${toldHere}`;
    },
    get toldHere() {
      return toldHere;
    },
    arriveAt(position, announced) {
      arrived = { position, toldHere: announced };
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
