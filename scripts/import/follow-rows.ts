import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedFileAnswer, StagedListAnswer, StagingChangesAnswer } from '#contract/schemas/answer-types.ts';
import { stagingLimits } from '#contract/staging.ts';
import { Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';

const pollMs = 1000;
/**
 * Number of polls without a change after which the remaining rows are left to the panel. Recognising a page takes
 * seconds.
 */
const usualQuietPolls = 300;

/**
 * Waits until the library has checked all rows, and stores their state. Returns true if it has, false if nothing
 * changes for some minutes. Removes rows that were discarded meanwhile.
 */
export async function followRows({
  client,
  rows,
  signal,
  wait,
  say,
  maxQuietPolls = usualQuietPolls,
}: {
  client: LibraryClient;
  rows: Map<string, StagedFileAnswer>;
  signal: AbortSignal;
  wait: (milliseconds: number) => Promise<unknown>;
  say: (text: string) => void;
  maxQuietPolls?: number | undefined;
}): Promise<boolean> {
  const isBusy = ({ state }: StagedFileAnswer) => state === 'reading' || state === 'waiting';
  const take = (files: readonly StagedFileAnswer[]) => {
    for (const row of files) if (rows.has(row.$id)) rows.set(row.$id, row);
  };
  let revision = await readAll(client, rows);
  for (let quiet = 0; quiet < maxQuietPolls; quiet += 1) {
    const busy = [...rows.values()].filter(isBusy).length;
    if (busy === 0) return true;
    if (signal.aborted) throw new Stopped();
    say(`${rows.size - busy} of ${rows.size} looked at`);
    await wait(pollMs);
    const answer = await client.call<StagingChangesAnswer>(
      'GET',
      panelApi.stagingChanges(revision, stagingLimits.maxPage),
    );
    if (answer.isReset) {
      revision = await readAll(client, rows);
      continue;
    }
    take(answer.files);
    for (const id of answer.removed) rows.delete(id);
    if (answer.files.length > 0) quiet = 0;
    revision = answer.revision;
  }
  return false;
}

/** Reads all rows once more. Returns the revision before. */
async function readAll(client: LibraryClient, rows: Map<string, StagedFileAnswer>): Promise<string> {
  const found = new Map<string, StagedFileAnswer>();
  let first: string | null = null;
  for (let cursor: number | null = 0; cursor !== null;) {
    const page: StagedListAnswer = await client.call<StagedListAnswer>(
      'GET',
      panelApi.stagedFiles({ filter: 'all', limit: stagingLimits.maxPage, cursor }),
    );
    first ??= page.revision;
    for (const row of page.files) found.set(row.$id, row);
    cursor = page.next;
  }
  for (const id of rows.keys()) {
    const row = found.get(id);
    if (row) rows.set(id, row);
    else rows.delete(id);
  }
  return first ?? '';
}
