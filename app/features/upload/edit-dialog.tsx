import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { Storage } from 'appwrite';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { lockedPdf } from '#domain/file-warnings.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { materialTextQuery } from '#app/features/materials/material-queries.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { TransferQuestions } from './transfer-questions.tsx';
import { useFileDrop } from '#app/features/upload/form/file-drop.tsx';
import { LeaveDialog, LeaveGuard } from './leave-guard.tsx';
import { findChanges, findDifferences } from './material-edit.ts';
import { formOf, type MaterialFormAction } from '#app/features/upload/form/material-form.ts';
import { MaterialFormFields } from '#app/features/upload/form/material-form-fields.tsx';
import { TransferProgress } from '#app/features/upload/transfer/transfer-progress.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/upload/edit.ts';
import { useMaterialForm } from './use-material-form.ts';
import { useProposals, type PdfOnDevice } from './use-proposals.ts';
import { useSaving } from './use-saving.ts';

type EditDialogProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  material: Material;
  pdf: PdfOnDevice;
  /** Shown below the fields: further information about the material. */
  renderAbout: (edit: { isChanged: boolean }) => ReactNode;
  onClose: () => void;
};

/** Renders the dialog that edits the fields of a material and can replace its file and cover. */
export function EditDialog({ shelf, faculties, material, pdf, renderAbout, onClose }: EditDialogProps) {
  const state = useMaterialForm(() => formOf(material), faculties);
  const { form, change, faults, check, element, transfer, isBusy } = state;
  const edit = { ...form, base: material };
  const { saveEdit, saveChoice, failure, forgetFailure, theirs, backToEditing, isDeleted } = useSaving(edit, {
    transfer,
    faculties,
    onClose,
  });
  useReadFirstPage(shelf, material, change);
  useLockOf(material, change);
  useProposals(state, pdf);
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
      <TransferQuestions transfer={transfer} isEdit faculties={faculties} />
      {isAsking && <LeaveDialog unsavedWork="changes" onStay={() => setAsking(false)} onLeave={onClose} />}
    </>
  );
  if (theirs) {
    return (
      <Dialog onClose={close} title={words.conflictTitle} size="sheet">
        {failure && <Failure text={failure} className="mb-4" />}
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
    <Dialog onClose={close} title={words.edit(form.kind)} size="sheet">
      <form ref={element} noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit}>
        {isHidden(material.permissions) && <Notice>{words.hidden}</Notice>}
        <MaterialFormFields {...{ form, change, faults, shelf, faculties }} disabled={isBusy} columnGap="gap-x-4" />
        {isDeleted && (
          <Notice tone="warning" role="alert">
            {words.movedToTrash}
          </Notice>
        )}
        {failure && <Failure text={failure} />}
        {transfer.progress && transfer.progress.totalBytes > 0 && (
          <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />
        )}
        {renderAbout({ isChanged })}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-hairline pt-4">
          <Button variant="secondary" disabled={isBusy} onClick={close}>
            {actions.close}
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? words.saving : isDeleted ? words.restoreAndSave : words.saveChanges}
          </Button>
        </div>
      </form>
      {guards}
    </Dialog>
  );
}

/** Reads the first page if the library uses years of Bikram Sambat: the date on it determines the year AD. */
function useReadFirstPage(shelf: Shelf, { id }: Material, change: (action: MaterialFormAction) => void): void {
  const calendar = useCalendar();
  const { data } = useQuery({ ...materialTextQuery(shelf, id), enabled: calendar !== 'ad' });
  const firstPage = data?.pages.find(({ page }) => page === 1)?.text;
  const dispatch = useEffectEvent(change);
  useEffect(
    function takeFirstPage() {
      if (firstPage !== undefined) dispatch({ type: 'read', firstPage });
    },
    [firstPage],
  );
}

/** Checks if the material's file is locked, which only the file itself shows. */
function useLockOf({ fileId, fileType, pageCount }: Material, change: (action: MaterialFormAction) => void): void {
  const { client, site } = useAdminSession();
  const { data } = useQuery({
    queryKey: ['file', fileId],
    queryFn: () => new Storage(client).getFile({ bucketId: site.ids.bucketId, fileId }) as Promise<FileAnswer>,
    // Pages that were counted were readable.
    enabled: fileType === 'application/pdf' && pageCount === null,
    retry: false,
  });
  const warning = data?.warning;
  const dispatch = useEffectEvent(change);
  useEffect(
    function takeLock() {
      if (warning === lockedPdf) dispatch({ type: 'lockSeen', fileId, isLocked: true });
    },
    [warning, fileId],
  );
}

function Failure({ text, className }: { text: string; className?: string }) {
  return (
    <Notice tone="danger" role="alert" className={className}>
      {text}
    </Notice>
  );
}
