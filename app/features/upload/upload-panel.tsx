import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, materialLimits } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { KindSwitch } from '#app/features/materials/kind-switch.tsx';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast.ts';
import { acceptedFiles, acceptedImages, findFileFault, findImageFault } from './check-file.ts';
import { useFileDrop } from './file-drop.tsx';
import { FileField } from './file-field.tsx';
import { LeaveGuard, useAskBeforeUnload } from './leave-guard.tsx';
import { PlaceFields } from './place-fields.tsx';
import { publishMaterial, TwinDeclined } from './publish.ts';
import { PublishSummary } from './publish-summary.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import { TwinDialog } from './twin-dialog.tsx';
import { isBegun, uploadDrafts } from './upload-draft.ts';
import { UploadOutcome, type Outcome } from './upload-outcome.tsx';
import { changeUploadForm, findYearFault, missingFields, titleToPublish } from './material-form.ts';
import { useTransfer } from './use-transfer.ts';
import { YearField } from './year-field.tsx';

type UploadPanelProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  /** False while another tab is looked at. */
  isShown: boolean;
};

const cancelledWords =
  'The upload was stopped; nothing was published. The part already sent is kept for a day, so uploading again continues where it stopped.';

/** The tab 'Upload Content': fill in, check, send, publish (specification 4 and 5, design decisions 2 to 4). */
export function UploadPanel({ shelf, faculties, isShown }: UploadPanelProps) {
  const { site, account } = useAdminSession();
  const [begun] = useState(() => uploadDrafts.find(account.id));
  const [form, change] = useReducer(changeUploadForm, begun.form);
  const [isTried, setTried] = useState(false);
  const [faults, setFaults] = useState<{ file: string | null; image: string | null }>({ file: null, image: null });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const transfer = useTransfer();
  const formElement = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const isBusy = transfer.progress !== null;
  const missing = isTried ? missingFields(form) : [];
  const [lostFile, setLostFile] = useState(begun.lostFile);

  useEffect(
    function keepDraft() {
      uploadDrafts.keep(account.id, { form, lostFile });
    },
    [account.id, form, lostFile],
  );
  useAskBeforeUnload(isBegun(form));
  useFileDrop(chooseFile, { isTaking: isShown, isBusy });

  function chooseFile(file: File | null) {
    setLostFile(null);
    setFaults((before) => ({ ...before, file: null }));
    change({ type: 'file', file });
  }

  /** Marks what is missing or wrong and leads there; true when nothing is. */
  function checkFilledIn(): boolean {
    const isMissing = missingFields(form).length > 0;
    if (!isMissing && !(form.kind === 'paper' && findYearFault(form.kind, form.year))) return true;
    flushSync(() => setTried(true));
    if (isMissing)
      showToast({ tone: 'destructive', title: 'Missing information', text: 'Please fill all the required fields' });
    formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    return false;
  }

  async function checkFiles(): Promise<boolean> {
    const { kind, file, image } = form;
    const found = {
      file: file && (await findFileFault(kind, file.file, site.maxUploadBytes).catch(explainUnreadable)),
      image: image && kind === 'book' ? findImageFault(image.file, site.maxUploadBytes) : null,
    };
    flushSync(() => setFaults(found));
    if (!found.file && !found.image) return true;
    formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    return false;
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setOutcome(null);
    if (!checkFilledIn() || !(await checkFiles()) || !form.file) return;
    const { kind, materialId, facultyId, semesterId, subject, file } = form;
    const facts = { kind, materialId, title: titleToPublish(form), facultyId, semesterId, subject, file };
    const year = kind === 'paper' ? Number(form.year) : null;
    try {
      const published = await transfer.run((setting) =>
        publishMaterial(setting, { ...facts, year, image: kind === 'book' ? form.image : null }),
      );
      if (!published) return setOutcome({ state: 'stopped', reason: cancelledWords });
      const { material, warnings } = published;
      showToast({
        tone: 'success',
        title: 'Upload successful',
        text: `"${material.title}" has been uploaded successfully`,
      });
      change({ type: 'published' });
      setLostFile(null);
      setTried(false);
      setOutcome({ state: 'published', material, warnings });
      void refreshShelf(queryClient);
    } catch (error) {
      if (error instanceof TwinDeclined) return setOutcome({ state: 'stopped', reason: error.message });
      console.error('upload failed', error);
      const reason = explainProblem(error);
      setOutcome({ state: 'failed', reason });
      showToast({ tone: 'destructive', title: 'Upload failed', text: reason });
    }
  }

  return (
    <form
      ref={formElement}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit}
      aria-label="Upload Content"
    >
      <KindSwitch
        label="Content type"
        value={form.kind}
        disabled={isBusy}
        onChange={(kind) => {
          setFaults({ file: null, image: null });
          change({ type: 'kind', kind });
        }}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6">
          <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
            <PlaceFields
              shelf={shelf}
              faculties={faculties}
              place={form}
              missing={missing}
              disabled={isBusy}
              isSubjectWide={form.kind !== 'paper'}
              onChange={(place) => change({ type: 'place', place })}
            />
            {form.kind === 'paper' && (
              <YearField
                // Emptied after publishing, it begins with the list again.
                key={form.materialId}
                value={form.year}
                required
                error={isTried ? findYearFault(form.kind, form.year) : null}
                disabled={isBusy}
                onChange={(year) => change({ type: 'year', year })}
              />
            )}
          </div>
          <Field label="Title" required error={missing.includes('title') && 'Enter a title.'}>
            {(control) => (
              <TextInput
                {...control}
                value={form.title}
                disabled={isBusy}
                maxLength={materialLimits.titleLength}
                placeholder="From the file's name if empty"
                onChange={(event) => change({ type: 'title', title: event.currentTarget.value })}
              />
            )}
          </Field>
          <FileField
            label="File (PDF)"
            hint={
              lostFile && isBegun(form)
                ? `Choose "${lostFile}" again. Files are not kept when the page is reloaded.`
                : form.kind === 'paper'
                  ? 'Choose a PDF or HTML file, or drop it here.'
                  : 'Choose a PDF or drop it here.'
            }
            accept={acceptedFiles(form.kind)}
            file={form.file?.file ?? null}
            error={faults.file ?? (missing.includes('file') ? 'Choose the file.' : null)}
            required
            disabled={isBusy}
            onChoose={chooseFile}
          />
          {form.kind === 'book' && (
            <FileField
              label="Image"
              hint="Optional. Without one, the first page is used as the cover."
              accept={acceptedImages}
              picture
              file={form.image?.file ?? null}
              error={faults.image}
              disabled={isBusy}
              onChoose={(image) => {
                setFaults((before) => ({ ...before, image: null }));
                change({ type: 'image', image });
              }}
            />
          )}
        </Card>
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6 lg:sticky lg:top-20">
          <PublishSummary
            kind={form.kind}
            title={titleToPublish(form)}
            place={form}
            year={form.year}
            faculties={faculties}
          />
          {transfer.progress && <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />}
          <UploadOutcome outcome={outcome} />
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Uploading...' : `Upload ${kindNames[form.kind]}`}
          </Button>
        </Card>
      </div>
      <LeaveGuard atStake={isBusy ? 'upload' : null} />
      {transfer.twin && (
        <TwinDialog twin={transfer.twin.material} faculties={faculties} onAnswer={transfer.twin.decide} />
      )}
    </form>
  );
}

/** The browser refuses to read a file that was moved or changed since it was chosen. */
function explainUnreadable(): string {
  return 'The file can no longer be read; it was moved or changed on your device. Choose it again.';
}
