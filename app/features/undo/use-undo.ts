import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicationUndoOutcome } from '#contract/publication.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/undo.ts';
import { createUndoRecords, type UndoTarget } from './undo-records.ts';

/** Undoes bulk edits and publications. Reports every outcome and refreshes the lists. */
export function useUndo() {
  const { client, callSignedIn } = useAdminSession();
  const queryClient = useQueryClient();
  const [isRunning, setRunning] = useState(false);

  return {
    isRunning,
    /** Resolves to the result, or null after a failure, which was shown to the user. */
    undo: (target: UndoTarget, takesChanged = false): Promise<PublicationUndoOutcome | null> =>
      asOwnChange(queryClient, async () => {
        setRunning(true);
        try {
          const outcome = await callSignedIn(() => createUndoRecords(client).undo(target, takesChanged));
          if (target.type === 'publication') queryClient.setQueryData(undoneKey(target.id), true);
          report(target, outcome);
          return outcome;
        } catch (error) {
          const title = words.notUndone[target.type];
          console.error(title, error);
          showToast({ tone: 'destructive', title, text: explainProblem(error) });
          return null;
        } finally {
          await refreshShelf(queryClient);
          setRunning(false);
        }
      }),
  };
}

const undoneKey = (publicationId: string) => ['undone publication', publicationId];

/** True once the publication was undone in this browser tab, in Import Many or in Manage. */
export function useIsUndone(publicationId: string): boolean {
  return useQuery({ queryKey: undoneKey(publicationId), queryFn: skipToken, initialData: false }).data ?? false;
}

function report({ type }: UndoTarget, { restored, left, leftTotal }: PublicationUndoOutcome): void {
  const text = words.restored[type](restored);
  if (leftTotal === 0) showConfirmation({ title: words.undoneTitle[type], text: words.sentence(text) });
  else showToast({ tone: 'plain', title: text, text: words.someStay(leftTotal, left[0]?.title) });
}
