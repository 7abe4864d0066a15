import { LRUCache } from 'lru-cache';

/** Notes events by key, to find out if one happened since a moment. Stores only the latest notes. */
export interface Recent {
  note(key: string): void;
  /** Returns a moment for `since`. */
  moment(): number;
  since(key: string, moment: number): boolean;
}

/** Maximum number of notes, far more than there can be while one picture is made. */
const maxNotes = 10_000;

export function createRecent(): Recent {
  const notes = new LRUCache<string, number>({ max: maxNotes });
  let count = 0;
  return {
    note(key) {
      count += 1;
      notes.set(key, count);
    },
    moment: () => count,
    since: (key, moment) => (notes.peek(key) ?? 0) > moment,
  };
}
