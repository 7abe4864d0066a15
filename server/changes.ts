import { randomBytes } from 'node:crypto';
import type { Material } from '#domain/material.ts';
import type { FileRecord } from './database/database.ts';

/**
 * Something on the shelf changed; told after it is durable. What was deleted is told as it last was.
 * Listeners: the page cache, realtime, the memory of readable files.
 */
export type Change =
  | { subject: 'material'; action: 'create' | 'update' | 'delete'; material: Material }
  | { subject: 'file'; action: 'create' | 'update' | 'delete'; file: FileRecord };

export interface Changes {
  tell(change: Change): void;
  /** Answers the way to stop listening. */
  listen(listener: (change: Change) => void): () => void;
  /** Another text after every change and every start: whoever holds the same one has missed nothing. */
  readonly revision: string;
}

/** An in-process list of listeners; one that throws does not keep the others from hearing. */
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
