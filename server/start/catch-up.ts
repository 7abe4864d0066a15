import type { Logger } from 'pino';
import { whileLeading } from '#server/nodes/while-leading.ts';
import type { Resources } from '#server/resources.ts';
import type { Services } from '#server/services.ts';

type Parts = {
  services: Pick<Services, 'reading' | 'textReading' | 'similar' | 'staging' | 'indexKeeper' | 'readsTexts' | 'nodes'>;
  storage: Pick<Resources['storage'], 'derived'>;
  log: Logger;
};

/**
 * Starts to make the missing files that are derived from others. The leading node completes those that nodes share, each time
 * it begins to lead; a start does not, because that reads all records.
 */
export function catchUp({ services, storage, log }: Parts): void {
  const { reading, textReading, similar, staging, indexKeeper, readsTexts, nodes } = services;
  const attempt = (work: Promise<unknown>, message: string) =>
    work.catch((error: unknown) => log.error({ err: error }, message));
  const compare = (work: Promise<void>) => attempt(work, 'the search index could not be compared with the library');
  const copy = (signal?: AbortSignal) => attempt(reading.catchUp(signal), 'missing reading copies could not be made');
  const read = (signal?: AbortSignal) =>
    attempt(textReading.catchUp(signal), 'files that were not read could not be queued');

  // Reading copies of a store that nodes do not share are each node's own.
  const isCopyShared = nodes !== null && storage.derived !== null;
  void compare(nodes ? indexKeeper.reconcileUnlessShared() : indexKeeper.reconcile());
  if (!isCopyShared) void copy();
  void attempt(staging.catchUp(), 'staged files could not be inspected');
  if (readsTexts) {
    if (nodes) void attempt(textReading.resume(), 'texts that wait could not be read');
    else void read();
    void attempt(similar.catchUp(), 'texts could not be compared with each other');
  }
  if (!nodes) return;

  const { lead } = nodes;
  const complete = (lost: AbortSignal) =>
    Promise.all([compare(indexKeeper.reconcile()), isCopyShared && copy(lost), readsTexts && read(lost)]);
  let completing: Promise<unknown> = Promise.resolve();
  const begin = () => {
    // A run that lost the lead ends soon.
    completing = completing.then(() => whileLeading(lead, complete));
  };
  lead.onLead(begin);
  // It may have begun to lead while it started.
  if (lead.isLeader()) begin();
}
