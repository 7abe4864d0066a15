import { sql, type RawBuilder } from 'kysely';
import { atomically, type Connection } from '#server/engines/database/sql/engine.ts';
import { packApart } from '#server/engines/text-store/pack-page.ts';
import { hasFailed, waitsForOcr, waitsForText, wasRead } from '#server/engines/text-store/text-rows.ts';
import type { PageText, Texts } from '#server/engines/text-store/texts.ts';
import { listedNumbers, type TextConnections } from './document-rows.ts';

type Writes = 'begin' | 'store' | 'awaitRecognition' | 'rejudge' | 'forget';

/** A statement has at most 65,535 parameters. */
const pagesAtOnce = 1000;

/**
 * A transaction that assigns a version holds this lock until its end, so that versions become visible in their order. It
 * is the last lock of each transaction, and held for one statement.
 */
const versionLock = 4_100_740_003;

/**
 * Returns a function that changes a document in one transaction and recounts its pages; it returns `otherwise` for a
 * document that was never begun.
 */
export function createChange({ write, holder }: Pick<TextConnections, 'write' | 'holder'>) {
  const finish = createFinish(holder);
  return async <Result>(
    sha256: string,
    otherwise: Result,
    work: (on: Connection, id: number) => Promise<Result>,
  ): Promise<Result> =>
    atomically(write, async (on) => {
      const known = await sql<{
        id: number;
      }>`select id from text_documents where sha256 = ${sha256} for update`.execute(on);
      const id = known.rows[0]?.id;
      if (id === undefined) return otherwise;
      const result = await work(on, id);
      await finish(on, id);
      return result;
    });
}

/** Returns the condition of a document's pages, except those that were read: they stay unchanged. */
export function unreadPages(id: number, pages: readonly number[]): RawBuilder<unknown> {
  return sql`document = ${id} and page in ${listedNumbers(pages)} and state <> ${wasRead}`;
}

export const noText = sql`source = null, confidence = null, text = null, lines = null`;

/** Functions that change texts. */
export function createTextWrites({ write, holder }: Pick<TextConnections, 'write' | 'holder'>): Pick<Texts, Writes> {
  const change = createChange({ write, holder });

  return {
    begin: createBegin(write, createFinish(holder)),

    async store(sha256, pages) {
      // Packed outside the transaction.
      const packed = await Promise.all(pages.map(pack));
      await change(sha256, undefined, async (on, id) => {
        for (let first = 0; first < packed.length; first += pagesAtOnce)
          await sql`update text_pages set state = ${wasRead}, tries = 0, reason = null, source = given.source,
              confidence = given.confidence, text = given.text, lines = given.lines
            from (values ${sql.join(packed.slice(first, first + pagesAtOnce))}) as given (page, source, confidence, text, lines)
            where document = ${id} and text_pages.page = given.page`.execute(on);
      });
    },

    awaitRecognition: (sha256, pages) =>
      change(sha256, undefined, async (on, id) => {
        await sql`update text_pages set state = ${waitsForOcr}, tries = 0, reason = null, ${noText}
          where ${unreadPages(id, pages)}`.execute(on);
      }),

    rejudge: (sha256, pages, judgement) =>
      change(sha256, undefined, async (on, id) => {
        const judged = await sql`update text_documents set judgement = ${judgement}
          where id = ${id} and judgement < ${judgement}`.execute(on);
        if (judged.numAffectedRows === 0n) return;
        await sql`update text_pages set state = ${waitsForOcr}, tries = 0, reason = null
          where document = ${id} and page in ${listedNumbers(pages)} and state = ${wasRead}`.execute(on);
      }),

    async forget(sha256) {
      await sql`delete from text_documents where sha256 = ${sha256}`.execute(write);
    },
  };
}

type Finish = (on: Connection, id: number) => Promise<void>;

function createFinish(holder: string): Finish {
  return async (on, id) => {
    await sql`select pg_advisory_xact_lock(${versionLock})`.execute(on);
    await sql`update text_documents set waiting_text = counted.waiting_text, waiting_ocr = counted.waiting_ocr,
        read = counted.read, failed = counted.failed, version = nextval('text_versions'), changed_by = ${holder}
      from (
        select count(*) filter (where state = ${waitsForText}) as waiting_text,
          count(*) filter (where state = ${waitsForOcr}) as waiting_ocr, count(*) filter (where state = ${wasRead}) as read,
          count(*) filter (where state = ${hasFailed}) as failed
        from text_pages where document = ${id}
      ) as counted where id = ${id}`.execute(on);
  };
}

type Known = { id: number; page_count: number; recipe: number };

function createBegin(write: TextConnections['write'], finish: Finish): Texts['begin'] {
  return ({ sha256, pageCount, recipe, skippedPages = 0, judgement = 1 }) =>
    atomically(write, async (on) => {
      // If two nodes begin it at once, the second waits here, and then finds it begun.
      const made =
        await sql<Known>`insert into text_documents (sha256, page_count, skipped_pages, recipe, judgement, version)
        values (${sha256}, ${pageCount}, ${skippedPages}, ${recipe}, ${judgement}, 0)
        on conflict (sha256) do nothing returning id, page_count, recipe`.execute(on);
      let [document] = made.rows;
      if (!document) {
        const found =
          await sql<Known>`select id, page_count, recipe from text_documents where sha256 = ${sha256} for update`.execute(
            on,
          );
        [document] = found.rows;
        if (!document || document.recipe > recipe) return false;
        if (document.recipe === recipe && document.page_count === pageCount) return false;
        await sql`update text_documents set page_count = ${pageCount}, skipped_pages = ${skippedPages}, recipe = ${recipe},
            judgement = ${judgement} where id = ${document.id}`.execute(on);
        await sql`delete from text_pages where document = ${document.id}`.execute(on);
      }
      await sql`insert into text_pages (document, page)
        select ${document.id}, counted from generate_series(1, cast(${pageCount} as bigint)) as counted`.execute(on);
      await finish(on, document.id);
      return true;
    });
}

/** Returns a page as a row of the statement that stores it. */
async function pack({ page, source, confidence, text, lines }: PageText): Promise<RawBuilder<unknown>> {
  const packedText = await packApart.packText(text);
  const packedLines = lines && (await packApart.packLines(lines));
  return sql`(cast(${page} as bigint), cast(${source} as text), cast(${confidence} as double precision),
    cast(${packedText} as bytea), cast(${packedLines} as bytea))`;
}
