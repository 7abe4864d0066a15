import { sql, type RawBuilder } from 'kysely';
import { waitsForOcr, waitsForText } from '#server/engines/text-store/text-rows.ts';
import type { PageCounts, Texts } from '#server/engines/text-store/texts.ts';
import { documentColumns, isOutdated, listed, toDocument, waitsFor, type DocumentRow } from './document-rows.ts';
import type { TextConnections } from './text-connections.ts';

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

/** Returns a function that lists the documents that match a condition, in the order in which they were begun. */
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
