import type { PageSource } from '#contract/search.ts';
import { unpackLines, unpackText } from './pack-page.ts';
import { wasRead, type Row, type TextRows, type TextsEngine } from './text-rows.ts';
import type { PageText } from './texts.ts';

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
