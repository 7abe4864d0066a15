import { createHash } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import { splitWords } from '#domain/search-text.ts';
import { isMaterial, pagesPerMaterial } from './page-keys.ts';
import type { IndexedPage } from './search-index.ts';
import type { Vocabulary } from './vocabulary.ts';
import { packWords, visitWords, type StreamWord } from './word-stream.ts';

/** The rows of pages: their words in order, their terms, and the counts of words that follow from them. */
export function createPageRows(prepare: (sql: string) => StatementSync, vocabulary: Vocabulary) {
  const readStream = (id: number): Uint8Array | null => {
    const row = prepare('select words from pages where id = ?').get(id);
    return row ? (row['words'] as Uint8Array) : null;
  };

  /** Words are counted once for each page; those of the material itself are counted apart. */
  function count({ words, stems, length }: Summary, change: 1 | -1, ofMaterial: boolean): void {
    for (const word of words) vocabulary.countWord(word, change);
    for (const stem of stems) vocabulary.countStem(stem, change, ofMaterial);
    if (!ofMaterial) vocabulary.countPage(change, change * length);
  }

  function removePage(id: number): void {
    const stream = readStream(id);
    if (!stream) return;
    count(summarise(stream, vocabulary), -1, isMaterial(id));
    prepare('delete from pages where id = ?').run(id);
    prepare('delete from terms where rowid = ?').run(id);
  }

  function putPage(id: number, digest: number, stream: Uint8Array, termsBeside: string): void {
    removePage(id);
    const summary = summarise(stream, vocabulary);
    prepare('insert into pages (id, digest, words) values (?, ?, ?)').run(id, digest, stream);
    const terms = `${termsOf(summary, isMaterial(id) ? 'm' : 'p')} ${termsBeside}`;
    prepare('insert into terms (rowid, tokens) values (?, ?)').run(id, terms);
    count(summary, 1, isMaterial(id));
  }

  /** The terms of title, subject and the like, for the rows of the pages. */
  const termsOfMaterial = (sequence: number) => {
    const stream = readStream(keyOf(sequence, 0));
    return stream ? termsOf(summarise(stream, vocabulary), 'm') : '';
  };

  function pagesOf(sequence: number): number[] {
    const first = keyOf(sequence, 0);
    const rows = prepare('select id from pages where id > ? and id < ?').all(first, first + pagesPerMaterial);
    return rows.map((row) => Number(row['id']));
  }

  /** Stores the material itself; its terms are also those of its pages, which are written again. */
  function putMaterial(sequence: number, text: string): void {
    const key = keyOf(sequence, 0);
    const digest = digestOf(text);
    if (digestAt(key) === digest) return;
    const stream = toStream(text, vocabulary);
    putPage(key, digest, stream, 'z');
    const terms = termsOfMaterial(sequence);
    for (const page of pagesOf(sequence)) {
      const words = readStream(page);
      if (!words) continue;
      prepare('delete from terms where rowid = ?').run(page);
      prepare('insert into terms (rowid, tokens) values (?, ?)').run(
        page,
        `${termsOf(summarise(words, vocabulary), 'p')} ${terms}`,
      );
    }
  }

  /** Stores pages; those with the same text as before are left alone. */
  function putPages(sequence: number, pages: readonly IndexedPage[]): void {
    const terms = termsOfMaterial(sequence);
    for (const { page, text } of pages) {
      const key = keyOf(sequence, page);
      const digest = digestOf(text);
      if (digestAt(key) === digest) continue;
      const stream = toStream(text, vocabulary);
      if (stream.length === 0) removePage(key);
      else putPage(key, digest, stream, terms);
    }
  }

  const digestAt = (key: number) => prepare('select digest from pages where id = ?').get(key)?.['digest'];

  return { putMaterial, putPages, removePage, pagesOf };
}

export const keyOf = (sequence: number, page: number) => sequence * pagesPerMaterial + page;

/** 48 bits, which a number holds exactly. */
function digestOf(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6);
}

/** The numbers of the words and stems of a page, each once, and how many places for words it has. */
type Summary = { words: ReadonlySet<number>; stems: ReadonlySet<number>; length: number };

function summarise(stream: Uint8Array, vocabulary: Vocabulary): Summary {
  const words = new Set<number>();
  const length = visitWords(stream, (word) => words.add(word));
  const stems = new Set<number>();
  for (const word of words) stems.add(vocabulary.stemOf(word));
  return { words, stems, length };
}

/** The terms of a page, `p`, or of the material itself, `m`. */
function termsOf({ stems }: Summary, letter: 'p' | 'm'): string {
  let terms = '';
  for (const stem of stems) terms += `${letter}${stem.toString(36)} `;
  return terms;
}

/** The words of a text in their order. */
function toStream(text: string, vocabulary: Vocabulary): Uint8Array {
  const words: StreamWord[] = [];
  for (const { exact, stem, also } of splitWords(text)) {
    words.push({ id: vocabulary.find(exact, stem), isAlso: false });
    for (const other of also ?? []) words.push({ id: vocabulary.find(other, other), isAlso: true });
  }
  return packWords(words);
}
