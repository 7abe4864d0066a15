import { sql, type RawBuilder } from 'kysely';
import type { PageSource } from '#contract/search.ts';
import { packApart } from '#server/engines/text-store/pack-page.ts';
import { waitsForOcr, waitsForText, wasRead } from '#server/engines/text-store/text-rows.ts';
import type { PageCounts, PageText, Texts } from '#server/engines/text-store/texts.ts';
import {
  documentColumns,
  isOutdated,
  listed,
  toDocument,
  waitsFor,
  type DocumentRow,
  type TextConnections,
} from './document-rows.ts';

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

/** Returns a function that lists the documents with a condition, in the order in which they were begun. */
export function createDocumentList(read: TextConnections['read']) {
  return async (condition: RawBuilder<unknown>, { limit, offset }: { limit: number; offset: number }) => {
    const counted = await sql<{
      total: number;
    }>`select count(*) as total from text_documents where ${condition}`.execute(read);
    const { rows } = await sql<DocumentRow>`select ${documentColumns} from text_documents where ${condition}
      order by id limit ${limit} offset ${offset}`.execute(read);
    return { total: counted.rows[0]?.total ?? 0, documents: rows.map(toDocument) };
  };
}

/** Reads the progress of documents. */
export function createDocumentReads({ read }: Pick<TextConnections, 'read'>): Pick<Texts, Lists> {
  async function all<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await statement.execute(read)).rows;
  }

  const list = createDocumentList(read);
  const idOf = (sha256: string) => sql`(select id from text_documents where sha256 = ${sha256})`;

  return {
    async find(sha256) {
      const [row] = await all(sql<DocumentRow>`select ${documentColumns} from text_documents where sha256 = ${sha256}`);
      return row ? toDocument(row) : null;
    },

    async findSome(sha256s) {
      const rows = await all(
        sql<DocumentRow>`select ${documentColumns} from text_documents where sha256 in ${listed(sha256s)}`,
      );
      return rows.map(toDocument);
    },

    async listWaiting(limit, need) {
      const condition = need ? waitsFor[need] : sql`(${waitsFor.text} or ${waitsFor.ocr})`;
      const rows = await all(
        sql<DocumentRow>`select ${documentColumns} from text_documents where ${condition} order by id limit ${limit}`,
      );
      return rows.map(toDocument);
    },

    listUnread: (page) => list(sql`(${waitsFor.text} or ${waitsFor.ocr})`, page),

    async listWaitingPages(sha256, limit, need) {
      const states = { text: [waitsForText], ocr: [waitsForOcr], any: [waitsForText, waitsForOcr] }[need ?? 'any'];
      const rows = await all(
        sql<{ page: number; state: number }>`select page, state from text_pages
          where document = ${idOf(sha256)} and state in (${sql.join(states)}) order by page limit ${limit}`,
      );
      return rows.map(({ page, state }) => ({ page, for: state === waitsForOcr ? 'ocr' : 'text' }));
    },

    async listOutdated(judgement, limit) {
      const rows = await all(
        sql<DocumentRow>`select ${documentColumns} from text_documents where ${isOutdated(judgement)}
          order by judgement, id limit ${limit}`,
      );
      return rows.map(toDocument);
    },

    async listScanned() {
      const rows = await all(
        sql<{ sha256: string }>`select sha256 from text_documents where waiting_ocr > 0
          or exists (select 1 from text_pages where document = text_documents.id and source = 'ocr')`,
      );
      return rows.map((row) => row.sha256);
    },

    async count(sha256s) {
      const condition = sha256s ? sql`sha256 in ${listed(sha256s)}` : sql`true`;
      const [counts] = await all(
        sql<PageCounts>`select coalesce(sum(waiting_text + waiting_ocr), 0) as waiting, coalesce(sum(read), 0) as read,
          coalesce(sum(failed), 0) as failed from text_documents where ${condition}`,
      );
      return counts ?? { waiting: 0, read: 0, failed: 0 };
    },

    listVersions: (after, limit) =>
      all(
        sql<{ sha256: string; version: number }>`select sha256, version from text_documents
          where sha256 > ${after} order by sha256 limit ${limit}`,
      ),
  };
}

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
