import { sql } from 'kysely';
import type { SharedTexts } from '#server/engines/text-store/texts.ts';
import { documentColumns, isOutdated, listed, toDocument, waitsFor, type DocumentRow } from './document-rows.ts';
import type { TextConnections } from './text-connections.ts';

/**
 * Claims documents. Times are those of the database's clock, which all nodes share. Claims are columns of the document,
 * so they disappear with it.
 */
export function createSharedTexts({ read, write, holder }: TextConnections, claimMs: number): SharedTexts {
  const untilThen = sql`clock_timestamp() + ${claimMs} * interval '1 millisecond'`;
  const isFree = sql`(claimed_until is null or claimed_until < clock_timestamp() or claimed_by = ${holder})`;

  return {
    claimMs,

    async claim(need, which, recipe) {
      const isNeeded = typeof need === 'string' ? waitsFor[need] : isOutdated(need.judgement);
      const order = typeof need === 'string' ? sql`id` : sql`judgement, id`;
      const among = 'sha256' in which ? sql`sha256 = ${which.sha256}` : sql`sha256 not in ${listed(which.except)}`;
      // A document that is being changed belongs to another node.
      const { rows } = await sql<DocumentRow>`with chosen as materialized (
          select id from text_documents where ${isNeeded} and ${isFree} and recipe <= ${recipe} and ${among}
          order by ${order} limit 1 for update skip locked
        )
        update text_documents set claimed_by = ${holder}, claimed_until = ${untilThen}
        where id = (select id from chosen) returning ${documentColumns}`.execute(write);
      return rows[0] ? toDocument(rows[0]) : null;
    },

    async renew(sha256) {
      const { numAffectedRows } = await sql`update text_documents set claimed_until = ${untilThen}
        where sha256 = ${sha256} and claimed_by = ${holder}`.execute(write);
      return numAffectedRows === 1n;
    },

    async release(sha256) {
      await sql`update text_documents set claimed_by = null, claimed_until = null
        where sha256 = ${sha256} and claimed_by = ${holder}`.execute(write);
    },

    async changedSince(after, limit) {
      if (after === null) {
        const { rows } = await sql<{
          latest: number;
        }>`select coalesce(max(version), 0) as latest from text_documents`.execute(read);
        return { upTo: rows[0]?.latest ?? 0, sha256s: [] };
      }
      const { rows } = await sql<{
        sha256: string;
        version: number;
        changed_by: string;
      }>`select sha256, version, changed_by
        from text_documents where version > ${after} order by version limit ${limit}`.execute(read);
      const others = rows.filter((row) => row.changed_by !== holder);
      return { upTo: rows.at(-1)?.version ?? after, sha256s: others.map((row) => row.sha256) };
    },
  };
}
