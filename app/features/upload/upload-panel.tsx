import { useEffect, useEffectEvent } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { KindSwitch } from '#app/features/materials/kind-switch.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { useFileDrop } from '#app/features/upload/form/file-drop.tsx';
import { MaterialFormFields } from '#app/features/upload/form/material-form-fields.tsx';
import {
  hasInput,
  showsAttribute,
  titleOf,
  type UploadPlace,
  type MaterialForm,
} from '#app/features/upload/form/material-form.ts';
import { ProposalsNotice } from '#app/features/upload/form/proposals-notice.tsx';
import { TransferProgress } from '#app/features/upload/transfer/transfer-progress.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Calendar } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as nouns from '#messages/nouns.ts';
import * as formWords from '#messages/upload/form.ts';
import * as words from '#messages/upload/panel.ts';
import { LeaveGuard, useAskBeforeUnload } from './leave-guard.tsx';
import { PapersInside } from './papers-inside.tsx';
import { TransferQuestions } from './transfer-questions.tsx';
import { uploadDrafts } from './upload-draft.ts';
import { UploadOutcome } from './upload-outcome.tsx';
import { useMaterialForm, type MaterialFormState } from './use-material-form.ts';
import { useProposals, type PdfOnDevice } from './use-proposals.ts';
import { usePublishing } from './use-publishing.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

type PublishSummaryProps = { form: MaterialForm; faculties: readonly FacultySummary[] };

/** Shows the material to be published and its subject, as far as the form is filled in. */
function PublishSummary({ form, faculties }: PublishSummaryProps) {
  const calendar = useCalendar();
  const { kind } = form;
  const faculty = faculties.find((each) => each.id === form.facultyId);
  const term = faculty?.terms.find((each) => each.id === form.semesterId);
  return (
    <section aria-label={words.summary}>
      <div className="flex items-center gap-3">
        <KindTile kind={kind} />
        <div className="min-w-0">
          <h2 className="text-sm font-normal tracking-normal text-muted [font-family:inherit]">{words.publishedAs}</h2>
          <p className="font-medium">{kindNames[kind]}</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <Fact name={nouns.title} value={titleOf(form)} />
        <Fact name={nouns.faculty} value={faculty?.name} />
        <Fact name={faculty?.type === 'year' ? formWords.fields.semesterId.label : nouns.semester} value={term?.name} />
        <Fact name={nouns.subject} value={form.subject} />
        {showsAttribute(form, 'year') && <Fact name={nouns.year} value={yearsOf(form, calendar)} />}
      </dl>
    </section>
  );
}

/** Returns the years in the format that readers will see or, while a typed year is invalid, as typed. */
function yearsOf({ year, yearBs }: MaterialForm, calendar: Calendar): string {
  if (!/^\d{4}$/.test(year)) return year;
  return yearWords({ year: Number(year), yearBs: yearBs === '' ? null : Number(yearBs) }, calendar);
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{value || <span className="text-muted">{words.notChosen}</span>}</dd>
    </>
  );
}

type UploadPanelProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  /** Called when a file was dropped or pasted, so that the panel opens this tab if another one is open. */
  onFile: () => void;
  /** The purpose of the next material; a new object for every request. Null for none. */
  wanted: UploadPlace | null;
  pdf: PdfOnDevice;
  /** Opens files in the tab for many. */
  onImport: (files: readonly File[]) => void;
};

/** Renders the tab 'Upload Content': fill in, check, send, publish. */
export function UploadPanel({ shelf, faculties, onFile, wanted, pdf, onImport }: UploadPanelProps) {
  const { account } = useAdminSession();
  const state = useMaterialForm(() => uploadDrafts.find(account.id), faculties);
  const { form, change, faults, element, transfer, isBusy } = state;
  const { outcome, handleSubmit } = usePublishing(state);
  const facts = useProposals(state, pdf);
  const fields = { form, change, faults, disabled: isBusy, shelf, faculties };

  useEffect(
    function keepDraft() {
      uploadDrafts.keep(account.id, form);
    },
    [account.id, form],
  );
  useAskBeforeUnload(hasInput(form));
  useFileDrop(
    (file) => {
      onFile();
      change({ type: 'file', file });
    },
    {
      isBusy,
      onPhotographs: (files) => {
        onFile();
        change({ type: 'photographsDropped', files });
      },
    },
  );

  usePlaceWanted(wanted, state);

  function chooseAnotherPlace() {
    change({ type: 'lastPlaceForgotten' });
    element.current?.querySelector('select')?.focus();
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      aria-label={words.uploadContent}
    >
      <KindSwitch
        label={words.contentType}
        value={form.kind}
        disabled={isBusy}
        onChange={(kind) => change({ type: 'kind', kind })}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6">
          <NextPlace form={form} faculties={faculties} onForget={chooseAnotherPlace} />
          <MaterialFormFields {...fields} columnGap="gap-x-5" />
          <PapersInside {...fields} facts={facts} extract={pdf.extract} onImport={onImport} />
          <ProposalsNotice {...fields} />
        </Card>
        <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6 lg:sticky lg:top-20">
          <PublishSummary form={form} faculties={faculties} />
          {transfer.progress && <TransferProgress progress={transfer.progress} onCancel={transfer.cancel} />}
          <UploadOutcome outcome={outcome} />
          <Button
            type="submit"
            busy={isBusy}
            data-tooltip={words.upload(form.kind)}
            data-tooltip-keys={words.uploadKeys}
          >
            {isBusy ? words.uploading : words.upload(form.kind)}
          </Button>
        </Card>
      </div>
      <LeaveGuard unsavedWork={isBusy ? 'upload' : null} />
      <TransferQuestions transfer={transfer} isEdit={false} faculties={faculties} />
    </form>
  );
}

type NextPlaceProps = { form: MaterialForm; faculties: readonly FacultySummary[]; onForget: () => void };

/**
 * Names the place that the next file will get: that of the previous file. Renders nothing once the user has chosen a
 * place or a file.
 */
function NextPlace({ form: { lastPlace, facultyId }, faculties, onForget }: NextPlaceProps) {
  if (!lastPlace || facultyId) return null;
  const faculty = faculties.find((each) => each.id === lastPlace.facultyId);
  const term = faculty?.terms.find((each) => each.id === lastPlace.semesterId);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-sunken px-4 py-2">
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {words.nextPlace(
          <strong key="subject" className="font-medium">
            {lastPlace.subject}
          </strong>,
          faculty?.name ?? '',
          term?.name ?? '',
        )}
      </p>
      <Button variant="ghost" size="small" className="max-sm:-ms-4" onClick={onForget}>
        {words.anotherPlace}
      </Button>
    </div>
  );
}

/** Fills in a place that the user chose elsewhere in the panel, and focuses the field for the file. */
function usePlaceWanted(wanted: UploadPlace | null, { change, element, isBusy }: MaterialFormState): void {
  const place = useEffectEvent((request: UploadPlace) => {
    if (isBusy) {
      showToast({ tone: 'plain', title: words.uploadRunning, text: words.placeLater });
      return;
    }
    change({ type: 'placed', ...request });
    element.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  });
  useEffect(
    function fillInPlace() {
      if (wanted) place(wanted);
    },
    [wanted],
  );
}
