import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { dismissToast, showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/outcomes.ts';
import { createShelfRecords, createHidingRecords, type SimilarPair } from './shelf-records.ts';

/** Runs one action on one entry; true if it succeeded. */
type Act = (id: string, failureTitle: string, work: () => Promise<unknown>) => Promise<boolean>;

/** Returns the actions on the entries of a list. Each reports its outcome in a toast and refreshes the lists. */
export function useShelfActions() {
  const { client, site, callSignedIn } = useAdminSession();
  const records = createShelfRecords({ client, site });
  const queryClient = useQueryClient();
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);

  const act: Act = (...action) => asOwnChange(queryClient, () => actAndRefresh(...action));

  async function actAndRefresh(...[id, failureTitle, work]: Parameters<Act>): Promise<boolean> {
    setBusyIds((before) => [...before, id]);
    try {
      await callSignedIn(work);
      return true;
    } catch (error) {
      console.error(failureTitle, error);
      showToast({ tone: 'destructive', title: failureTitle, text: explainProblem(error) });
      return false;
    } finally {
      await refreshShelf(queryClient);
      setBusyIds((before) => before.filter((each) => each !== id));
    }
  }

  async function restore(material: Material): Promise<void> {
    const { id, kind, title } = material;
    if (!(await act(id, words.notRestored(kind), () => records.restore(material)))) return;
    showConfirmation({ title: words.restored(kind), text: words.restoredText(title) });
  }

  return {
    /** True if an action on the entry with that id is running. */
    isBusy: (id: string) => busyIds.includes(id),
    /** Moves the material to the trash, with an Undo in the toast. */
    async withdraw(material: Material): Promise<void> {
      const { id, kind } = material;
      if (!(await act(id, words.notDeleted(kind), () => records.withdraw(material)))) return;
      showToast({
        tone: 'success',
        title: words.deleted(kind),
        text: words.deletedText(kind),
        action: { label: actions.undo, run: () => void restore(material) },
      });
    },
    restore,
    ...createHidingActions(createHidingRecords(client), act),
    async purge(material: Material): Promise<void> {
      const { id, kind, title } = material;
      if (!(await act(id, words.notDeleted(kind), () => records.purge(material)))) return;
      showConfirmation({ title: words.purged(kind), text: words.purgedText(title) });
    },
    /** Dismisses the pair, so that both materials stay. */
    async keepBoth(pair: SimilarPair): Promise<void> {
      const { first, second } = pair;
      if (!(await act(first.id, words.choiceNotSaved, () => records.keepBoth(pair)))) return;
      showConfirmation({ title: words.bothKept, text: words.bothKeptText(first.title, second.title) });
    },
    async removeFile(file: FileAnswer): Promise<void> {
      if (!(await act(file.$id, words.fileNotDeleted, () => records.removeFile(file.$id)))) return;
      showConfirmation({ title: words.fileDeleted, text: words.fileDeletedText(file.name) });
    },
    async removeSamples(): Promise<void> {
      let removed = 0;
      const went = await act('samples', words.samplesNotRemoved, async () => {
        removed = await records.removeSamples();
      });
      if (went) showConfirmation({ title: words.samplesRemoved, text: words.samplesRemovedText(removed) });
    },
  };
}

export type ShelfActions = ReturnType<typeof useShelfActions>;

/** Topic of the toasts about the hiding of this material. */
const hidingTopic = ({ id }: Material) => `hidden ${id}`;

function createHidingActions(records: ReturnType<typeof createHidingRecords>, act: Act) {
  async function show(material: Material): Promise<void> {
    const { id, kind, title } = material;
    if (!(await act(id, words.notShown(kind), () => records.show(material)))) return;
    dismissToast(hidingTopic(material));
    showConfirmation({ title: words.shown(kind), text: words.shownText(title) });
  }

  return {
    show,
    /** Hides the material, with an Undo in the toast; changes the reason of one that is already hidden. */
    async hide(material: Material, reason: string): Promise<void> {
      const { id, kind, title, permissions } = material;
      const wasHidden = isHidden(permissions);
      if (!(await act(id, words.notHidden(kind), () => records.hide(material, reason)))) return;
      if (wasHidden) {
        showConfirmation({ title: words.reasonChanged, text: words.reasonChangedText(title, reason) });
        return;
      }
      showToast({
        tone: 'success',
        title: words.hidden(kind),
        text: words.hiddenText(title),
        action: { label: actions.undo, run: () => void show(material) },
        topic: hidingTopic(material),
      });
    },
  };
}
