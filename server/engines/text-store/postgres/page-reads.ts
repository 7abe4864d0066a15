import { sql, type RawBuilder } from 'kysely';
import type { PageSource } from '#contract/search.ts';
import { packApart } from '#server/engines/text-store/pack-page.ts';
import { wasRead } from '#server/engines/text-store/text-rows.ts';
import type { PageText, Texts } from '#server/engines/text-store/texts.ts';
import type { TextConnections } from './text-connections.ts';

type PageRow = { page: number; source: PageSource; confidence: number | null; text: Uint8Array };

/** Reads the text of pages. */
export function createPageReads({
  read,
}: Pick<TextConnections, 'read'>): Pick<Texts, 'readPage' | 'readPages' | 'readSome' | 'listRecognised'> {
  async function all<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await statement.execute(read)).rows;
  }

  const readOf = (sha256: string) =>
    sql`document = (select id from text_documents where sha256 = ${sha256}) and state = ${wasRead}`;

  return {
    async readPage(sha256, page) {
      const [row] = await all(
        sql<PageRow & { lines: Uint8Array | null }>`select page, source, confidence, text, lines from text_pages
          where ${readOf(sha256)} and page = ${page}`,
      );
      if (!row) return null;
      return { ...(await toPage(row)), lines: row.lines && (await packApart.unpackLines(row.lines)) };
    },

    async readPages(sha256, from, limit) {
      const rows = await all(
        sql<PageRow>`select page, source, confidence, text from text_pages
          where ${readOf(sha256)} and page >= ${from} order by page limit ${limit}`,
      );
      return Promise.all(rows.map(toPage));
    },

    async readSome(pages) {
      if (pages.length === 0) return [];
      const rows = await all(
        sql<PageRow & { place: number }>`select wanted.place, pages.page, source, confidence, text
          from jsonb_array_elements(cast(${JSON.stringify(pages)} as jsonb)) with ordinality as wanted (page, place)
          join text_documents on sha256 = wanted.page ->> 'sha256'
          join text_pages as pages
            on document = text_documents.id and pages.page = cast(wanted.page ->> 'page' as bigint) and state = ${wasRead}`,
      );
      const found = new Map(rows.map((row) => [row.place, row]));
      return Promise.all(
        pages.map(async (_, index) => {
          const row = found.get(index + 1);
          return row ? toPage(row) : null;
        }),
      );
    },

    async listRecognised(sha256) {
      const rows = await all(
        sql<{ first: number; last: number }>`select min(page) as first, max(page) as last from (
            select page, page - row_number() over (order by page) as run from text_pages
            where ${readOf(sha256)} and source = 'ocr'
          ) as recognised group by run order by first`,
      );
      return rows.map(({ first, last }) => [first, last]);
    },
  };
}

async function toPage({ page, source, confidence, text }: PageRow): Promise<Omit<PageText, 'lines'>> {
  return { page, source, text: await packApart.unpackText(text), confidence };
}
