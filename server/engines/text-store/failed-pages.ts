import { createDocumentList } from './document-reads.ts';
import {
  hasFailed,
  isPostponed,
  waitsForText,
  wasRead,
  type Row,
  type TextRows,
  type TextsEngine,
} from './text-rows.ts';
import { createChange } from './text-writes.ts';

type FailedPages =
  | 'fail'
  | 'postpone'
  | 'retry'
  | 'listFailed'
  | 'listFailedPages'
  | 'listPostponed'
  | 'listPostponedPages'
  | 'countPostponed';

/** Handles pages whose text extraction failed, permanently or so far. */
export function createFailedPages(rows: TextRows): Pick<TextsEngine, FailedPages> {
  const { get, all, run, transaction, findId } = rows;
  const { change } = createChange(rows);
  const list = createDocumentList(rows);
  const pagesOf = (condition: string, sha256: string, limit: number) =>
    all(
      `select page, reason, tries from pages
        where document = (select id from documents where sha256 = ?) and ${condition} order by page limit ?`,
      sha256,
      limit,
    ).map(toFailed);

  return {
    fail(sha256, pages, { reason, tries }) {
      change(sha256, undefined, (id) => {
        for (const page of typeof pages === 'number' ? [pages] : pages)
          run(
            `update pages set state = ${hasFailed}, tries = ?, reason = ?, source = null, confidence = null, text = null,
              lines = null where document = ? and page = ? and state <> ${wasRead}`,
            tries,
            reason,
            id,
            page,
          );
      });
    },

    postpone: (sha256, pages, reason) =>
      transaction(() => {
        const id = findId(sha256);
        if (id === null) return 0;
        for (const page of pages)
          run(
            `update pages set tries = tries + 1, reason = ? where document = ? and page = ? and state < ${wasRead}`,
            reason,
            id,
            page,
          );
        const row = get(`select max(tries) as tries from pages where document = ? and ${isPostponed}`, id);
        return Number(row?.['tries'] ?? 0);
      }),

    retry(sha256) {
      return change(
        sha256,
        0,
        (id) =>
          run(`update pages set tries = 0, reason = null where document = ? and ${isPostponed}`, id) +
          run(
            `update pages set state = ${waitsForText}, tries = 0, reason = null where document = ? and state = ${hasFailed}`,
            id,
          ),
      );
    },

    listFailed: (page) => list('failed > 0', page),
    listFailedPages: (sha256, limit) => pagesOf(`state = ${hasFailed}`, sha256, limit),
    listPostponed: (page) => list(`id in (select document from pages where ${isPostponed})`, page),
    listPostponedPages: (sha256, limit) => pagesOf(isPostponed, sha256, limit),
    countPostponed: () => Number(get(`select count(*) as count from pages where ${isPostponed}`)?.['count']),
  };
}

function toFailed({ page, reason, tries }: Row): { page: number; reason: string; tries: number } {
  return { page: Number(page), reason: String(reason), tries: Number(tries) };
}
