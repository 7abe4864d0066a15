import type { StatementSync } from 'node:sqlite';
import { isMaterial, keyOf, pagesPerMaterial } from '#server/engines/search-index/page-keys.ts';
import {
  readPageWords,
  termsOfMaterial,
  termsOfPage,
  type PageWords,
} from '#server/engines/search-index/page-terms.ts';
import type { IndexedPage } from '#server/engines/search-index/search-index.ts';
import { digestOf, textWords } from '#server/engines/search-index/text-words.ts';
import { packWords } from '#server/engines/search-index/word-stream.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Writes the rows of pages: their words in order, their terms, and the resulting counts of words. */
export function createPageRows(prepare: (sql: string) => StatementSync, vocabulary: Vocabulary) {
  const readStream = (id: number): Uint8Array | null => {
    const row = prepare('select words from pages where id = ?').get(id);
    return row ? (row['words'] as Uint8Array) : null;
  };

  const read = (stream: Uint8Array) => readPageWords(stream, vocabulary.stemOf);

  /** Counts each word once per page; counts words of the material itself separately. */
  function count({ words, stems, length }: PageWords, change: 1 | -1, ofMaterial: boolean): void {
    for (const word of words) vocabulary.countWord(word, change);
    for (const stem of stems.keys()) vocabulary.countStem(stem, change, ofMaterial);
    if (!ofMaterial) vocabulary.countPage(change, change * length);
  }

  function removePage(id: number): void {
    const stream = readStream(id);
    if (!stream) return;
    count(read(stream), -1, isMaterial(id));
    prepare('delete from pages where id = ?').run(id);
    prepare('delete from terms where rowid = ?').run(id);
  }

  function putTerms(id: number, terms: string): void {
    prepare('insert into terms (rowid, tokens) values (?, ?)').run(id, terms);
  }

  /**
   * Stores a page. `material` has the words of title, subject and similar texts; null for the row of the material
   * itself.
   */
  function putPage(id: number, digest: number, stream: Uint8Array, material: PageWords | null): void {
    removePage(id);
    const page = read(stream);
    prepare('insert into pages (id, digest, words) values (?, ?, ?)').run(id, digest, stream);
    putTerms(id, isMaterial(id) ? termsOfMaterial(page) : termsOfPage(page, material));
    count(page, 1, isMaterial(id));
  }

  function readMaterial(sequence: number): PageWords | null {
    const stream = readStream(keyOf(sequence, 0));
    return stream ? read(stream) : null;
  }

  function pagesOf(sequence: number): number[] {
    const first = keyOf(sequence, 0);
    const rows = prepare('select id from pages where id > ? and id < ?').all(first, first + pagesPerMaterial);
    return rows.map((row) => Number(row['id']));
  }

  /** Stores the material itself. Its terms also belong to its pages, which are written again. */
  function putMaterial(sequence: number, text: string): void {
    const key = keyOf(sequence, 0);
    const digest = digestOf(text);
    if (digestAt(key) === digest) return;
    const stream = toStream(text, vocabulary);
    putPage(key, digest, stream, null);
    const material = read(stream);
    for (const page of pagesOf(sequence)) {
      const words = readStream(page);
      if (!words) continue;
      prepare('delete from terms where rowid = ?').run(page);
      putTerms(page, termsOfPage(read(words), material));
    }
  }

  /** Stores pages; skips pages whose text has not changed. */
  function putPages(sequence: number, pages: readonly IndexedPage[]): void {
    const material = readMaterial(sequence);
    for (const { page, text } of pages) {
      const key = keyOf(sequence, page);
      const digest = digestOf(text);
      if (digestAt(key) === digest) continue;
      const stream = toStream(text, vocabulary);
      if (stream.length === 0) removePage(key);
      else putPage(key, digest, stream, material);
    }
  }

  const digestAt = (key: number) => prepare('select digest from pages where id = ?').get(key)?.['digest'];

  return { putMaterial, putPages, removePage, pagesOf };
}

/** Returns the words of a text in their order, as numbers. */
function toStream(text: string, vocabulary: Vocabulary): Uint8Array {
  return packWords(textWords(text).map((word) => ({ id: vocabulary.find(word), isAlso: word.isAlso })));
}
