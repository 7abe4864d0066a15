import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { kindNames, materialLimits, type Material } from '#domain/material.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast.ts';
import { acceptedFiles, acceptedImages, findFileFault, findImageFault } from './check-file.ts';
import { FileField } from './file-field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PlaceFields } from './place-fields.tsx';
import { saveMaterial } from './publish.ts';
import { TransferProgress } from './transfer-progress.tsx';
import type { ChosenFile, Place } from './upload-form.ts';
import { useTransfer } from './use-transfer.ts';

type EditDialogProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  material: Material;
  onClose: () => void;
};

type Faults = { place: string[]; title?: string; year?: string; file?: string; image?: string };

/** Changes every field of a material and, when wanted, its file and cover (design decision 1). */
export function EditDialog({ shelf, faculties, material, onClose }: EditDialogProps) {
  const { site } = useAdminSession();
  const { kind } = material;
  const [place, setPlace] = useState<Place>(material);
  const [title, setTitle] = useState(material.title);
  const [year, setYear] = useState(material.year === null ? '' : `${material.year}`);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [image, setImage] = useState<ChosenFile | null>(null);
  const [keepsCover, setKeepsCover] = useState(true);
  const [faults, setFaults] = useState<Faults>({ place: [] });
  const [failure, setFailure] = useState<string | null>(null);
  const transfer = useTransfer();
  const formElement = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const isBusy = transfer.progress !== null;
  const choose = (chosen: File | null) => chosen && { file: chosen, fileId: makeIdentifier() };

  async function findFaults(): Promise<Faults> {
    const found: Faults = { place: [] };
    for (const part of ['facultyId', 'semesterId', 'subject'] as const) if (!isKnown(part)) found.place.push(part);
    if (!title.trim()) found.title = 'Enter a title.';
    const yearFault = findYearFault();
    if (yearFault) found.year = yearFault;
    const fileFault = file && (await findFileFault(kind, file.file, site.maxUploadBytes));
    if (fileFault) found.file = fileFault;
    const imageFault = image && findImageFault(image.file, site.maxUploadBytes);
    if (imageFault) found.image = imageFault;
    return found;
  }

  /** A place the catalogue no longer has must be chosen anew (design decision 12). */
  function isKnown(part: keyof Place): boolean {
    const faculty = faculties.find((each) => each.id === place.facultyId);
    if (part === 'facultyId') return faculty !== undefined;
    if (part === 'semesterId') return faculty?.terms.some((term) => term.id === place.semesterId) ?? false;
    return place.subject !== '';
  }

  function findYearFault(): string | null {
    if (year.trim() === '') return kind === 'paper' ? 'Enter the year of the exam.' : null;
    const number = Number(year);
    const { minYear, maxYear } = materialLimits;
    const isYear = Number.isInteger(number) && number >= minYear && number <= maxYear;
    return isYear ? null : `Enter a whole number from ${minYear} to ${maxYear}.`;
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    const found = await findFaults();
    flushSync(() => setFaults(found));
    const invalid = formElement.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid) {
      showToast({ tone: 'destructive', title: 'Missing information', text: 'Please fill all the required fields' });
      invalid.focus();
      return;
    }
    const { facultyId, semesterId, subject } = place;
    const facts = { title, facultyId, semesterId, subject, year: year.trim() === '' ? null : Number(year) };
    const coverFileId = keepsCover ? material.coverFileId : null;
    try {
      const saved = await transfer.run((setting) =>
        saveMaterial(setting, { ...facts, material, file, image, coverFileId }),
      );
      if (!saved) return setFailure('Cancelled. Nothing was changed.');
      showToast({
        tone: 'success',
        title: `${kindNames[kind]} updated`,
        text: [`"${saved.material.title}" has been updated successfully.`, ...saved.warnings].join(' '),
      });
      void refreshShelf(queryClient);
      onClose();
    } catch (error) {
      console.error('not saved', error);
      setFailure(explainProblem(error));
    }
  }

  return (
    <Dialog isOpen onClose={() => !isBusy && onClose()} title={`Edit ${kindNames[kind]}`} size="sheet">
      <form ref={formElement} noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit}>
        <Field label="Title" required error={faults.title}>
          {(control) => (
            <TextInput
              {...control}
              value={title}
              disabled={isBusy}
              maxLength={materialLimits.titleLength}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <PlaceFields
            shelf={shelf}
            faculties={faculties}
            place={place}
            missing={faults.place}
            disabled={isBusy}
            isSubjectWide
            onChange={setPlace}
          />
          <Field label="Year" required={kind === 'paper'} error={faults.year}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={year}
                disabled={isBusy}
                placeholder={kind === 'paper' ? undefined : 'None'}
                onChange={(event) => setYear(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <FileField
          label="Replace the file"
          hint="Keep it, or choose a new one here."
          accept={acceptedFiles(kind)}
          file={file?.file ?? null}
          error={faults.file ?? null}
          disabled={isBusy}
          onChoose={(chosen) => setFile(choose(chosen))}
        />
        {kind === 'book' && (
          <>
            <FileField
              label={material.coverFileId ? 'Replace the image' : 'Image'}
              hint={
                material.coverFileId
                  ? 'Keep the current cover, or choose a new one here.'
                  : 'Without one, the first page is used as the cover.'
              }
              accept={acceptedImages}
              picture
              file={image?.file ?? null}
              error={faults.image ?? null}
              disabled={isBusy}
              onChoose={(chosen) => setImage(choose(chosen))}
            />
            {material.coverFileId && !image && (
              <div className="flex items-center gap-4">
                <img
                  src={api.filePicture(site.ids, material.coverFileId, 160)}
                  alt="Current cover"
                  className="h-20 w-14 rounded-md border border-hairline object-cover"
                />
                <Checkbox
                  label="Use the first page as the cover instead"
                  checked={!keepsCover}
                  disabled={isBusy}
                  onChange={(event) => setKeepsCover(!event.currentTarget.checked)}
                />
              </div>
            )}
          </>
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
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving...' : 'Save changes'}
          </Button>
        </div>
      </form>
      <LeaveGuard isSending={isBusy} />
    </Dialog>
  );
}
