import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { explainProblem, problemOf } from '#app/features/session/library-problem.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import { findChanges, findDifferences, mergeEdit, type EditForm } from './material-edit.ts';
import type { FieldName } from '#app/features/upload/form/material-fields.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/upload/edit.ts';
import { BroughtBack, DuplicateDeclined, EditConflict, FileDeclined, saveMaterial } from './publish.ts';
import type { Transfer } from './use-transfer.ts';

type SavingOptions = { transfer: Transfer; faculties: readonly FacultySummary[]; onClose: () => void };

/** Saves an edited material and handles the possible problems: a failure, a conflict, a material in the trash. */
export function useSaving(edit: EditForm, { transfer, faculties, onClose }: SavingOptions) {
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Material | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const queryClient = useQueryClient();

  async function saveEdit() {
    const changes = findChanges(edit);
    if (Object.keys(changes).length === 0) return setFailure(words.nothingToSave);
    await save({ material: edit.base, changes, file: edit.file, cover: edit.cover });
  }

  /**
   * Saves the version that the user has chosen field by field. If the user kept none of their own values, there is
   * nothing to save.
   */
  async function saveChoice(other: Material, mine: ReadonlySet<FieldName>) {
    const changes = mergeEdit(edit, other, mine);
    if (Object.keys(changes).length === 0) return onClose();
    const file = mine.has('file') ? edit.file : null;
    await save({ material: other, changes, file, cover: mine.has('cover') ? edit.cover : null });
  }

  async function save(input: Omit<Parameters<typeof saveMaterial>[1], 'isRestored'>) {
    setFailure(null);
    try {
      const saved = await transfer.run((setting) => saveMaterial(setting, { ...input, isRestored: isDeleted }));
      if (!saved) return setFailure(words.cancelled);
      finish(saved.material, saved.warnings);
    } catch (error) {
      handleFailure(error);
    } finally {
      void refreshShelf(queryClient);
    }
  }

  function handleFailure(error: unknown) {
    if (error instanceof EditConflict) {
      // Saved already: the response to an earlier attempt was lost, or another user made exactly the same change.
      if (findDifferences(edit, error.theirs, faculties).length === 0) finish(error.theirs, []);
      else setTheirs(error.theirs);
    } else if (error instanceof DuplicateDeclined || error instanceof FileDeclined)
      setFailure(`${error.message} ${words.nothingChanged}`);
    // The form stays open with its other changes.
    else if (error instanceof BroughtBack)
      showToast({
        tone: 'success',
        title: words.backInLibrary,
        text: `${error.message} ${words.nothingElseChanged}`,
      });
    // A material that should have been restored and is still missing was deleted permanently.
    else if (problemOf(error)?.type === 'document_not_found' && !isDeleted) {
      setDeleted(true);
      setTheirs(null);
    } else {
      console.error('not saved', error);
      setFailure(explainProblem(error));
    }
  }

  function finish({ title }: Material, warnings: readonly string[]) {
    showToast({
      tone: 'success',
      title: words.updated(edit.kind),
      text: [words.updatedText(title), ...warnings.map((warning) => serverWords(warning).text)].join(' '),
    });
    onClose();
  }

  return {
    saveEdit,
    saveChoice,
    /** Reason for the failure of the last attempt, in words. */
    failure,
    forgetFailure: () => setFailure(null),
    /** The version that another user has saved meanwhile; null after this user has chosen. */
    theirs,
    backToEditing: () => setTheirs(null),
    /** True if another user has moved the material to the trash. */
    isDeleted,
  };
}
