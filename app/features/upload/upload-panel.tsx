import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { KindSwitch } from '#app/features/materials/kind-switch.tsx';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast.ts';
import { useFileDrop } from './file-drop.tsx';
import { LeaveGuard, useAskBeforeUnload } from './leave-guard.tsx';
import { hasInput } from './material-form.ts';
import { MaterialFormFields } from './material-form-fields.tsx';
import { publishMaterial, DuplicateDeclined, type Published } from './publish.ts';
import { PublishSummary } from './publish-summary.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { uploadDrafts } from './upload-draft.ts';
import { UploadOutcome, type Outcome } from './upload-outcome.tsx';
import { useMaterialForm } from './use-material-form.ts';

type UploadPanelProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  /** False while another tab is open. */
  isShown: boolean;
};

const cancelledWords =
  'The upload was stopped; nothing was published. The part already sent is kept for a day, so uploading again continues where it stopped.';

/** The tab 'Upload Content': fill in, check, send, publish. */
export function UploadPanel({ shelf, faculties, isShown }: UploadPanelProps) {
  const { account } = useAdminSession();
  const { form, change, faults, check, element, transfer, isBusy } = useMaterialForm(
    () => uploadDrafts.find(account.id),
    faculties,
  );
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const queryClient = useQueryClient();

  useEffect(
    function keepDraft() {
      uploadDrafts.keep(account.id, form);
    },
    [account.id, form],
  );
  useAskBeforeUnload(hasInput(form));
  useFileDrop((file) => change({ type: 'file', file }), {
    isTaking: isShown,
    isBusy,
    onPhotographs: (files) => change({ type: 'photographsDropped', files }),
  });

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setOutcome(null);
    if (!(await check())) return;
    try {
      const published = await transfer.run((setting) => publishMaterial(setting, form));
      if (published) finish(published);
      else setOutcome({ state: 'stopped', reason: cancelledWords });
    } catch (error) {
      if (error instanceof DuplicateDeclined) return setOutcome({ state: 'stopped', reason: error.message });
      console.error('upload failed', error);
      const reason = explainProblem(error);
      setOutcome({ state: 'failed', reason });
      showToast({ tone: 'destructive', title: 'Upload failed', text: reason });
    }
  }

  function finish({ material, warnings }: Published) {
    showToast({
      tone: 'success',
      title: 'Upload successful',
      text: `"${material.title}" has been uploaded successfully`,
    });
    change({ type: 'published' });
    setOutcome({ state: 'published', material, warnings });
    void refreshShelf(queryClient);
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit}
      aria-label="Upload Content"
    >
      <KindSwitch
        label="Content type"
        value={form.kind}
        disabled={isBusy}
        onChange={(kind) => change({ type: 'kind', kind })}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6">
          <MaterialFormFields
            form={form}
            change={change}
            faults={faults}
            disabled={isBusy}
            shelf={shelf}
            faculties={faculties}
            columnGap="gap-x-5"
          />
        </Card>
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6 lg:sticky lg:top-20">
          <PublishSummary form={form} faculties={faculties} />
          {transfer.progress && <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />}
          <UploadOutcome outcome={outcome} />
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Uploading...' : `Upload ${kindNames[form.kind]}`}
          </Button>
        </Card>
      </div>
      <LeaveGuard unsavedWork={isBusy ? 'upload' : null} />
      {transfer.duplicate && <DuplicateDialog duplicate={transfer.duplicate} faculties={faculties} />}
    </form>
  );
}
