import type { SQLInputValue } from 'node:sqlite';
import type { TextsFile } from './texts-file.ts';
import type { Texts } from './texts.ts';

/** The functions of the port that work on the file, without promises, because they run in its thread. */
export type TextsEngine = {
  [Name in Exclude<keyof Texts, 'shared' | 'close'>]: (
    ...given: Parameters<Texts[Name]>
  ) => Awaited<ReturnType<Texts[Name]>>;
};

export type Row = Record<string, unknown>;

/** Statements on the file, with their parameters. */
export type TextRows = {
  get(sql: string, ...given: SQLInputValue[]): Row | undefined;
  all(sql: string, ...given: SQLInputValue[]): Row[];
  /** Returns the number of changed rows. */
  run(sql: string, ...given: SQLInputValue[]): number;
  transaction: TextsFile['transaction'];
  /** Returns the key of a document; null if it was never begun. */
  findId(sha256: string): number | null;
};

/** States of a page. */
export const waitsForText = 0;
export const waitsForOcr = 1;
export const wasRead = 2;
export const hasFailed = 3;

/** The condition of pages that still wait although extraction failed before; an index has exactly these pages. */
export const isPostponed = `tries > 0 and state < ${wasRead}`;

export function createTextRows({ prepare, transaction }: TextsFile): TextRows {
  const get: TextRows['get'] = (sql, ...given) => prepare(sql).get(...given);
  return {
    get,
    all: (sql, ...given) => prepare(sql).all(...given),
    run: (sql, ...given) => Number(prepare(sql).run(...given).changes),
    transaction,
    findId(sha256) {
      const row = get('select id from documents where sha256 = ?', sha256);
      return row ? Number(row['id']) : null;
    },
  };
}
