import type { SQLInputValue } from 'node:sqlite';
import type { PageSource } from '#contract/search.ts';
import { packLines, packText, unpackLines, unpackText } from './pack-page.ts';
import type { TextsFile } from './texts-file.ts';
import type { DocumentText, PageText, Texts } from './texts.ts';

/** The functions of the port that work on the file, without promises: they run in its thread. */
export type TextsEngine = {
  [Name in Exclude<keyof Texts, 'close'>]: (...given: Parameters<Texts[Name]>) => Awaited<ReturnType<Texts[Name]>>;
};

type Row = Record<string, unknown>;

const waitsForText = 0;
const waitsForOcr = 1;
const wasRead = 2;
const hasFailed = 3;

const documentColumns =
  'sha256, page_count, skipped_pages, recipe, version, waiting_text + waiting_ocr as waiting, read, failed';

/** The SQL on texts. */
export function createTextsEngine({ prepare, transaction }: TextsFile): TextsEngine {
  const get = (sql: string, ...given: SQLInputValue[]): Row | undefined => prepare(sql).get(...given);
  const all = (sql: string, ...given: SQLInputValue[]): Row[] => prepare(sql).all(...given);
  const run = (sql: string, ...given: SQLInputValue[]): number => Number(prepare(sql).run(...given).changes);

  const findId = (sha256: string): number | null => {
    const row = get('select id from documents where sha256 = ?', sha256);
    return row ? Number(row['id']) : null;
  };

  /** Changes a document in one transaction and counts its pages anew. `otherwise` when it was never begun. */
  function change<Result>(sha256: string, otherwise: Result, work: (id: number) => Result): Result {
    return transaction(() => {
      const id = findId(sha256);
      if (id === null) return otherwise;
      const result = work(id);
      finish(id);
      return result;
    });
  }

  function finish(id: number): void {
    const counts = [waitsForText, waitsForOcr, wasRead, hasFailed].map((state) =>
      Number(get('select count(*) as count from pages where document = ? and state = ?', id, state)?.['count']),
    );
    run('update versions set last = last + 1');
    run(
      `update documents set waiting_text = ?, waiting_ocr = ?, read = ?, failed = ?,
        version = (select last from versions) where id = ?`,
      ...counts,
      id,
    );
  }

  function list(condition: string, { limit, offset }: { limit: number; offset: number }) {
    const total = Number(get(`select count(*) as count from documents where ${condition}`)?.['count']);
    const rows = all(
      `select ${documentColumns} from documents where ${condition} order by id limit ? offset ?`,
      limit,
      offset,
    );
    return { total, documents: rows.map(toDocument) };
  }

  const pagesOf = (id: number, state: number, limit: number) =>
    all(
      'select page, reason, tries from pages where document = ? and state = ? order by page limit ?',
      id,
      state,
      limit,
    );

  return {
    begin({ sha256, pageCount, recipe, skippedPages = 0 }) {
      return transaction(() => {
        const known = get('select id, recipe, page_count from documents where sha256 = ?', sha256);
        if (known?.['recipe'] === recipe && known['page_count'] === pageCount) return false;
        let id = known ? Number(known['id']) : null;
        if (id === null) {
          run(
            'insert into documents (sha256, page_count, skipped_pages, recipe, version) values (?, ?, ?, ?, 0)',
            sha256,
            pageCount,
            skippedPages,
            recipe,
          );
          id = findId(sha256) ?? 0;
        } else {
          run('delete from pages where document = ?', id);
          run(
            'update documents set page_count = ?, skipped_pages = ?, recipe = ? where id = ?',
            pageCount,
            skippedPages,
            recipe,
            id,
          );
        }
        run(
          `with recursive counted (page) as (select 1 union all select page + 1 from counted where page < ?)
            insert into pages (document, page) select ?, page from counted where ? > 0`,
          pageCount,
          id,
          pageCount,
        );
        finish(id);
        return true;
      });
    },

    find(sha256) {
      const row = get(`select ${documentColumns} from documents where sha256 = ?`, sha256);
      return row ? toDocument(row) : null;
    },

    store(sha256, pages) {
      // Packed outside the transaction.
      const packed = pages.map((page) => ({
        ...page,
        text: packText(page.text),
        lines: page.lines && packLines(page.lines),
      }));
      change(sha256, undefined, (id) => {
        for (const { page, source, confidence, text, lines } of packed)
          run(
            `update pages set state = ${wasRead}, tries = 0, reason = null, source = ?, confidence = ?, text = ?, lines = ?
              where document = ? and page = ?`,
            source,
            confidence,
            text,
            lines,
            id,
            page,
          );
      });
    },

    awaitRecognition(sha256, pages) {
      change(sha256, undefined, (id) => {
        for (const page of pages)
          run(
            `update pages set state = ${waitsForOcr}, tries = 0, reason = null, source = null, confidence = null,
              text = null, lines = null where document = ? and page = ?`,
            id,
            page,
          );
      });
    },

    fail(sha256, pages, { reason, tries }) {
      change(sha256, undefined, (id) => {
        for (const page of typeof pages === 'number' ? [pages] : pages)
          run(
            `update pages set state = ${hasFailed}, tries = ?, reason = ?, source = null, confidence = null, text = null,
              lines = null where document = ? and page = ?`,
            tries,
            reason,
            id,
            page,
          );
      });
    },

    retry(sha256) {
      return change(sha256, 0, (id) =>
        run(
          `update pages set state = ${waitsForText}, tries = 0, reason = null where document = ? and state = ${hasFailed}`,
          id,
        ),
      );
    },

    readPage(sha256, page) {
      const row = get(
        `select page, source, confidence, text, lines from pages
          where document = (select id from documents where sha256 = ?) and page = ? and state = ${wasRead}`,
        sha256,
        page,
      );
      if (!row) return null;
      const lines = row['lines'];
      return { ...toPage(row), lines: lines === null ? null : unpackLines(lines as Uint8Array) };
    },

    readPages: (sha256, from, limit) =>
      all(
        `select page, source, confidence, text from pages
          where document = (select id from documents where sha256 = ?) and page >= ? and state = ${wasRead}
          order by page limit ?`,
        sha256,
        from,
        limit,
      ).map(toPage),

    listWaiting(limit, need) {
      const conditions = { text: 'waiting_text > 0', ocr: 'waiting_ocr > 0' };
      const condition = need ? conditions[need] : `(${conditions.text} or ${conditions.ocr})`;
      return all(`select ${documentColumns} from documents where ${condition} order by id limit ?`, limit).map(
        toDocument,
      );
    },

    listFailed: (page) => list('failed > 0', page),
    listUnread: (page) => list('(waiting_text > 0 or waiting_ocr > 0)', page),

    listWaitingPages(sha256, limit, need) {
      const id = findId(sha256);
      if (id === null) return [];
      const waitingFor = (each: 'text' | 'ocr') =>
        need !== undefined && need !== each
          ? []
          : pagesOf(id, each === 'text' ? waitsForText : waitsForOcr, limit).map(({ page }) => ({
              page: Number(page),
              for: each,
            }));
      return [...waitingFor('text'), ...waitingFor('ocr')].sort((one, other) => one.page - other.page).slice(0, limit);
    },

    listFailedPages(sha256, limit) {
      const id = findId(sha256);
      if (id === null) return [];
      return pagesOf(id, hasFailed, limit).map(({ page, reason, tries }) => ({
        page: Number(page),
        reason: String(reason),
        tries: Number(tries),
      }));
    },

    listRecognised(sha256) {
      const rows = all(
        `select min(page) as first, max(page) as last from (
            select page, page - row_number() over (order by page) as run from pages
            where document = (select id from documents where sha256 = ?) and state = ${wasRead} and source = 'ocr'
          ) group by run order by first`,
        sha256,
      );
      return rows.map(({ first, last }) => [Number(first), Number(last)]);
    },

    count(sha256s) {
      const sums =
        'coalesce(sum(waiting_text + waiting_ocr), 0) as waiting, coalesce(sum(read), 0) as read, coalesce(sum(failed), 0) as failed';
      const row = sha256s
        ? get(
            `select ${sums} from documents where sha256 in (select value from json_each(?))`,
            JSON.stringify([...sha256s]),
          )
        : get(`select ${sums} from documents`);
      return { waiting: Number(row?.['waiting']), read: Number(row?.['read']), failed: Number(row?.['failed']) };
    },

    forget(sha256) {
      transaction(() => run('delete from documents where sha256 = ?', sha256));
    },

    digests: () => all('select sha256 from documents order by id').map((row) => String(row['sha256'])),
  };
}

function toDocument(row: Row): DocumentText {
  return {
    sha256: String(row['sha256']),
    pageCount: Number(row['page_count']),
    skippedPages: Number(row['skipped_pages']),
    recipe: Number(row['recipe']),
    version: Number(row['version']),
    waiting: Number(row['waiting']),
    read: Number(row['read']),
    failed: Number(row['failed']),
  };
}

function toPage(row: Row): Omit<PageText, 'lines'> {
  return {
    page: Number(row['page']),
    // Only the sources of the contract are stored.
    source: row['source'] as PageSource,
    text: unpackText(row['text'] as Uint8Array),
    confidence: row['confidence'] === null ? null : Number(row['confidence']),
  };
}
