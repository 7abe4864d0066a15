import { useState, type FormEvent } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import { ReaderPasswordFields } from '#app/features/materials/reader-password-fields.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { api, pages } from '#contract/addresses.ts';
import { yearWords } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, type Material } from '#domain/material.ts';
import type { Duplicate } from './find-duplicate.ts';
import type { Transfer, LockQuestion, DuplicateQuestion } from './use-transfer.ts';

type DuplicateDialogProps = {
  question: DuplicateQuestion;
  /** True if the file replaces that of an edited material. */
  isEdit: boolean;
  faculties: readonly FacultySummary[];
};

/**
 * Shows that the same file exists already, with its location and date, and offers to bring back a material that readers don't
 * see.
 */
function DuplicateDialog({ question: { duplicate, decide }, isEdit, faculties }: DuplicateDialogProps) {
  const calendar = useCalendar();
  const { site } = useAdminSession();
  const { state } = duplicate;
  const day = duplicate.since === null ? '' : ` since ${formatDay(duplicate.since, site.timeZone)}`;
  const placeOf = (material: Material) => {
    const faculty = faculties.find((each) => each.id === material.facultyId);
    const term = faculty?.terms.find((each) => each.id === material.semesterId);
    const year = yearWords(material, calendar);
    return [kindNames[material.kind], faculty?.name, term?.name, material.subject, year].filter(Boolean).join(' · ');
  };
  const named = (material: Material) => `"${material.title}" (${placeOf(material)})`;
  const asks = isEdit ? 'Use this file anyway?' : 'Publish it anyway?';
  const descriptions: Record<Duplicate['state'], () => string> = {
    published: () => `The same file is already published as ${nameIn(duplicate, named)}. ${asks}`,
    hidden: () => `The same file is in the library as ${nameIn(duplicate, named)}, hidden${day}. ${asks}`,
    trash: () => `The same file is in the trash${day} as ${nameIn(duplicate, named)}. ${asks}`,
    staged: () => `The same file waits in Import Many${day} as ${nameIn(duplicate, named)}. ${asks}`,
  };
  return (
    <Dialog
      isOpen
      onClose={() => decide('stop')}
      title="This file is already in the library"
      description={descriptions[state]()}
    >
      {(state === 'published' || state === 'hidden') && (
        <p className="mb-4 text-sm">
          <a
            // The page of a hidden material is for nobody; its file is for administrators.
            href={
              state === 'hidden'
                ? api.filePreview(site.ids, duplicate.material.fileId)
                : pages.material(duplicate.material.id)
            }
            target="_blank"
            rel="noopener"
            className="text-accent underline underline-offset-4"
          >
            {state === 'hidden' ? 'Open the hidden file in a new tab' : 'Open the published material in a new tab'}
          </a>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={() => decide('stop')}>
          {isEdit ? "Don't use it" : "Don't publish"}
        </Button>
        <Button
          variant={state === 'hidden' || state === 'trash' ? 'secondary' : 'primary'}
          onClick={() => decide('publish')}
        >
          {isEdit ? 'Use it anyway' : 'Publish anyway'}
        </Button>
        {(state === 'hidden' || state === 'trash') && (
          <Button onClick={() => decide('bring-back')}>{state === 'trash' ? 'Restore it' : 'Show it again'}</Button>
        )}
      </div>
    </Dialog>
  );
}

function nameIn(duplicate: Duplicate, named: (material: Material) => string): string {
  return duplicate.state === 'staged' ? `"${duplicate.path}"` : named(duplicate.material);
}

/** Asks how readers open a locked file, before it is published or replaces another one. */
function LockDialog({ question: { asked, answer }, isEdit }: { question: LockQuestion; isEdit: boolean }) {
  const [password, setPassword] = useState(asked.filePassword ?? '');
  const [note, setNote] = useState(asked.filePasswordNote ?? '');
  const filePasswordNote = note.trim() || null;
  const verb = isEdit ? 'Save' : 'Publish';

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // React passes the event on to the form around this one.
    event.stopPropagation();
    if (password.trim() !== '') answer({ filePassword: password.trim(), filePasswordNote });
  }

  return (
    <Dialog
      isOpen
      onClose={() => answer('stop')}
      title="This PDF needs a password"
      description="Readers who don’t know it can’t read the PDF. Whatever you enter here is shown to everybody who may read it."
    >
      <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
        <ReaderPasswordFields
          password={password}
          note={note}
          onPassword={setPassword}
          onNote={setNote}
          error={asked.isWrong && password === asked.filePassword ? 'This password doesn’t open the PDF.' : null}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={() => answer('stop')}>
            {isEdit ? "Don't save" : "Don't publish"}
          </Button>
          <Button variant="secondary" onClick={() => answer({ filePassword: null, filePasswordNote })}>
            {verb} without a password
          </Button>
          <Button type="submit" disabled={password.trim() === ''}>
            {verb} with this password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type TransferQuestionsProps = { transfer: Transfer; isEdit: boolean; faculties: readonly FacultySummary[] };

/** Shows the questions about a file after it was sent, before anything is published or changed. */
export function TransferQuestions({
  transfer: { lock, portfolio, duplicate },
  isEdit,
  faculties,
}: TransferQuestionsProps) {
  return (
    <>
      {lock && <LockDialog question={lock} isEdit={isEdit} />}
      {portfolio && (
        <Dialog
          isOpen
          onClose={() => portfolio.answer(false)}
          title="This PDF is a portfolio"
          description={`Its papers are files inside it, and readers see only its cover sheet. ${isEdit ? 'Save the papers inside it on your device, and use one of these.' : 'Choose one of the papers in the form instead, or import them all.'}`}
        >
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button variant="secondary" onClick={() => portfolio.answer(true)}>
              {isEdit ? 'Use it anyway' : 'Publish anyway'}
            </Button>
            <Button onClick={() => portfolio.answer(false)}>{isEdit ? "Don't use it" : "Don't publish"}</Button>
          </div>
        </Dialog>
      )}
      {duplicate && <DuplicateDialog question={duplicate} isEdit={isEdit} faculties={faculties} />}
    </>
  );
}
