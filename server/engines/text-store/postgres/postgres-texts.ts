import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describeAddress, type PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { connect, connectLane } from '#server/engines/database/postgres/postgres-dialect.ts';
import { openReadLane } from '#server/engines/database/postgres/read-lane.ts';
import { createWriteDriver } from '#server/engines/database/postgres/write-connection.ts';
import { setDeadline } from '#server/engines/database/sqlite/read-limits.ts';
import { usualWriterLimits } from '#server/engines/database/sqlite/writer-dialect.ts';
import type { SharedTexts, Texts } from '#server/engines/text-store/texts.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { createDocumentReads, createPageReads } from './document-reads.ts';
import {
  documentColumns,
  isOutdated,
  listed,
  toDocument,
  waitsFor,
  type DocumentRow,
  type TextConnections,
} from './document-rows.ts';
import { createFailedPages } from './failed-pages.ts';
import { createTextWrites } from './text-writes.ts';

/**
 * Claims documents, by the clock of the database, which is the same for all nodes. Claims are columns of the document, so
 * nothing is left of them when the document is forgotten.
 */
function createSharedTexts({ read, write, holder }: TextConnections, claimMs: number): SharedTexts {
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

export type TextsOptions = {
  address: PostgresAddress;
  /** Called for a connection that was lost while it was idle. */
  onError?: (error: unknown) => void;
  /** Time in milliseconds after which a claim expires if its process does not renew it. */
  claimMs?: number;
  /** Statement timeout in milliseconds, for a program that reads and writes everything; else that of a server. */
  patienceMs?: number;
};

/** Reads are single statements that use an index; some visit every document. */
const readLimits = { workers: 3, maxWaiting: 500, deadlineMs: 5000 };

/** Twice the time that one page of a scan may take: no node loses a document because the machine was slow for a while. */
const usualClaimMs = 60_000;

/**
 * Opens texts in the PostgreSQL database of the library, whose migrations create the tables, for all nodes. It has
 * separate connections, at most four: texts of pages are large, and must not delay the records. Writers are not
 * serialized; each change locks its document.
 */
export function openPostgresTexts({ address, onError, claimMs = usualClaimMs, patienceMs }: TextsOptions): Texts {
  const onLost = (error: unknown) => onError?.(new DatabaseFailing(describeAddress(address), error));
  const limits = { ...readLimits, ...(patienceMs && { deadlineMs: patienceMs }) };
  const lane = openReadLane({ address, limits, setDeadline, isGuarded: true, onLost });
  const driver = createWriteDriver({
    address,
    limits: usualWriterLimits,
    writesWhenClosed: true,
    onLost,
    takesTurns: false,
    ...(patienceMs && { patienceMs }),
  });
  const connections: TextConnections = { read: connectLane(() => lane), write: connect(driver), holder: randomUUID() };
  return {
    ...createTextWrites(connections),
    ...createFailedPages(connections),
    ...createPageReads(connections),
    ...createDocumentReads(connections),
    shared: createSharedTexts(connections, claimMs),
    async close() {
      await lane.close();
      await connections.write.destroy();
    },
  };
}
