import { useState, type FormEvent } from 'react';
import { ReaderPasswordFields } from '#app/features/materials/reader-password-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import type { LockQuestion } from './use-transfer.ts';

/**
 * Asks for the password of a locked file, or how readers get it, before the file is published or replaces another one.
 */
export function LockDialog({ question: { asked, answer }, isEdit }: { question: LockQuestion; isEdit: boolean }) {
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
