import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Accepted } from '#contract/publication.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { showToast } from '#app/ui/toast.ts';
import type { RowActions } from './rows/row-actions.ts';
import { fileCount } from './rows/row-words.ts';
import type { StagingSession } from './staging-session.ts';
import type { Published } from './publish/published-notice.tsx';
import type { Told } from './staging-calls.ts';

/** What was done last, in a sentence. */
export type Status = { text: string; canUndo: boolean };

/** So many are done at once; more take a while, which is said. */
const quickFiles = 100;

export type ImportActions = ReturnType<typeof useImportActions>;

/** The actions on rows, with what they say when they are done or fail. */
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
    /** What was published last; null once it was undone or dismissed. */
    published,
    forgetPublished: () => setPublished(null),
    say: (text: string) => setStatus({ text, canUndo: false }),

    tell: (ids: readonly string[], told: Told, what: string) =>
      act('The change could not be saved', ids.length, async () => {
        const { rows, followers } = await actions.tell(ids, told, what);
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

    discard: (ids: readonly string[]) =>
      act('Not everything could be discarded', ids.length, async () => {
        const count = await actions.discard(ids, session.forget);
        return { text: `${fileCount(count)} discarded.`, canUndo: false };
      }),
  };
}
