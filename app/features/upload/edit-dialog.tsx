import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { kindNames, materialLimits, type Material } from '#domain/material.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem, problemOf } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast.ts';
import { acceptedFiles, findFileFault, findImageFault } from './check-file.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { CoverField } from './cover-field.tsx';
import { useFileDrop } from './file-drop.tsx';
import { FileField } from './file-field.tsx';
import { LeaveDialog, LeaveGuard } from './leave-guard.tsx';
import {
  beginEdit,
  findChanges,
  findDifferences,
  mergeEdit,
  type EditField,
  type MaterialEdit,
} from './material-edit.ts';
import { PlaceFields } from './place-fields.tsx';
import { EditConflict, saveMaterial } from './publish.ts';
import { TransferProgress } from './transfer-progress.tsx';
import { findYearFault, type Place } from './material-form.ts';
import { useTransfer } from './use-transfer.ts';
import { YearField } from './year-field.tsx';

type EditDialogProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  material: Material;
  onClose: () => void;
};

type Faults = { place: string[]; title?: string; year?: string; file?: string; image?: string };

const partsOfPlace = ['facultyId', 'semesterId', 'subject'] as const;

/** Changes every field of a material and, when wanted, its file and cover (design decision 1). */
export function EditDialog({ shelf, faculties, material, onClose }: EditDialogProps) {
  const { site } = useAdminSession();
  const { kind } = material;
  const [edit, setEdit] = useState(() => beginEdit(material));
  const [faults, setFaults] = useState<Faults>({ place: [] });
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Material | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const transfer = useTransfer();
  const formElement = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const isBusy = transfer.progress !== null;
  const isChanged = Object.keys(findChanges(material, edit)).length > 0;
  const change = (part: Partial<MaterialEdit>) => setEdit((before) => ({ ...before, ...part }));
  const choose = (chosen: File | null) => chosen && { file: chosen, fileId: makeIdentifier() };
  useFileDrop((dropped) => change({ file: choose(dropped) }), { isTaking: theirs === null, isBusy });

  async function findFaults(): Promise<Faults> {
    const found: Faults = { place: partsOfPlace.filter((part) => !isKnown(part)) };
    if (!edit.title.trim()) found.title = 'Enter a title.';
    const yearFault = findYearFault(kind, edit.year);
    if (yearFault) found.year = yearFault;
    const fileFault = edit.file && (await findFileFault(kind, edit.file.file, site.maxUploadBytes));
    if (fileFault) found.file = fileFault;
    const imageFault = edit.image && findImageFault(edit.image.file, site.maxUploadBytes);
    if (imageFault) found.image = imageFault;
    return found;
  }

  /** A place the catalogue no longer has must be chosen anew (design decision 12). */
  function isKnown(part: keyof Place): boolean {
    const { facultyId, semesterId, subject } = edit.place;
    const faculty = faculties.find((each) => each.id === facultyId);
    if (part === 'facultyId') return faculty !== undefined;
    if (part === 'semesterId') return faculty?.terms.some((term) => term.id === semesterId) ?? false;
    return subject !== '';
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    const found = await findFaults();
    flushSync(() => setFaults(found));
    const invalid = formElement.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid) {
      const isYearMissing = kind === 'paper' && edit.year.trim() === '';
      if (found.title || found.place.length > 0 || isYearMissing)
        showToast({ tone: 'destructive', title: 'Missing information', text: 'Please fill all the required fields' });
      invalid.focus();
      return;
    }
    if (!isChanged) return setFailure('You have not changed anything yet.');
    await save({ material, changes: findChanges(material, edit), file: edit.file, image: edit.image });
  }

  /** Saves where two versions differ as the person has chosen; with nothing of their own left there is nothing to save. */
  async function saveChoice(other: Material, mine: ReadonlySet<EditField>) {
    const changes = mergeEdit(material, edit, other, mine);
    if (Object.keys(changes).length === 0) return onClose();
    const file = mine.has('file') ? edit.file : null;
    await save({ material: other, changes, file, image: mine.has('cover') ? edit.image : null });
  }

  async function save(input: Omit<Parameters<typeof saveMaterial>[1], 'isRestored'>) {
    setFailure(null);
    try {
      const saved = await transfer.run((setting) => saveMaterial(setting, { ...input, isRestored: isDeleted }));
      if (!saved) return setFailure('Cancelled. Nothing was changed.');
      finish(saved.material, saved.warnings);
    } catch (error) {
      const type = problemOf(error)?.type;
      if (error instanceof EditConflict) {
        // Saved already: the answer to an earlier try was lost, or someone else made the very same change.
        if (findDifferences(material, edit, error.theirs, faculties).length === 0) finish(error.theirs, []);
        else setTheirs(error.theirs);
      }
      // Asked for once more, a restored material that is not there has gone for good.
      else if (type === 'document_not_found' && !isDeleted) {
        setDeleted(true);
        setTheirs(null);
      } else {
        console.error('not saved', error);
        setFailure(explainProblem(error));
      }
    } finally {
      void refreshShelf(queryClient);
    }
  }

  function finish({ title }: Material, warnings: readonly string[]) {
    showToast({
      tone: 'success',
      title: `${kindNames[kind]} updated`,
      text: [`"${title}" has been updated successfully.`, ...warnings].join(' '),
    });
    onClose();
  }

  function close() {
    if (isBusy) return;
    if (isChanged) setAsking(true);
    else onClose();
  }

  if (theirs) {
    return (
      <Dialog isOpen onClose={close} title="Changed by someone else" size="sheet">
        {failure && (
          <Notice tone="danger" role="alert" className="mb-4">
            {failure}
          </Notice>
        )}
        <ConflictPanel
          key={theirs.updatedAt}
          differences={findDifferences(material, edit, theirs, faculties)}
          isBusy={isBusy}
          onSave={(mine) => void saveChoice(theirs, mine)}
          onBack={() => setTheirs(null)}
        />
        {renderGuards()}
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={close} title={`Edit ${kindNames[kind]}`} size="sheet">
      <form ref={formElement} noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit}>
        <Field label="Title" required error={faults.title}>
          {(control) => (
            <TextInput
              {...control}
              value={edit.title}
              disabled={isBusy}
              maxLength={materialLimits.titleLength}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <PlaceFields
            shelf={shelf}
            faculties={faculties}
            place={edit.place}
            missing={faults.place}
            disabled={isBusy}
            isSubjectWide
            onChange={(place) => change({ place })}
          />
          <YearField
            value={edit.year}
            required={kind === 'paper'}
            error={faults.year}
            disabled={isBusy}
            onChange={(year) => change({ year })}
          />
        </div>
        <FileField
          label="Replace the file"
          hint="Keep it, or choose a new one here."
          accept={acceptedFiles(kind)}
          file={edit.file?.file ?? null}
          error={faults.file ?? null}
          disabled={isBusy}
          onChoose={(chosen) => change({ file: choose(chosen) })}
        />
        {kind === 'book' && (
          <CoverField
            coverFileId={material.coverFileId}
            image={edit.image}
            keepsCover={edit.keepsCover}
            error={faults.image ?? null}
            disabled={isBusy}
            onChoose={(chosen) => change({ image: choose(chosen) })}
            onKeepChange={(keepsCover) => change({ keepsCover })}
          />
        )}
        {isDeleted && (
          <Notice tone="warning" role="alert">
            Someone else has moved this to the trash. If you save, it is restored with your changes.
          </Notice>
        )}
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        {transfer.progress && transfer.progress.totalBytes > 0 && (
          <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-hairline pt-4">
          <Button variant="secondary" disabled={isBusy} onClick={close}>
            Close
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving...' : isDeleted ? 'Restore and save' : 'Save changes'}
          </Button>
        </div>
      </form>
      {renderGuards()}
    </Dialog>
  );

  function renderGuards() {
    return (
      <>
        <LeaveGuard atStake={isBusy ? 'upload' : isChanged ? 'changes' : null} />
        {isAsking && <LeaveDialog atStake="changes" onStay={() => setAsking(false)} onLeave={onClose} />}
      </>
    );
  }
}
