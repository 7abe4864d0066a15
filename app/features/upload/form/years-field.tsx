import { useState, type ReactNode } from 'react';
import { yearsAdOf, yearsBsOf, type Calendar } from '#domain/calendar.ts';
import { yearChoices } from '#domain/material.ts';
import { currentYearBs } from '#domain/nepali-date.ts';
import { readTypedYear } from '#domain/typed-year.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { classes } from '#app/ui/classes.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { digits } from '#messages/format.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/upload/form.ts';
import { typedYearFault } from '#messages/typed-year.ts';
import { yearAdWords, yearBsWords } from '#messages/years.ts';

/** The years of the form as texts, '' for none. */
type TypedYears = { year: string; yearBs: string };

type YearsFieldProps = {
  value: TypedYears;
  calendar: Exclude<Calendar, 'ad'>;
  /** Shown next to the label. */
  mark?: ReactNode;
  /** If false, the user can choose *None*. */
  required: boolean;
  error: string | null | undefined;
  disabled: boolean;
  /** `isChosen` is false if the year AD was derived from the year of Bikram Sambat. */
  onChange: (years: TypedYears & { isChosen: boolean }) => void;
};

const none = 'none';
const other = 'other';

/**
 * Offers the last ten years of the library's first calendar and, with *Another year…*, any other year in either
 * calendar. Below it is the year of the other calendar, a choice of two, because each year overlaps two of the other
 * calendar.
 */
export function YearsField({ value, mark, calendar, required, error, disabled, onChange }: YearsFieldProps) {
  const { timeZone } = useAdminSession().site;
  const [now] = useState(() => new Date());
  const currentYear = yearAt(timeZone, now.getTime());
  const choices = choicesOf(calendar, { currentYear, yearBs: currentYearBs(timeZone, now) });
  // The calendar of the year that was chosen or typed; the other one follows it.
  const [lead, setLead] = useState<'ad' | 'bs'>(calendar === 'both' || value.yearBs === '' ? 'ad' : 'bs');
  const current = lead === 'bs' ? `${value.yearBs} BS` : value.year;
  const [isOther, setOther] = useState(current !== '' && !choices.some((choice) => choice.value === current));
  const [typed, setTyped] = useState(isOther ? words.typedYear[lead](value[lead === 'bs' ? 'yearBs' : 'year']) : '');
  const options = [
    ...(required ? [] : [{ value: none, label: words.noYear }]),
    ...choices,
    { value: other, label: words.anotherYear },
  ];
  const isFaulty = value.year !== '' && Boolean(error);

  function enter(text: string) {
    const years = readTypedYear(text, currentYear);
    setLead(years?.yearBs ? 'bs' : 'ad');
    if (years?.yearBs) onChange({ year: `${years.year}`, yearBs: `${years.yearBs}`, isChosen: false });
    else onChange({ year: years ? `${years.year}` : text.trim(), yearBs: '', isChosen: false });
  }

  return (
    <Field
      label={
        <>
          {nouns.year}
          {mark}
        </>
      }
      required={required}
      error={isFaulty ? typedYearFault : error}
    >
      {({ id, ...state }) => (
        <div className="grid gap-2">
          <div className={classes('grid gap-2', isOther && 'grid-cols-[minmax(0,1fr)_minmax(6rem,0.7fr)]')}>
            <Select
              id={id}
              {...(!isOther && state)}
              value={isOther ? other : current === '' && !required ? none : current}
              disabled={disabled}
              placeholder={nouns.year}
              options={options}
              onChange={({ currentTarget }) => {
                setOther(currentTarget.value === other);
                setTyped('');
                enter(currentTarget.value === other || currentTarget.value === none ? '' : currentTarget.value);
              }}
            />
            {isOther && (
              <TextInput
                {...state}
                aria-label={words.anotherYearAdOrBs}
                autoComplete="off"
                maxLength={12}
                placeholder={`${digits(choices.at(-1)?.value.slice(0, 4) ?? '')}…`}
                value={typed}
                disabled={disabled}
                onChange={({ currentTarget }) => {
                  setTyped(currentTarget.value);
                  enter(currentTarget.value);
                }}
              />
            )}
          </div>
          {!isFaulty && <OtherCalendar lead={lead} value={value} disabled={disabled} onChange={onChange} />}
        </div>
      )}
    </Field>
  );
}

function choicesOf(calendar: Exclude<Calendar, 'ad'>, now: { currentYear: number; yearBs: number }): Choice[] {
  if (calendar === 'bs')
    return yearChoices(now.yearBs).map((year) => ({ value: `${year} BS`, label: yearBsWords(year) }));
  return yearChoices(now.currentYear).map((year) => ({ value: `${year}`, label: yearAdWords(year, calendar) }));
}

type Choice = { value: string; label: string };

type OtherCalendarProps = Pick<YearsFieldProps, 'value' | 'disabled' | 'onChange'> & { lead: 'ad' | 'bs' };

/** Renders the year of the other calendar. A year of Bikram Sambat is only stored if the user enters it. */
function OtherCalendar({ lead, value, disabled, onChange }: OtherCalendarProps) {
  if (!/^\d{4}$/.test(value.year)) return null;
  const isBs = lead === 'bs';
  const [most, least] = isBs ? yearsAdOf(Number(value.yearBs)) : yearsBsOf(Number(value.year));
  const options = isBs
    ? [
        { value: `${most}`, label: words.firstYearAd(most) },
        { value: `${least}`, label: words.secondYearAd(least) },
      ]
    : [
        { value: none, label: words.yearBsUnknown },
        { value: `${most}`, label: words.laterYearBs(most) },
        { value: `${least}`, label: words.earlierYearBs(least) },
      ];
  return (
    <Select
      aria-label={isBs ? words.sameInAd : words.sameInBs}
      value={isBs ? value.year : value.yearBs || none}
      disabled={disabled}
      options={options}
      onChange={({ currentTarget: { value: chosen } }) => {
        const years = isBs
          ? { year: chosen, yearBs: value.yearBs }
          : { year: value.year, yearBs: chosen === none ? '' : chosen };
        onChange({ ...years, isChosen: true });
      }}
    />
  );
}
