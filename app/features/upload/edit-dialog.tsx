import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { isHidden } from '#contract/permissions.ts';
import { kindNames, type Material } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { materialTextQuery } from '#app/features/materials/material-queries.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { useFileDrop } from './file-drop.tsx';
import { LeaveDialog, LeaveGuard } from './leave-guard.tsx';
import { findChanges, findDifferences } from './material-edit.ts';
import { formOf, type MaterialFormAction } from './material-form.ts';
import { MaterialFormFields } from './material-form-fields.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import { useMaterialForm } from './use-material-form.ts';
import { useSaving } from './use-saving.ts';

type EditDialogProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  material: Material;
  /** Shown below the fields: what else there is to know about the material. */
  about?: ReactNode;
  onClose: () => void;
};

/** The dialog that edits the fields of a material and can replace its file and cover. */
export function EditDialog({ shelf, faculties, material, about, onClose }: EditDialogProps) {
  const { form, change, faults, check, element, transfer, isBusy } = useMaterialForm(() => formOf(material), faculties);
  const edit = { ...form, base: material };
  const { saveEdit, saveChoice, failure, forgetFailure, theirs, backToEditing, isDeleted } = useSaving(edit, {
    transfer,
    faculties,
    onClose,
  });
  useReadFirstPage(shelf, material, change);
  const [isAsking, setAsking] = useState(false);
  const isChanged = Object.keys(findChanges(edit)).length > 0 || form.photographs.length > 0;
  useFileDrop((file) => change({ type: 'file', file }), {
    isTaking: theirs === null,
    isBusy,
    onPhotographs: (files) => change({ type: 'photographsDropped', files }),
  });

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    forgetFailure();
    if (await check()) await saveEdit();
  }

  function close() {
    if (isBusy) return;
    if (isChanged) setAsking(true);
    else onClose();
  }

  const guards = (
    <>
      <LeaveGuard unsavedWork={isBusy ? 'upload' : isChanged ? 'changes' : null} />
      {transfer.duplicate && <DuplicateDialog question={transfer.duplicate} isEdit faculties={faculties} />}
      {isAsking && <LeaveDialog unsavedWork="changes" onStay={() => setAsking(false)} onLeave={onClose} />}
    </>
  );
  if (theirs) {
    return (
      <Dialog isOpen onClose={close} title="Changed by someone else" size="sheet">
        {failure && <Failure words={failure} className="mb-4" />}
        <ConflictPanel
          key={theirs.updatedAt}
          differences={findDifferences(edit, theirs, faculties)}
          isBusy={isBusy}
          onSave={(mine) => void saveChoice(theirs, mine)}
          onBack={backToEditing}
        />
        {guards}
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={close} title={`Edit ${kindNames[form.kind]}`} size="sheet">
      <form ref={element} noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit}>
        {isHidden(material.permissions) && <Notice>Hidden: only administrators see this material.</Notice>}
        <MaterialFormFields {...{ form, change, faults, shelf, faculties }} disabled={isBusy} columnGap="gap-x-4" />
        {isDeleted && (
          <Notice tone="warning" role="alert">
            Someone else has moved this to the trash. If you save, it is restored with your changes.
          </Notice>
        )}
        {failure && <Failure words={failure} />}
        {transfer.progress && transfer.progress.totalBytes > 0 && (
          <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />
        )}
        {about}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-hairline pt-4">
          <Button variant="secondary" disabled={isBusy} onClick={close}>
            Close
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving...' : isDeleted ? 'Restore and save' : 'Save changes'}
          </Button>
        </div>
      </form>
      {guards}
    </Dialog>
  );
}

/** Where years of Bikram Sambat are asked for, the date on the first page says which year AD one of them is. */
function useReadFirstPage(shelf: Shelf, { id }: Material, change: (action: MaterialFormAction) => void): void {
  const calendar = useCalendar();
  const { data } = useQuery({ ...materialTextQuery(shelf, id), enabled: calendar !== 'ad' });
  const firstPage = data?.pages.find(({ page }) => page === 1)?.text;
  const tell = useEffectEvent(change);
  useEffect(
    function takeFirstPage() {
      if (firstPage !== undefined) tell({ type: 'read', firstPage });
    },
    [firstPage],
  );
}

function Failure({ words, className }: { words: string; className?: string }) {
  return (
    <Notice tone="danger" role="alert" className={className}>
      {words}
    </Notice>
  );
}
