import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Accepted } from '#contract/publication.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import type { RowActions } from '#app/features/import/rows/row-actions.ts';
import { fileCount, broughtBackWords, titleWords } from '#app/features/import/rows/row-words.ts';
import type { StagingSession } from './staging-session.ts';
import type { Published } from '#app/features/import/publish/published-notice.tsx';
import type { StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';

/** The last action, as a sentence. */
export type Status = { text: string; canUndo: boolean };

/** Most rows without a progress message; more take a while. */
const quickFiles = 100;

export type ImportActions = ReturnType<typeof useImportActions>;

/** Returns the actions on rows, with their messages on success and failure. */
export function useImportActions(session: StagingSession, actions: RowActions) {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<Status | null>(null);
  const [published, setPublished] = useState<Published | null>(null);

  async function act(failed: string, count: number, work: () => Promise<Status | null>): Promise<void> {
    if (count > quickFiles) setStatus({ text: `Working on ${fileCount(count)}…`, canUndo: false });
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

    setManual: (ids: readonly string[], manual: ManualValues, what: string) =>
      act('The change could not be saved', ids.length, async () => {
        const { rows, followers } = await actions.setManual(ids, manual, what);
        const inherited = followers === 0 ? '' : `, inherited by ${fileCount(followers)} like it`;
        return { text: `${what} set for ${fileCount(rows)}${inherited}.`, canUndo: true };
      }),

    confirm: (ids: readonly string[]) =>
      act('The change could not be saved', ids.length, async () => {
        const rows = await actions.confirm(ids);
        if (rows === 0) return { text: 'There is nothing to confirm.', canUndo: false };
        return { text: `Confirmed for ${fileCount(rows)}.`, canUndo: true };
      }),

    undo: () =>
      act('The change could not be undone', 0, async () => {
        const what = await actions.undo();
        return { text: what === null ? 'There is nothing to undo.' : `${what} undone.`, canUndo: false };
      }),

    publish: (ids: readonly string[], accept: readonly Accepted[]) =>
      act('Not everything could be published', 0, () =>
        asOwnChange(queryClient, async () => {
          setPublished(null);
          try {
            const done = await actions.publish(ids, accept, ({ publicationId, published: count }) => {
              if (count > 0) setPublished({ publicationId, count, isComplete: false });
            });
            const { refused, publicationId, published: count } = done;
            setPublished(count > 0 ? { publicationId, count, isComplete: true } : null);
            const refusal =
              refused === 0
                ? ''
                : ` ${fileCount(refused)} ${refused === 1 ? 'was' : 'were'} not: see the column State.`;
            return { text: `${fileCount(count)} published.${refusal}`, canUndo: false };
          } finally {
            await refreshShelf(queryClient);
          }
        }),
      ),

    takeInside: (row: StagedRow) =>
      act('The papers inside could not be taken out', 1, async () => {
        const count = await session.takeInside(row);
        return { text: `${fileCount(count)} inside it are being added. Discard the portfolio itself.`, canUndo: false };
      }),

    bringBack: (row: StagedRow, duplicate: StagedDuplicateAnswer) =>
      act(duplicate.isInTrash ? 'It could not be restored' : 'It could not be shown again', 1, () =>
        asOwnChange(queryClient, () =>
          bringBack(session, actions, row, duplicate).finally(() => refreshShelf(queryClient)),
        ),
      ),

    discard: (ids: readonly string[]) =>
      act('Not everything could be discarded', ids.length, async () => {
        const count = await actions.discard(ids, session.forget);
        return { text: `${fileCount(count)} discarded.`, canUndo: false };
      }),
  };
}

/** Restores or shows the material that a row is a duplicate of, and reports that. */
async function bringBack(
  session: StagingSession,
  actions: RowActions,
  row: StagedRow,
  duplicate: StagedDuplicateAnswer,
): Promise<null> {
  const { isDiscarded, isStillHidden } = await actions.bringBack(row, duplicate, session.forget);
  const way = duplicate.isInTrash ? 'restore' : 'show';
  const rest = isDiscarded ? ' The same file was taken out of this list.' : '';
  // A toast, because the list and its status disappear with the last row.
  showConfirmation({
    title: 'Back in the library',
    text: `${broughtBackWords(titleWords(duplicate), way, isStillHidden)}${rest}`,
  });
  return null;
}
