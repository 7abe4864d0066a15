import { randomBytes } from 'node:crypto';
import type { Material } from '#domain/material.ts';
import type { FileRecord } from '#server/engines/database/database.ts';

/**
 * A change event of the library, announced after the change is durable. The event has the last state of a deleted
 * material or file, and the previous state (`before`) of a changed material. Listeners: the cached pages and lists,
 * realtime, the cache of readable files, pictures and reading copies, the search index.
 */
export type Change =
  | SingleChange
  | { subject: 'materials'; changes: readonly MaterialChange[] }
  /** Materials were deleted from the trash permanently: their pages no longer show to which subject they belonged. */
  | { subject: 'purged'; materials: readonly Material[] }
  /** Anything may have changed: this node has missed changes of other nodes, or there were too many to list. */
  | { subject: 'anything' };

/** A change of one material or file. A bulk edit of many materials is one event, announced once. */
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
   * Text that differs after every change: a client that has the current one has missed nothing. With one process it
   * also differs after every start; nodes that share a database have the same text when they are equally up to date.
   */
  readonly revision: string;
  /** Number of changes announced so far that this process made itself. */
  readonly toldHere: number;
  /**
   * Called when all changes up to this position in the change log have been announced. `toldHere` is the value of the
   * property of that name when the log was read: changes made here up to that number are included.
   */
  arriveAt(position: number, toldHere: number): void;
}

/** Creates the list of listeners of this process. A listener that throws does not affect the others. */
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
