import { packLines, packText } from './pack-page.ts';
import { hasFailed, waitsForOcr, waitsForText, wasRead, type TextRows, type TextsEngine } from './text-rows.ts';

type Writes = 'begin' | 'store' | 'awaitRecognition' | 'rejudge' | 'forget';

/** Functions that change texts. */
export function createTextWrites(rows: TextRows): Pick<TextsEngine, Writes> {
  const { run, transaction } = rows;
  const { change, finish } = createChange(rows);

  return {
    begin: createBegin(rows, finish),

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
              text = null, lines = null where document = ? and page = ? and state <> ${wasRead}`,
            id,
            page,
          );
      });
    },

    rejudge(sha256, pages, judgement) {
      change(sha256, undefined, (id) => {
        const isNew = run(
          'update documents set judgement = ? where id = ? and judgement < ?',
          judgement,
          id,
          judgement,
        );
        if (isNew === 0) return;
        for (const page of pages)
          run(
            `update pages set state = ${waitsForOcr}, tries = 0, reason = null where document = ? and page = ? and state = ${wasRead}`,
            id,
            page,
          );
      });
    },

    forget(sha256) {
      transaction(() => run('delete from documents where sha256 = ?', sha256));
    },
  };
}

/** Creates the functions that change a document and recount its pages. */
export function createChange({ get, run, transaction, findId }: TextRows) {
  /** Changes a document in one transaction and recounts its pages. Returns `otherwise` if it was never begun. */
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

  return { change, finish };
}

function createBegin({ get, run, transaction, findId }: TextRows, finish: (id: number) => void): TextsEngine['begin'] {
  return ({ sha256, pageCount, recipe, skippedPages = 0, judgement = 1 }) =>
    transaction(() => {
      const known = get('select id, recipe, page_count from documents where sha256 = ?', sha256);
      if (Number(known?.['recipe'] ?? 0) > recipe) return false;
      if (known?.['recipe'] === recipe && known['page_count'] === pageCount) return false;
      run(
        `insert into documents (sha256, page_count, skipped_pages, recipe, judgement, version) values (?, ?, ?, ?, ?, 0)
            on conflict (sha256) do update set page_count = excluded.page_count, skipped_pages = excluded.skipped_pages,
            recipe = excluded.recipe, judgement = excluded.judgement`,
        sha256,
        pageCount,
        skippedPages,
        recipe,
        judgement,
      );
      const id = findId(sha256) ?? 0;
      run('delete from pages where document = ?', id);
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
}
