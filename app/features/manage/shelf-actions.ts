import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { isHidden } from '#contract/permissions.ts';
import { kindNames, type Material } from '#domain/material.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { dismissToast, showConfirmation, showToast } from '#app/ui/toast/toast.ts';
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
    const type = kindNames[material.kind];
    if (!(await act(material.id, `The ${type} couldn’t be restored`, () => records.restore(material)))) return;
    showConfirmation({ title: `${type} restored`, text: `"${material.title}" is back in the library.` });
  }

  return {
    /** True if an action on the entry with that id is running. */
    isBusy: (id: string) => busyIds.includes(id),
    /** Moves the material to the trash, with an Undo in the toast. */
    async withdraw(material: Material): Promise<void> {
      const type = kindNames[material.kind];
      if (!(await act(material.id, `The ${type} couldn’t be deleted`, () => records.withdraw(material)))) return;
      showToast({
        tone: 'success',
        title: `${type} deleted`,
        text: `The ${type} has been deleted successfully`,
        action: { label: 'Undo', run: () => void restore(material) },
      });
    },
    restore,
    ...createHidingActions(createHidingRecords(client), act),
    async purge(material: Material): Promise<void> {
      const type = kindNames[material.kind];
      if (!(await act(material.id, `The ${type} couldn’t be deleted`, () => records.purge(material)))) return;
      showConfirmation({ title: `${type} deleted permanently`, text: `"${material.title}" has been deleted.` });
    },
    /** Dismisses the pair, so that both materials stay. */
    async keepBoth(pair: SimilarPair): Promise<void> {
      const { first, second } = pair;
      if (!(await act(first.id, 'The choice couldn’t be saved', () => records.keepBoth(pair)))) return;
      showConfirmation({ title: 'Both are kept', text: `"${first.title}" and "${second.title}" stay in the library.` });
    },
    async removeFile(file: FileAnswer): Promise<void> {
      if (!(await act(file.$id, 'The file couldn’t be deleted', () => records.removeFile(file.$id)))) return;
      showConfirmation({ title: 'File deleted', text: `"${file.name}" has been deleted.` });
    },
    async removeSamples(): Promise<void> {
      let removed = 0;
      const went = await act('samples', 'The sample materials couldn’t be removed', async () => {
        removed = await records.removeSamples();
      });
      if (went)
        showConfirmation({ title: 'Sample materials removed', text: `${removed} removed. They will not come back.` });
    },
  };
}

export type ShelfActions = ReturnType<typeof useShelfActions>;

/** Topic of the toast about a hidden material, for as long as it is hidden. */
const hidingTopic = ({ id }: Material) => `hidden ${id}`;

function createHidingActions(records: ReturnType<typeof createHidingRecords>, act: Act) {
  async function show(material: Material): Promise<void> {
    const type = kindNames[material.kind];
    if (!(await act(material.id, `The ${type} couldn’t be shown again`, () => records.show(material)))) return;
    dismissToast(hidingTopic(material));
    showConfirmation({ title: `${type} shown again`, text: `"${material.title}" is back on the site.` });
  }

  return {
    show,
    /** Hides the material, with an Undo in the toast; changes the reason if it is hidden already. */
    async hide(material: Material, reason: string): Promise<void> {
      const type = kindNames[material.kind];
      const wasHidden = isHidden(material.permissions);
      if (!(await act(material.id, `The ${type} couldn’t be hidden`, () => records.hide(material, reason)))) return;
      if (wasHidden) {
        showConfirmation({ title: 'Reason changed', text: `"${material.title}": ${reason}` });
        return;
      }
      showToast({
        tone: 'success',
        title: `${type} hidden`,
        text: `"${material.title}" is no longer on the site.`,
        action: { label: 'Undo', run: () => void show(material) },
        topic: hidingTopic(material),
      });
    },
  };
}
