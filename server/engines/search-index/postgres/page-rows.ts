import { isMaterial, keyOf, pagesPerMaterial } from '#server/engines/search-index/page-keys.ts';
import {
  readPageWords,
  termsOfMaterial,
  termsOfPage,
  type PageWords,
} from '#server/engines/search-index/page-terms.ts';
import type { IndexedPage } from '#server/engines/search-index/search-index.ts';
import { digestOf, textWords } from '#server/engines/search-index/text-words.ts';
import { packWords, visitWords } from '#server/engines/search-index/word-stream.ts';
import { listed, type IndexTables } from './index-tables.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { createWordCounts } from './word-counts.ts';
import type { Query } from './write-transactions.ts';

type PageParts = {
  query: Query;
  tables: IndexTables;
  vocabulary: Vocabulary;
  counts: ReturnType<typeof createWordCounts>;
};

/** A page in its stored form: its words in their order (word-stream.ts), and the digest of its text. */
type StoredPage = { key: number; digest: number; stream: Buffer };

/** Reads and removes the rows of pages. */
function createStoredPages({ query, tables, vocabulary, counts }: PageParts) {
  /** Returns the pages that match the condition, in order of key; their stems are known then. */
  async function readPages(condition: string, values: readonly unknown[], limit?: number): Promise<StoredPage[]> {
    const rows = await query<{ key: number; digest: number; words: Buffer }>(
      `select key, digest, words from ${tables.pages} where ${condition} order by key limit ${limit ?? 'all'}`,
      values,
    );
    const stored = rows.map(({ key, digest, words }) => ({ key, digest, stream: words }));
    const ids = new Set<number>();
    for (const { stream } of stored) visitWords(stream, (id) => ids.add(id));
    await vocabulary.learnStems(query, ids);
    return stored;
  }

  const readWords = (stream: Uint8Array) => readPageWords(stream, vocabulary.stemOf);

  async function removePages(condition: string, values: readonly unknown[]): Promise<void> {
    const removed = await readPages(condition, values);
    if (removed.length === 0) return;
    for (const { key, stream } of removed) counts.count(readWords(stream), -1, isMaterial(key));
    const keys = [JSON.stringify(removed.map(({ key }) => key))];
    await query(`delete from ${tables.pages} where key = ${listed.numbers(1)}`, keys);
    await query(`delete from ${tables.terms} where key = ${listed.numbers(1)}`, keys);
  }

  return { readPages, readWords, removePages };
}

/** Pages whose terms are written in one statement. */
const pagesAtOnce = 64;
/** The type `tsvector` has a limit of one megabyte. Only a hostile page has more terms than this. */
const maxTerms = 80_000;

/** Writes the rows of pages: their words in order, their terms, and the resulting counts of words. */
export function createPageRows(parts: PageParts) {
  const { query, tables, vocabulary, counts } = parts;
  const { readPages, readWords, removePages } = createStoredPages(parts);

  async function putTerms(rows: readonly { key: number; terms: string }[]): Promise<void> {
    await query(
      `insert into ${tables.terms} (key, terms) select * from unnest($1::bigint[], $2::text[])
        on conflict (key) do update set terms = excluded.terms`,
      [rows.map(({ key }) => key), rows.map(({ terms }) => limitTerms(terms))],
    );
  }

  async function putStreams(rows: readonly StoredPage[], material: PageWords | null): Promise<void> {
    if (rows.length === 0) return;
    await query(
      `insert into ${tables.pages} (key, digest, words)
        select key, digest, decode(words, 'hex') from unnest($1::bigint[], $2::bigint[], $3::text[]) as given (key, digest, words)`,
      [rows.map(({ key }) => key), rows.map(({ digest }) => digest), rows.map(({ stream }) => stream.toString('hex'))],
    );
    const pages = rows.map(({ key, stream }) => ({ key, words: readWords(stream) }));
    await putTerms(
      pages.map(({ key, words }) => ({
        key,
        terms: isMaterial(key) ? termsOfMaterial(words) : termsOfPage(words, material),
      })),
    );
    for (const { key, words } of pages) counts.count(words, 1, isMaterial(key));
  }

  /** Returns the words of texts in their order; all of them get numbers first. */
  async function toStreams(texts: readonly string[]): Promise<Buffer[]> {
    const split = texts.map(textWords);
    await vocabulary.learn(query, split.flat());
    return split.map((words) =>
      Buffer.from(packWords(words.map((word) => ({ id: vocabulary.numberOf(word), isAlso: word.isAlso })))),
    );
  }

  async function readMaterial(sequence: number): Promise<PageWords | null> {
    const [stored] = await readPages('key = $1', [keyOf(sequence, 0)]);
    return stored ? readWords(stored.stream) : null;
  }

  /** Removes the pages of a material after this one. */
  const removePagesAfter = (sequence: number, page: number) =>
    removePages('key > $1 and key < $2', [keyOf(sequence, page), keyOf(sequence, 0) + pagesPerMaterial]);

  /** Stores the material itself; its terms are also those of its pages, which are written again. */
  async function putMaterial(sequence: number, text: string): Promise<void> {
    const key = keyOf(sequence, 0);
    const digest = digestOf(text);
    const [known] = await query<{ digest: number }>(`select digest from ${tables.pages} where key = $1`, [key]);
    if (known?.digest === digest) return;
    await removePages('key = $1', [key]);
    const [stream = Buffer.alloc(0)] = await toStreams([text]);
    await putStreams([{ key, digest, stream }], null);
    const material = readWords(stream);
    for (let last = key; ;) {
      const pages = await readPages('key > $1 and key < $2', [last, key + pagesPerMaterial], pagesAtOnce);
      if (pages.length > 0)
        await putTerms(pages.map((page) => ({ key: page.key, terms: termsOfPage(readWords(page.stream), material) })));
      if (pages.length < pagesAtOnce) return;
      last = pages.at(-1)?.key ?? last;
    }
  }

  /** Stores pages; those with unchanged text are skipped. */
  async function putPages(sequence: number, pages: readonly IndexedPage[]): Promise<void> {
    const asked = pages.map(({ page, text }) => ({ key: keyOf(sequence, page), digest: digestOf(text), text }));
    const keys = JSON.stringify(asked.map(({ key }) => key));
    const found = await query<{ key: number; digest: number }>(
      `select key, digest from ${tables.pages} where key = ${listed.numbers(1)}`,
      [keys],
    );
    const known = new Map(found.map(({ key, digest }) => [key, digest]));
    const changed = asked.filter(({ key, digest }) => known.get(key) !== digest);
    if (changed.length === 0) return;
    const replaced = changed.flatMap(({ key }) => (known.has(key) ? [key] : []));
    if (replaced.length > 0) await removePages(`key = ${listed.numbers(1)}`, [JSON.stringify(replaced)]);
    const material = await readMaterial(sequence);
    const streams = await toStreams(changed.map(({ text }) => text));
    const rows = changed.flatMap(({ key, digest }, index) => {
      const stream = streams[index];
      return stream && stream.length > 0 ? [{ key, digest, stream }] : [];
    });
    await putStreams(rows, material);
  }

  return { putMaterial, putPages, removePages, removePagesAfter };
}

function limitTerms(terms: string): string {
  const list = terms.split(' ', maxTerms);
  return list.length < maxTerms ? terms : list.join(' ');
}
