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
  | { subject: 'purged'; materials: readonly Material[] };

/** What became of one thing. Many materials that were changed at once are one change, announced once. */
export type SingleChange =
  MaterialChange | { subject: 'file'; action: 'create' | 'update' | 'delete'; file: FileRecord };

export type MaterialChange =
  | { subject: 'material'; action: 'create' | 'delete'; material: Material }
  | { subject: 'material'; action: 'update'; material: Material; before: Material };

export interface Changes {
  tell(change: Change): void;
  /** Adds a listener and returns a function that removes it. */
  listen(listener: (change: Change) => void): () => void;
  /** Different after every change and every start: a client with the same one has missed nothing. */
  readonly revision: string;
}

/** A list of listeners in this process. One that throws does not affect the others. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(change: Change) => void>();
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return {
    get revision() {
      return `${start}.${count}`;
    },
    tell(change) {
      count += 1;
      for (const listener of listeners) {
        try {
          listener(change);
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
