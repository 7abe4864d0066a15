import { useState, type FormEvent } from 'react';
import { lockedPdf } from '#domain/file-warnings.ts';
import { ReaderPasswordFields } from '#app/features/materials/reader-password-fields.tsx';
import type { EditedValue, StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/import/rows.ts';
import { splitPath } from './row-words.ts';

type RowPasswordProps = { row: StagedRow; onSet: (manual: ManualValues, value: EditedValue) => void };

/**
 * Asks for the password of a locked file, or how readers get it. The library tries the password before it stores it.
 */
export function RowPassword({ row, onSet }: RowPasswordProps) {
  const [password, setPassword] = useState(row.filePassword ?? '');
  const [note, setNote] = useState(row.filePasswordNote ?? '');
  if (row.state === 'published' || (row.warning !== lockedPdf && row.filePassword === null)) return null;
  const manual: ManualValues = {
    ...(password.trim() !== '' && password.trim() !== row.filePassword && { filePassword: password.trim() }),
    ...(note.trim() !== '' && note.trim() !== row.filePasswordNote && { filePasswordNote: note.trim() }),
  };

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSet(manual, 'password');
  }

  return (
    <form
      noValidate
      aria-label={words.passwordOf(splitPath(row.path).name)}
      className="grid gap-3 rounded-card bg-sunken p-3 text-sm"
      onSubmit={handleSubmit}
    >
      <ReaderPasswordFields
        password={password}
        note={note}
        onPassword={setPassword}
        onNote={setNote}
        hint={words.passwordHint}
      />
      <Button type="submit" variant="secondary" size="small" disabled={Object.keys(manual).length === 0}>
        {words.savePassword}
      </Button>
    </form>
  );
}
