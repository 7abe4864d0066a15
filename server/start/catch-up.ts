import type { Logger } from 'pino';
import { whileLeading } from '#server/library/nodes/leadership.ts';
import type { Resources } from '#server/engines/resources.ts';
import type { Services } from '#server/services/services.ts';
import { retryHeldUp } from '#server/machinery/faults/retry-held-up.ts';

type Parts = {
  services: Pick<Services, 'reading' | 'textReading' | 'similar' | 'staging' | 'indexKeeper' | 'readsTexts' | 'nodes'>;
  storage: Pick<Resources['storage'], 'derived'>;
  log: Logger;
};

/**
 * Starts to make missing derived files. The leader completes those that nodes share, each time it becomes the leader;
 * a start does not, because that reads all records. Returns a function that stops retries.
 */
export function catchUp({ services, storage, log }: Parts): () => void {
  const { reading, textReading, similar, staging, indexKeeper, readsTexts, nodes } = services;
  const stopping = new AbortController();
  const attempt = (work: string, run: () => Promise<unknown>) =>
    attemptAtStart(work, run, { log, signal: stopping.signal });
  const compare = (run: () => Promise<void>) => attempt('comparing the search index with the library', run);
  const copy = (lost?: AbortSignal) => attempt('making missing reading copies', () => reading.catchUp(lost));
  const read = (lost?: AbortSignal) => attempt('queueing files for text extraction', () => textReading.catchUp(lost));

  // If nodes do not share the store of reading copies, each node makes its own.
  const isCopyShared = nodes !== null && storage.derived !== null;
  void compare(() => (nodes ? indexKeeper.reconcileUnlessShared() : indexKeeper.reconcile()));
  if (!isCopyShared) void copy();
  void attempt('inspecting staged files', () => staging.catchUp());
  if (readsTexts) {
    if (nodes) void attempt('extracting the text of waiting files', () => textReading.resume());
    else void read();
    void attempt('comparing texts with each other', () => similar.catchUp());
  }
  const stop = () => stopping.abort();
  if (!nodes) return stop;

  const { lead } = nodes;
  const complete = (lost: AbortSignal) =>
    Promise.all([compare(() => indexKeeper.reconcile()), isCopyShared && copy(lost), readsTexts && read(lost)]);
  let completing: Promise<unknown> = Promise.resolve();
  const begin = () => {
    // A run that lost the lead ends soon.
    completing = completing.then(() => whileLeading(lead, complete));
  };
  lead.onLead(begin);
  // This node may have become the leader while it started.
  if (lead.isLeader()) begin();
  return stop;
}

/** Runs background work of a start. It is retried while it is blocked; any other failure is logged. */
export async function attemptAtStart(
  work: string,
  run: () => Promise<unknown>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  try {
    await retryHeldUp(run, { work, log, signal });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, `${work} failed; it is retried at the next start`);
  }
}
