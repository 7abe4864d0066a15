import { useEffect, useRef, useState, type FormEvent } from 'react';
import { maxHidingReasonLength } from '#contract/hiding.ts';
import { plainLine } from '#domain/plain-line.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';

const suggestions = ['The owner asked', 'Wrong paper', 'Under review'];

type HideDialogProps = {
  title: string;
  /** The reason it is hidden for now; null if it is not hidden. */
  reason: string | null;
  onHide: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason for which a material is hidden. */
export function HideDialog({ title, reason, onHide, onClose }: HideDialogProps) {
  const [typed, setTyped] = useState(reason ?? '');
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(function focusReason() {
    input.current?.focus();
  }, []);

  function choose(text: string) {
    setTyped(text);
    setMissing(false);
    input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const line = plainLine(typed);
    if (line === '') {
      setMissing(true);
      input.current?.focus();
      return;
    }
    onHide(line);
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={reason === null ? 'Hide this material?' : 'Change the reason?'}
      description={
        reason === null
          ? `"${title}" and its file disappear from the site at once. Administrators still find it here and can show it again.`
          : `"${title}" stays hidden.`
      }
    >
      <form noValidate onSubmit={submit}>
        <Field
          label="Reason"
          hint="Only administrators see it."
          required
          error={isMissing && 'Say why, so that other administrators know.'}
        >
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              maxLength={maxHidingReasonLength}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
        <fieldset className="mt-3 flex flex-wrap gap-2">
          <legend className="sr-only">Suggestions</legend>
          {suggestions.map((text) => (
            <Button key={text} variant="secondary" size="small" onClick={() => choose(text)}>
              {text}
            </Button>
          ))}
        </fieldset>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{reason === null ? 'Hide' : 'Save'}</Button>
        </div>
      </form>
    </Dialog>
  );
}
