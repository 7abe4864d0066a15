import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { splitWords } from '#domain/search-text.ts';
import { keepStatements } from '#server/database/sqlite-connection.ts';
import { createVocabulary } from './vocabulary.ts';
import type { IndexedMaterial, IndexState, SearchIndex } from './search-index.ts';
import { packWords, visitWords, type StreamWord } from './word-stream.ts';

/** The key of a page is the sequence of its material times this, and the page. */
export const pagesPerMaterial = 65_536;

/** The functions of the port that write, without promises: they run in the writing thread. */
export type IndexWrites = {
  [Name in 'begin' | 'putPages' | 'finish' | 'remove' | 'list' | 'count' | 'idsOf']: (
    ...given: Parameters<SearchIndex[Name]>
  ) => Awaited<ReturnType<SearchIndex[Name]>>;
};

type Row = Record<string, unknown>;

export function createIndexWrites(database: DatabaseSync): IndexWrites {
  const prepare = keepStatements((sql) => database.prepare(sql));
  const get = (sql: string, ...given: SQLInputValue[]): Row | undefined => prepare(sql).get(...given);
  const run = (sql: string, ...given: SQLInputValue[]) => prepare(sql).run(...given);
  const vocabulary = createVocabulary(prepare);

  function transaction<Result>(work: () => Result): Result {
    if (database.isTransaction) database.exec('rollback');
    vocabulary.reset();
    database.exec('begin immediate');
    try {
      const result = work();
      vocabulary.flush();
      database.exec('commit');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      vocabulary.forget();
      throw error;
    }
  }

  const readStream = (id: number): Uint8Array | null => {
    const row = get('select words from pages where id = ?', id);
    return row ? (row['words'] as Uint8Array) : null;
  };

  /** The numbers of all words in it, each once. */
  function wordsIn(stream: Uint8Array): Set<number> {
    const ids = new Set<number>();
    visitWords(stream, (word) => ids.add(word));
    return ids;
  }

  function tokensOf(stream: Uint8Array, letter: 'p' | 'm'): string {
    const stems = new Set<number>();
    for (const word of wordsIn(stream)) stems.add(vocabulary.stemOf(word));
    return [...stems].map((stem) => letter + stem.toString(36)).join(' ');
  }

  /** Words are counted once for each page; those of the material itself count as one page. */
  function countWords(stream: Uint8Array, change: 1 | -1, isMaterial: boolean): void {
    const stems = new Set<number>();
    for (const word of wordsIn(stream)) {
      vocabulary.countWord(word, change);
      stems.add(vocabulary.stemOf(word));
    }
    for (const stem of stems) vocabulary.countStem(stem, change, isMaterial);
    if (!isMaterial) {
      const length = visitWords(stream, () => undefined);
      run('update totals set pages = pages + ?, words = words + ?', change, change * length);
    }
  }

  function toStream(text: string): Uint8Array {
    const words: StreamWord[] = [];
    for (const { exact, stem, also } of splitWords(text)) {
      words.push({ id: vocabulary.find(exact, stem), isAlso: false });
      for (const other of also ?? []) words.push({ id: vocabulary.find(other, other), isAlso: true });
    }
    return packWords(words);
  }

  function removePage(id: number): void {
    const stream = readStream(id);
    if (!stream) return;
    countWords(stream, -1, id % pagesPerMaterial === 0);
    run('delete from pages where id = ?', id);
    run('delete from terms where rowid = ?', id);
  }

  function putPage(id: number, digest: number, stream: Uint8Array, tokens: string): void {
    removePage(id);
    run('insert into pages (id, digest, words) values (?, ?, ?)', id, digest, stream);
    run('insert into terms (rowid, tokens) values (?, ?)', id, tokens);
    countWords(stream, 1, id % pagesPerMaterial === 0);
  }

  const firstOf = (sequence: number) => sequence * pagesPerMaterial;
  const metaTokens = (sequence: number) => {
    const stream = readStream(firstOf(sequence));
    return stream ? tokensOf(stream, 'm') : '';
  };

  function pagesOf(sequence: number): number[] {
    const first = firstOf(sequence);
    const rows = prepare('select id from pages where id > ? and id < ?').all(first, first + pagesPerMaterial);
    return rows.map((row) => Number(row['id']));
  }

  function begin({ sequence, id, sha256, texts }: IndexedMaterial): void {
    transaction(() => {
      const known = get('select sha256 from materials where sequence = ?', sequence);
      if (known && known['sha256'] !== sha256) for (const key of pagesOf(sequence)) removePage(key);
      run(
        `insert into materials (sequence, id, sha256) values (?, ?, ?)
          on conflict do update set id = excluded.id, sha256 = excluded.sha256, updated_at = null`,
        sequence,
        id,
        sha256,
      );
      // The weight of a text is how often it is there, for ranking.
      const text = texts.map((each) => `${each.text}\n`.repeat(each.weight)).join('\n');
      const digest = digestOf(text);
      const before = get('select digest from pages where id = ?', firstOf(sequence));
      if (before?.['digest'] === digest) return;
      const stream = toStream(text);
      const tokens = tokensOf(stream, 'm');
      putPage(firstOf(sequence), digest, stream, `z ${tokens}`);
      for (const key of pagesOf(sequence)) {
        const words = readStream(key);
        if (!words) continue;
        run('delete from terms where rowid = ?', key);
        run('insert into terms (rowid, tokens) values (?, ?)', key, `${tokensOf(words, 'p')} ${tokens}`);
      }
    });
  }

  return {
    begin,

    putPages(sequence, pages) {
      transaction(() => {
        if (!get('select 1 from materials where sequence = ?', sequence)) return;
        const meta = metaTokens(sequence);
        for (const { page, text } of pages) {
          const id = firstOf(sequence) + page;
          const digest = digestOf(text);
          const before = get('select digest from pages where id = ?', id);
          if (before?.['digest'] === digest) continue;
          const stream = toStream(text);
          if (stream.length === 0) removePage(id);
          else putPage(id, digest, stream, `${tokensOf(stream, 'p')} ${meta}`);
        }
      });
    },

    finish(sequence, { textVersion, updatedAt, lastPage }) {
      transaction(() => {
        for (const id of pagesOf(sequence)) if (id > firstOf(sequence) + lastPage) removePage(id);
        run(
          'update materials set text_version = ?, updated_at = ? where sequence = ?',
          textVersion,
          updatedAt,
          sequence,
        );
      });
    },

    remove(sequence) {
      transaction(() => {
        for (const id of pagesOf(sequence)) removePage(id);
        removePage(firstOf(sequence));
        run('delete from materials where sequence = ?', sequence);
      });
    },

    list({ after, limit }) {
      return prepare('select * from materials where sequence > ? order by sequence limit ?')
        .all(after, limit)
        .map(toState);
    },

    idsOf(sha256) {
      return prepare('select id from materials where sha256 = ? order by sequence')
        .all(sha256)
        .map((row) => String(row['id']));
    },

    count() {
      const row = get(
        `select (select count(*) from materials) as materials, (select pages from totals) as pages,
          (select count(*) from words) as words`,
      );
      return { materials: Number(row?.['materials']), pages: Number(row?.['pages']), words: Number(row?.['words']) };
    },
  };
}

function toState(row: Row): IndexState {
  const isFinished = row['updated_at'] !== null;
  return {
    sequence: Number(row['sequence']),
    id: String(row['id']),
    sha256: String(row['sha256']),
    textVersion: isFinished ? Number(row['text_version']) : null,
    updatedAt: isFinished ? String(row['updated_at']) : null,
  };
}

/** 48 bits, which a number holds exactly. */
function digestOf(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6);
}
