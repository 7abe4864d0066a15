import { useEffect, useRef, useState, type FormEvent } from 'react';
import { maxHidingReasonLength } from '#contract/bulk-change.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/hidden.ts';

type HideDialogProps = {
  title: string;
  /** The current reason for hiding; null if the material is not hidden. */
  reason: string | null;
  onHide: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason for hiding a material. */
export function HideDialog({ title, reason, onHide, onClose }: HideDialogProps) {
  const isNew = reason === null;
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? words.hideQuestion : words.reasonQuestion}
      description={isNew ? words.hideExplanation(title) : words.staysHidden(title)}
    >
      <ReasonForm
        reason={reason ?? ''}
        submitLabel={isNew ? actions.hide : actions.save}
        onCancel={onClose}
        onSubmit={(line) => {
          onHide(line);
          onClose();
        }}
      />
    </Dialog>
  );
}

type ReasonFormProps = {
  reason: string;
  submitLabel: string;
  onCancel: () => void;
  onSubmit: (reason: string) => void;
};

function ReasonForm({ reason, submitLabel, onCancel, onSubmit }: ReasonFormProps) {
  const [typed, setTyped] = useState(reason);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(function focusReason() {
    input.current?.focus();
  }, []);

  function change(text: string) {
    setTyped(text);
    setMissing(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const line = plainLine(typed);
    if (line !== '') {
      onSubmit(line);
      return;
    }
    setMissing(true);
    input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field label={words.reason} hint={words.reasonHint} required error={isMissing && words.reasonMissing}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            maxLength={maxHidingReasonLength}
            value={typed}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">{words.suggestions}</legend>
        {words.reasons.map((text) => (
          <Button
            key={text}
            variant="secondary"
            size="small"
            onClick={() => {
              change(text);
              input.current?.focus();
            }}
          >
            {text}
          </Button>
        ))}
      </fieldset>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onCancel}>
          {actions.cancel}
        </Button>
        <Button type="submit">{submitLabel}</Button>
      </div>
    </form>
  );
}
