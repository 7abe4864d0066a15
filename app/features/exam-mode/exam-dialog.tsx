import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { readPaperMinutes } from '#domain/paper-time.ts';
import type { Material } from '#domain/material.ts';
import { materialTextQuery } from '#app/features/materials/material-queries.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TitledDialog } from '#app/ui/dialog/titled-dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as words from '#messages/exam-mode.ts';
import { maxHours } from './exam-clock.ts';

/** Used if the paper doesn't say how long its exam is. */
const usualMinutes = 180;

type ExamDialogProps = {
  material: Material;
  onStart: (minutes: number, hidesMarks: boolean) => void;
  onClose: () => void;
};

/** Renders the dialog that starts the clock of an exam: with the time that the paper gives, which can be changed. */
export function ExamDialog({ material, onStart, onClose }: ExamDialogProps) {
  const { shelf } = useRouter().options.context;
  // Without a connection the text may be missing; the usual time is then offered.
  const { data, isFetching } = useQuery(materialTextQuery(shelf, material.id));
  const ofPaper = readPaperMinutes(data?.pages.map(({ text }) => text).join('\n') ?? '');
  const [typed, setTyped] = useState<{ hours?: string; minutes?: string }>({});
  const [hidesMarks, setHidesMarks] = useState(false);
  const offered = ofPaper ?? usualMinutes;
  const hours = typed.hours ?? String(Math.floor(offered / 60));
  const minutes = typed.minutes ?? String(offered % 60);
  const chosen = Number(hours) * 60 + Number(minutes);

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (chosen > 0) onStart(chosen, hidesMarks);
  }

  return (
    <TitledDialog heading={words.examMode} about={material.title} onClose={onClose}>
      <form className="mt-4" onSubmit={handleSubmit}>
        <output className="block min-h-12 text-sm text-muted">
          {ofPaper !== null && words.timeOfPaper}
          {ofPaper === null && (isFetching ? words.lookingForTime : words.noTimeFound)}
        </output>
        <div className="mt-2 flex gap-3">
          <NumberField
            label={words.hours}
            range={[0, maxHours]}
            value={hours}
            onType={(text) => setTyped({ ...typed, hours: text })}
          />
          <NumberField
            label={words.minutes}
            range={[Number(hours) > 0 ? 0 : 1, 59]}
            value={minutes}
            onType={(text) => setTyped({ ...typed, minutes: text })}
          />
        </div>
        {material.fileType === 'application/pdf' && (
          <Checkbox
            label={words.hideMarks}
            className="mt-2"
            checked={hidesMarks}
            onChange={(event) => setHidesMarks(event.target.checked)}
          />
        )}
        <Button type="submit" variant="primary" className="mt-4 w-full">
          {words.start}
        </Button>
      </form>
    </TitledDialog>
  );
}

type NumberFieldProps = {
  label: string;
  range: [min: number, max: number];
  value: string;
  onType: (text: string) => void;
};

/** Renders a field for a whole number; the form is not sent with another one. */
function NumberField({ label, range: [min, max], value, onType }: NumberFieldProps) {
  return (
    <Field label={label} className="min-w-0 flex-1">
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          required
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}
