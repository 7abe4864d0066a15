import { randomUUID } from 'node:crypto';
import { closedSetting, mayWrite, readClosedMark, type ClosedMark } from '#server/database/closed-library.ts';
import { libraryIdSetting } from '#server/database/snapshot.ts';
import type { RecordsTransfer } from '#server/database/transfer/transfer.ts';
import { describeFilesPlace } from '#server/storage/open-storage.ts';
import { describePlace, type Moved, type Place } from './place.ts';

/** Closes the library for writing on all its nodes, and opens it again. */
export interface Closing {
  /** From when this resolves, nothing more is written to the old place. Reading goes on. */
  close(): Promise<void>;
  /** Servers of the old place do not start any more; if only the files moved, those of the new one write to the records. */
  leave(): Promise<void>;
  /** As it was before the move, if it was closed by this one. */
  reopen(): Promise<void>;
  /** It is, or may be, because the answer was lost. */
  isClosed(): boolean;
}

export async function createClosing(
  records: RecordsTransfer,
  { from, to, moved, now }: { from: Place; to: Place; moved: Moved; now: () => number },
): Promise<Closing> {
  const filesBefore = describeFilesPlace(from.store);
  const stored = await records.findSetting(closedSetting);
  // An earlier move of the files alone is over; any other mark is of this move, which was interrupted.
  const former = stored !== null && mayWrite(stored, filesBefore) ? stored : null;
  let isClosed = false;
  const mark = (state: ClosedMark['state']) =>
    records.setSetting(
      closedSetting,
      JSON.stringify({
        state,
        since: new Date(now()).toISOString(),
        to: describePlace(to),
        filesBefore,
        filesAfter: moved.records ? null : describeFilesPlace(to.store),
      } satisfies ClosedMark),
    );
  return {
    async close() {
      // Already if it fails: the answer may have been lost, and not the mark.
      isClosed = true;
      await mark('moving');
    },
    leave: () => mark('moved'),
    async reopen() {
      await records.setSetting(closedSetting, former);
      isClosed = false;
    },
    isClosed: () => isClosed,
  };
}

/** Opens a library again that a move had closed. Returns what it said; null if it was open. */
export async function reopenLibrary(records: RecordsTransfer): Promise<ClosedMark | null> {
  const mark = readClosedMark(await records.findSetting(closedSetting));
  if (mark) await records.setSetting(closedSetting, null);
  return mark;
}

/** Names the library at both places; made if it has no name yet. */
export async function findLibraryId(records: RecordsTransfer): Promise<string> {
  const found = await records.findSetting(libraryIdSetting);
  if (found !== null) return found;
  const made = randomUUID();
  await records.setSetting(libraryIdSetting, made);
  return made;
}
