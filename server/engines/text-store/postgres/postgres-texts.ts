import { randomUUID } from 'node:crypto';
import { connect, connectLane } from '#server/engines/database/postgres/postgres-dialect.ts';
import { describeAddress, type PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openReadLane } from '#server/engines/database/postgres/read-lane.ts';
import { createWriteDriver } from '#server/engines/database/postgres/write-connection.ts';
import { setDeadline } from '#server/engines/database/sqlite/read-limits.ts';
import { usualWriterLimits } from '#server/engines/database/sqlite/writer-dialect.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { createDocumentReads } from './document-reads.ts';
import { createFailedPages } from './failed-pages.ts';
import { createPageReads } from './page-reads.ts';
import { createSharedTexts } from './shared-texts.ts';
import type { TextConnections } from './text-connections.ts';
import { createTextWrites } from './text-writes.ts';

export type TextsOptions = {
  address: PostgresAddress;
  /** Called for a connection that was lost while it was idle. */
  onError?: (error: unknown) => void;
  /** Time in milliseconds after which a claim expires if its process does not renew it. */
  claimMs?: number;
  /** Statement timeout in milliseconds, for a program that reads and writes everything; by default that of a server. */
  patienceMs?: number;
};

/** Limits of reads: single statements that use an index, and some that visit every document. */
const readLimits = { workers: 3, maxWaiting: 500, deadlineMs: 5000 };

/**
 * Default lifetime of a claim: twice the time that one page of a scan may take, so that no node loses a document
 * because the machine was slow for a while.
 */
const usualClaimMs = 60_000;

/**
 * Opens texts in the PostgreSQL database of the library, whose migrations create the tables, for all nodes. Uses
 * separate connections, at most four, because texts of pages are large and must not delay the records. Writers are not
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
