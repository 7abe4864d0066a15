import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Accepted } from '#contract/publication.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import type { RowActions } from '#app/features/import/rows/row-actions.ts';
import { broughtBackWords } from '#app/features/import/rows/row-words.ts';
import type { StagingSession } from './staging-session.ts';
import type { Published } from '#app/features/import/publish/published-notice.tsx';
import type { EditedValue, StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import * as words from '#messages/import/outcomes.ts';
import { titleOf } from '#messages/import/rows.ts';

/** The last action, as a sentence. */
export type Status = { text: string; canUndo: boolean };

/** Maximum number of rows that are changed without a progress message; more take a while. */
const quickFiles = 100;

export type ImportActions = ReturnType<typeof useImportActions>;

/** Returns the actions on rows, with their messages on success and failure. */
export function useImportActions(session: StagingSession, actions: RowActions) {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<Status | null>(null);
  const [published, setPublished] = useState<Published | null>(null);

  async function act(failed: string, count: number, work: () => Promise<Status | null>): Promise<void> {
    if (count > quickFiles) setStatus({ text: words.working(count), canUndo: false });
    try {
      setStatus(await work());
    } catch (error) {
      setStatus(null);
      console.error(failed, error);
      showToast({ tone: 'destructive', title: failed, text: explainProblem(error) });
    }
  }

  return {
    status,
    /** The last publication; null once it was undone or dismissed. */
    published,
    forgetPublished: () => setPublished(null),
    say: (text: string) => setStatus({ text, canUndo: false }),

    setManual: (ids: readonly string[], manual: ManualValues, value: EditedValue) =>
      act(words.notSaved, ids.length, async () => {
        const { rows, followers } = await actions.setManual(ids, manual, value);
        return { text: words.valueSet(value, rows, followers), canUndo: true };
      }),

    confirm: (ids: readonly string[]) =>
      act(words.notSaved, ids.length, async () => {
        const rows = await actions.confirm(ids);
        if (rows === 0) return { text: words.nothingToConfirm, canUndo: false };
        return { text: words.confirmed(rows), canUndo: true };
      }),

    undo: () =>
      act(words.notUndone, 0, async () => {
        const edit = await actions.undo();
        return { text: edit === null ? words.nothingToUndo : words.undone(edit), canUndo: false };
      }),

    publish: (ids: readonly string[], accept: readonly Accepted[]) =>
      act(words.notAllPublished, 0, () =>
        asOwnChange(queryClient, async () => {
          setPublished(null);
          try {
            const done = await actions.publish(ids, accept, ({ publicationId, published: count }) => {
              if (count > 0) setPublished({ publicationId, count, isComplete: false });
            });
            const { refused, publicationId, published: count } = done;
            setPublished(count > 0 ? { publicationId, count, isComplete: true } : null);
            const sentences = [words.published(count), ...(refused > 0 ? [words.notPublished(refused)] : [])];
            return { text: sentences.join(' '), canUndo: false };
          } finally {
            await refreshShelf(queryClient);
          }
        }),
      ),

    takeInside: (row: StagedRow) =>
      act(words.notTakenInside, 1, async () => {
        const count = await session.takeInside(row);
        return { text: words.takenInside(count), canUndo: false };
      }),

    bringBack: (row: StagedRow, duplicate: StagedDuplicateAnswer) =>
      act(duplicate.isInTrash ? words.notRestored : words.notShownAgain, 1, () =>
        asOwnChange(queryClient, () =>
          bringBack(session, actions, row, duplicate).finally(() => refreshShelf(queryClient)),
        ),
      ),

    discard: (ids: readonly string[]) =>
      act(words.notAllDiscarded, ids.length, async () => {
        const count = await actions.discard(ids, session.forget);
        return { text: words.discarded(count), canUndo: false };
      }),
  };
}

/** Restores or unhides the material that a row duplicates, and announces the result. */
async function bringBack(
  session: StagingSession,
  actions: RowActions,
  row: StagedRow,
  duplicate: StagedDuplicateAnswer,
): Promise<null> {
  const { isDiscarded, isStillHidden } = await actions.bringBack(row, duplicate, session.forget);
  const way = duplicate.isInTrash ? 'restore' : 'show';
  const broughtBack = broughtBackWords(titleOf(duplicate), way, isStillHidden);
  // A toast, because the list and its status disappear with the last row.
  showConfirmation({
    title: words.backInLibrary,
    text: isDiscarded ? `${broughtBack} ${words.sameFileRemoved}` : broughtBack,
  });
  return null;
}
