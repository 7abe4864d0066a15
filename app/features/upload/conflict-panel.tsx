import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import type { Difference } from './material-edit.ts';
import type { FieldName } from '#app/features/upload/form/material-fields.ts';
import * as words from '#messages/upload/edit.ts';

type ConflictPanelProps = {
  differences: readonly Difference[];
  isBusy: boolean;
  /** Called with the fields for which the user's own version is to be saved. */
  onSave: (mine: ReadonlySet<FieldName>) => void;
  onBack: () => void;
};

/** Shows two versions of a material side by side, field by field, and lets the user choose one for each field. */
export function ConflictPanel({ differences, isBusy, onSave, onBack }: ConflictPanelProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<FieldName, 'mine' | 'theirs'>>(new Map());
  const explanation = useRef<HTMLParagraphElement>(null);
  const choiceOf = ({ field, suggested }: Difference) => chosen.get(field) ?? suggested;
  const mine = new Set(differences.filter((each) => choiceOf(each) === 'mine').map(({ field }) => field));

  useEffect(function focusExplanation() {
    explanation.current?.focus();
  }, []);

  return (
    <div className="grid grid-cols-1 gap-4">
      <p ref={explanation} tabIndex={-1} className="text-muted outline-none">
        {words.conflictExplanation}
      </p>
      {differences.map((difference) => (
        <fieldset key={difference.field} disabled={isBusy}>
          <legend className="mb-1 text-sm font-medium">{words.fieldNames[difference.field]}</legend>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className={classes(
                  'flex min-h-11 items-start gap-3 rounded-card border p-3',
                  choiceOf(difference) === side ? 'border-accent bg-accent-tint' : 'border-edge',
                )}
              >
                <input
                  type="radio"
                  name={difference.field}
                  checked={choiceOf(difference) === side}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                  onChange={() => setChosen(new Map(chosen).set(difference.field, side))}
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block text-sm text-muted">{words.versions[side][difference.changedBy]}</span>
                  {difference[side]}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-hairline pt-4">
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {words.backToEditing}
        </Button>
        <Button busy={isBusy} onClick={() => onSave(mine)}>
          {mine.size === 0 ? words.keepTheirs : words.saveChoices}
        </Button>
      </div>
    </div>
  );
}
