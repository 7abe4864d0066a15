import { LRUCache } from 'lru-cache';

/** Notes events by key, to find out whether one happened since a moment. Only the latest notes are stored. */
export interface Recent {
  note(key: string): void;
  /** Returns a moment for `since`. */
  moment(): number;
  since(key: string, moment: number): boolean;
}

/** Far more than can happen while one picture is made. */
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
