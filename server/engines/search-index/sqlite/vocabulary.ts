import type { StatementSync } from 'node:sqlite';
import { stemOf as stemOfText } from '#domain/search/search-text.ts';
import type { WordOfText } from '#server/engines/search-index/text-words.ts';

/** Maximum number of cached words: enough for several books; all others are looked up again. */
const maxKnown = 200_000;

export type Vocabulary = ReturnType<typeof createVocabulary>;

/**
 * Caches the numbers of words and stems, and the number of pages of each. Call `reset` at the beginning of a
 * transaction, `flush` at its end, `forget` after a rollback.
 */
export function createVocabulary(prepare: (sql: string) => StatementSync) {
  const numbers = new Map<string, number>();
  const stems = new Map<number, number>();
  const wordCounts = new Map<number, number>();
  const stemCounts = new Map<number, { pages: number; materials: number }>();

  const totals = { pages: 0, words: 0 };

  function findStem(stem: string): number {
    const row = prepare('select id from stems where stem = ?').get(stem);
    if (row) return Number(row['id']);
    return Number(prepare('insert into stems (stem) values (?)').run(stem).lastInsertRowid);
  }

  /** Returns the number of a word, and gives it one if it has none. */
  function find({ word }: Pick<WordOfText, 'word'>): number {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    const row = prepare('select id, stem from words where word = ?').get(word);
    let id = Number(row?.['id']);
    let stemId = Number(row?.['stem']);
    if (!row) {
      stemId = findStem(stemOfText(word));
      id = Number(prepare('insert into words (word, stem) values (?, ?)').run(word, stemId).lastInsertRowid);
    }
    if (numbers.size >= maxKnown) numbers.clear();
    numbers.set(word, id);
    noteStem(id, stemId);
    return id;
  }

  function noteStem(word: number, stem: number): void {
    if (stems.size >= maxKnown) stems.clear();
    stems.set(word, stem);
  }

  /** Returns the number of the stem of a word. */
  function stemOf(word: number): number {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const row = prepare('select stem from words where id = ?').get(word);
    const stem = Number(row?.['stem'] ?? 0);
    noteStem(word, stem);
    return stem;
  }

  return {
    find,
    stemOf,

    countWord(word: number, change: number): void {
      wordCounts.set(word, (wordCounts.get(word) ?? 0) + change);
    },

    countStem(stem: number, change: number, isMaterial: boolean): void {
      const counts = stemCounts.get(stem) ?? { pages: 0, materials: 0 };
      if (isMaterial) counts.materials += change;
      else counts.pages += change;
      stemCounts.set(stem, counts);
    },

    countPage(change: number, words: number): void {
      totals.pages += change;
      totals.words += words;
    },

    reset(): void {
      totals.pages = 0;
      totals.words = 0;
      wordCounts.clear();
      stemCounts.clear();
    },

    flush(): void {
      if (totals.pages !== 0 || totals.words !== 0)
        prepare('update totals set pages = pages + ?, words = words + ?').run(totals.pages, totals.words);
      const countWord = prepare('update words set pages = pages + ? where id = ?');
      for (const [word, change] of wordCounts) if (change !== 0) countWord.run(change, word);
      const countStem = prepare('update stems set pages = pages + ?, materials = materials + ? where id = ?');
      for (const [stem, { pages, materials }] of stemCounts)
        if (pages !== 0 || materials !== 0) countStem.run(pages, materials, stem);
    },

    forget(): void {
      numbers.clear();
      stems.clear();
    },
  };
}
