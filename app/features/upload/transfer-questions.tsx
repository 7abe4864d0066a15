import { useState, type FormEvent } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import { ReaderPasswordFields } from '#app/features/materials/reader-password-fields.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { api, pages } from '#contract/addresses.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import * as words from '#messages/upload/questions.ts';
import type { Transfer, LockQuestion, DuplicateQuestion } from './use-transfer.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

type DuplicateDialogProps = {
  question: DuplicateQuestion;
  /** True if the file is to replace that of an existing material. */
  isEdit: boolean;
  faculties: readonly FacultySummary[];
};

/**
 * Shows that the library already has the same file, with its location and date, and offers to restore or unhide a
 * material that readers don't see.
 */
function DuplicateDialog({ question: { duplicate, decide }, isEdit, faculties }: DuplicateDialogProps) {
  const calendar = useCalendar();
  const { site } = useAdminSession();
  const { state } = duplicate;
  const day = duplicate.since && formatDay(duplicate.since, site.timeZone);
  const placeOf = (material: Material) => {
    const faculty = faculties.find((each) => each.id === material.facultyId);
    const term = faculty?.terms.find((each) => each.id === material.semesterId);
    const year = yearWords(material, calendar);
    return [kindNames[material.kind], faculty?.name, term?.name, material.subject, year].filter(Boolean).join(' · ');
  };
  const name =
    duplicate.state === 'staged'
      ? words.stagedFile(duplicate.path)
      : words.material(duplicate.material.title, placeOf(duplicate.material));
  return (
    <Dialog
      onClose={() => decide('stop')}
      title={words.alreadyThere}
      description={words.sameFile[state](name, day, isEdit)}
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
            {state === 'hidden' ? words.openHidden : words.openPublished}
          </a>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={() => decide('stop')}>
          {isEdit ? words.dontUse : words.dontPublish}
        </Button>
        <Button
          variant={state === 'hidden' || state === 'trash' ? 'secondary' : 'primary'}
          onClick={() => decide('publish')}
        >
          {isEdit ? words.takeAnyway : words.publishAnyway}
        </Button>
        {(state === 'hidden' || state === 'trash') && (
          <Button onClick={() => decide('bring-back')}>{state === 'trash' ? words.restoreIt : words.showAgain}</Button>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Asks for the password of a locked file, or how readers get it, before the file is published or replaces another one.
 */
function LockDialog({ question: { asked, answer }, isEdit }: { question: LockQuestion; isEdit: boolean }) {
  const [password, setPassword] = useState(asked.filePassword ?? '');
  const [note, setNote] = useState(asked.filePasswordNote ?? '');
  const filePasswordNote = note.trim() || null;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // React passes the event on to the form around this one.
    event.stopPropagation();
    if (password.trim() !== '') answer({ filePassword: password.trim(), filePasswordNote });
  }

  return (
    <Dialog onClose={() => answer('stop')} title={words.needsPassword} description={words.passwordExplanation}>
      <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
        <ReaderPasswordFields
          password={password}
          note={note}
          onPassword={setPassword}
          onNote={setNote}
          error={asked.isWrong && password === asked.filePassword ? words.wrongPassword : null}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={() => answer('stop')}>
            {isEdit ? words.dontSave : words.dontPublish}
          </Button>
          <Button variant="secondary" onClick={() => answer({ filePassword: null, filePasswordNote })}>
            {isEdit ? words.saveWithout : words.publishWithout}
          </Button>
          <Button type="submit" disabled={password.trim() === ''}>
            {isEdit ? words.saveWith : words.publishWith}
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
          onClose={() => portfolio.answer(false)}
          title={words.portfolio}
          description={words.portfolioExplanation(isEdit)}
        >
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button variant="secondary" onClick={() => portfolio.answer(true)}>
              {isEdit ? words.takeAnyway : words.publishAnyway}
            </Button>
            <Button onClick={() => portfolio.answer(false)}>{isEdit ? words.dontUse : words.dontPublish}</Button>
          </div>
        </Dialog>
      )}
      {duplicate && <DuplicateDialog question={duplicate} isEdit={isEdit} faculties={faculties} />}
    </>
  );
}
