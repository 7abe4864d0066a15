import type { Material } from '#domain/material.ts';

/** Something on the shelf changed; told after it is durable. Listeners: the page cache, later realtime and search. */
export type Change =
  | { subject: 'material'; action: 'create' | 'update' | 'delete'; material: Material }
  | { subject: 'file'; action: 'create' | 'update' | 'delete'; fileId: string };

export interface Changes {
  tell(change: Change): void;
  /** Answers the way to stop listening. */
  listen(listener: (change: Change) => void): () => void;
}

/** An in-process list of listeners; one that throws does not keep the others from hearing. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell(change) {
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
