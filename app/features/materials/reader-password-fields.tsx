import { materialLimits } from '#domain/material.ts';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as words from '#messages/materials/attributes.ts';

type ReaderPasswordFieldsProps = {
  password: string;
  note: string;
  onPassword: (password: string) => void;
  onNote: (note: string) => void;
  hint?: string;
  error?: string | null;
};

/** Renders fields for the reader password of a locked PDF and a note about it. */
export function ReaderPasswordFields({ password, note, onPassword, onNote, hint, error }: ReaderPasswordFieldsProps) {
  return (
    <>
      <Field label={words.readerPassword} hint={hint} error={error}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={materialLimits.filePasswordLength}
            value={password}
            onChange={(event) => onPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words.readerPasswordNote} hint={words.readerPasswordNoteHint}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={materialLimits.filePasswordNoteLength}
            value={note}
            onChange={(event) => onNote(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}
