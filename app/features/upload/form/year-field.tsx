import { useState, type ReactNode } from 'react';
import { materialLimits, yearChoices } from '#domain/material.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { classes } from '#app/ui/classes.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { digits } from '#messages/format.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/upload/form.ts';

type YearFieldProps = {
  /** The year as chosen or typed; '' for none. */
  value: string;
  /** Shown next to the label. */
  mark?: ReactNode;
  /** If false, the user can choose *None*. */
  required: boolean;
  error: string | null | undefined;
  disabled: boolean;
  onChange: (year: string) => void;
};

const none = 'none';
const other = 'other';

/** Offers the last ten years and, with *Another year…*, any year that a material may have. */
export function YearField({ value, mark, required, error, disabled, onChange }: YearFieldProps) {
  const { site } = useAdminSession();
  const [years] = useState(() => yearChoices(yearAt(site.timeZone)).map(String));
  const [isOther, setOther] = useState(value !== '' && !years.includes(value));
  const options = [
    ...(required ? [] : [{ value: none, label: words.noYear }]),
    ...years.map((year) => ({ value: year, label: digits(year) })),
    { value: other, label: words.anotherYear },
  ];
  const chosen = value === '' && !required ? none : value;
  return (
    <Field
      label={
        <>
          {nouns.year}
          {mark}
        </>
      }
      required={required}
      error={error}
    >
      {(control) => {
        const { id, ...state } = control;
        return (
          <div className={classes('grid gap-2', isOther && 'grid-cols-[minmax(0,1fr)_minmax(5rem,0.6fr)]')}>
            <Select
              id={id}
              {...(!isOther && state)}
              value={isOther ? other : chosen}
              disabled={disabled}
              placeholder={nouns.year}
              options={options}
              onChange={({ currentTarget }) => {
                const isChoice = currentTarget.value !== other && currentTarget.value !== none;
                setOther(currentTarget.value === other);
                onChange(isChoice ? currentTarget.value : '');
              }}
            />
            {isOther && (
              <TextInput
                {...state}
                aria-label={words.anotherYearLabel(materialLimits.minYear, materialLimits.maxYear)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                placeholder={years.at(-1) && digits(Number(years.at(-1)) - 1)}
                value={value}
                disabled={disabled}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            )}
          </div>
        );
      }}
    </Field>
  );
}
