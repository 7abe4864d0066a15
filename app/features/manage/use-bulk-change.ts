import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction, BulkOutcome } from '#contract/bulk-change.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { useUndo } from '#app/features/undo/use-undo.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/bulk.ts';
import { createInventoryRecords, type ChangedMaterials } from './inventory-client.ts';

/** Runs bulk edits, with one Undo in the toast. Reports every outcome and refreshes the lists. */
export function useBulkChange() {
  const { client, callSignedIn } = useAdminSession();
  const queryClient = useQueryClient();
  const records = createInventoryRecords(client);
  const [isRunning, setRunning] = useState(false);
  const undoing = useUndo();

  /** Returns null after a failure, which was reported. */
  function run<Result>(failureTitle: string, work: () => Promise<Result>): Promise<Result | null> {
    return asOwnChange(queryClient, async () => {
      setRunning(true);
      try {
        return await callSignedIn(work);
      } catch (error) {
        console.error(failureTitle, error);
        showToast({ tone: 'destructive', title: failureTitle, text: explainProblem(error) });
        return null;
      } finally {
        await refreshShelf(queryClient);
        setRunning(false);
      }
    });
  }

  return {
    isRunning: isRunning || undoing.isRunning,
    /** Resolves to the result, or null if the edit failed. */
    async change(selected: ChangedMaterials, change: BulkAction, skipsRefused: boolean): Promise<BulkOutcome | null> {
      const done = await run(words.nothingChanged, () => records.change(selected, change, skipsRefused));
      if (!done) return null;
      const { id } = done;
      showToast({
        tone: 'success',
        title: words.done[change.action](done.changed),
        ...(done.refusedTotal > 0 && { text: words.leftUnchanged(done.refusedTotal) }),
        ...(id !== null && { action: { label: actions.undo, run: () => void undoing.undo({ type: 'change', id }) } }),
      });
      return done;
    },
  };
}
