import type { PageSource } from '#contract/search.ts';
import { unpackLines, unpackText } from './pack-page.ts';
import { waitsForOcr, waitsForText, wasRead, type Row, type TextRows, type TextsEngine } from './text-rows.ts';
import type { DocumentText, PageText } from './texts.ts';

type Lists =
  | 'find'
  | 'findSome'
  | 'listWaiting'
  | 'listUnread'
  | 'listWaitingPages'
  | 'listOutdated'
  | 'listScanned'
  | 'count'
  | 'listVersions';

const documentColumns =
  'sha256, page_count, skipped_pages, recipe, judgement, version, waiting_text + waiting_ocr as waiting, read, failed';
const sums =
  'coalesce(sum(waiting_text + waiting_ocr), 0) as waiting, coalesce(sum(read), 0) as read, coalesce(sum(failed), 0) as failed';

/** Returns a function that lists the documents with a condition, in the order in which they were begun. */
export function createDocumentList({ get, all }: Pick<TextRows, 'get' | 'all'>) {
  return (condition: string, { limit, offset }: { limit: number; offset: number }) => {
    const total = Number(get(`select count(*) as count from documents where ${condition}`)?.['count']);
    const rows = all(
      `select ${documentColumns} from documents where ${condition} order by id limit ? offset ?`,
      limit,
      offset,
    );
    return { total, documents: rows.map(toDocument) };
  };
}

/** Reads the progress of documents. */
export function createDocumentReads({ get, all, findId }: TextRows): Pick<TextsEngine, Lists> {
  const list = createDocumentList({ get, all });
  const pagesOf = (id: number, state: number, limit: number) =>
    all('select page from pages where document = ? and state = ? order by page limit ?', id, state, limit);

  return {
    find(sha256) {
      const row = get(`select ${documentColumns} from documents where sha256 = ?`, sha256);
      return row ? toDocument(row) : null;
    },

    findSome: (sha256s) =>
      all(
        `select ${documentColumns} from documents where sha256 in (select value from json_each(?))`,
        JSON.stringify(sha256s),
      ).map(toDocument),

    listWaiting(limit, need) {
      const conditions = { text: 'waiting_text > 0', ocr: 'waiting_ocr > 0' };
      const condition = need ? conditions[need] : `(${conditions.text} or ${conditions.ocr})`;
      return all(`select ${documentColumns} from documents where ${condition} order by id limit ?`, limit).map(
        toDocument,
      );
    },

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

    listOutdated: (judgement, limit) =>
      all(
        `select ${documentColumns} from documents where judgement < ? and waiting_text = 0 and waiting_ocr = 0
          order by judgement, id limit ?`,
        judgement,
        limit,
      ).map(toDocument),

    listScanned: () =>
      all(
        `select sha256 from documents where waiting_ocr > 0
          union select sha256 from documents where id in (select document from pages where source = 'ocr')`,
      ).map((row) => String(row['sha256'])),

    count(sha256s) {
      const row = sha256s
        ? get(
            `select ${sums} from documents where sha256 in (select value from json_each(?))`,
            JSON.stringify([...sha256s]),
          )
        : get(`select ${sums} from documents`);
      return { waiting: Number(row?.['waiting']), read: Number(row?.['read']), failed: Number(row?.['failed']) };
    },

    listVersions: (after, limit) =>
      all('select sha256, version from documents where sha256 > ? order by sha256 limit ?', after, limit).map(
        (row) => ({
          sha256: String(row['sha256']),
          version: Number(row['version']),
        }),
      ),
  };
}

function toDocument(row: Row): DocumentText {
  return {
    sha256: String(row['sha256']),
    pageCount: Number(row['page_count']),
    skippedPages: Number(row['skipped_pages']),
    recipe: Number(row['recipe']),
    judgement: Number(row['judgement']),
    version: Number(row['version']),
    waiting: Number(row['waiting']),
    read: Number(row['read']),
    failed: Number(row['failed']),
  };
}

/** Reads the text of pages. */
export function createPageReads({
  get,
  all,
}: TextRows): Pick<TextsEngine, 'readPage' | 'readPages' | 'readSome' | 'listRecognised'> {
  return {
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

    readSome: (pages) =>
      pages.map(({ sha256, page }) => {
        const row = get(
          `select page, source, confidence, text from pages
            where document = (select id from documents where sha256 = ?) and page = ? and state = ${wasRead}`,
          sha256,
          page,
        );
        return row ? toPage(row) : null;
      }),

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
