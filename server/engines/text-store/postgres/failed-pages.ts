import { sql, type RawBuilder } from 'kysely';
import { hasFailed, isPostponed, waitsForText, wasRead } from '#server/engines/text-store/text-rows.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { createDocumentList } from './document-reads.ts';
import { listedNumbers, type TextConnections } from './document-rows.ts';
import { createChange, noText, unreadPages } from './text-writes.ts';

type FailedPages =
  | 'fail'
  | 'postpone'
  | 'retry'
  | 'listFailed'
  | 'listFailedPages'
  | 'listPostponed'
  | 'listPostponedPages'
  | 'countPostponed';

type Failed = { page: number; reason: string; tries: number };

/** Handles pages that could not be read, or not so far. */
export function createFailedPages({ read, write, holder }: TextConnections): Pick<Texts, FailedPages> {
  const change = createChange({ write, holder });
  const list = createDocumentList(read);
  const postponed = sql.raw(isPostponed);
  const isOf = (sha256: string) => sql`document = (select id from text_documents where sha256 = ${sha256})`;

  async function pagesOf(condition: RawBuilder<unknown>, sha256: string, limit: number): Promise<Failed[]> {
    const { rows } = await sql<Failed>`select page, reason, tries from text_pages
      where ${isOf(sha256)} and ${condition} order by page limit ${limit}`.execute(read);
    return rows;
  }

  return {
    fail: (sha256, pages, { reason, tries }) =>
      change(sha256, undefined, async (on, id) => {
        await sql`update text_pages set state = ${hasFailed}, tries = ${tries}, reason = ${reason}, ${noText}
          where ${unreadPages(id, typeof pages === 'number' ? [pages] : pages)}`.execute(on);
      }),

    async postpone(sha256, pages, reason) {
      await sql`update text_pages set tries = tries + 1, reason = ${reason}
        where ${isOf(sha256)} and page in ${listedNumbers(pages)} and state < ${wasRead}`.execute(write);
      const { rows } = await sql<{ tries: number }>`select coalesce(max(tries), 0) as tries from text_pages
        where ${isOf(sha256)} and ${postponed}`.execute(write);
      return rows[0]?.tries ?? 0;
    },

    retry: (sha256) =>
      change(sha256, 0, async (on, id) => {
        const done = await sql`update text_pages set
            state = case state when ${hasFailed} then ${waitsForText} else state end, tries = 0, reason = null
          where document = ${id} and (state = ${hasFailed} or ${postponed})`.execute(on);
        return Number(done.numAffectedRows ?? 0);
      }),

    listFailed: (page) => list(sql`failed > 0`, page),
    listFailedPages: (sha256, limit) => pagesOf(sql`state = ${hasFailed}`, sha256, limit),
    listPostponed: (page) => list(sql`id in (select document from text_pages where ${postponed})`, page),
    listPostponedPages: (sha256, limit) => pagesOf(postponed, sha256, limit),

    async countPostponed() {
      const { rows } = await sql<{
        pages: number;
      }>`select count(*) as pages from text_pages where ${postponed}`.execute(read);
      return rows[0]?.pages ?? 0;
    },
  };
}
