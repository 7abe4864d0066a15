import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { materialKinds, materialLimits } from '#domain/material.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/rows.ts';
import { FirstPageOf, RowHead, type RowDetailsProps } from './row-details.tsx';
import { RowCopies } from './row-copies.tsx';
import { RowAlternatives, RowDuplicates, RowReasons } from './row-facts.tsx';
import { RowPassword } from './row-password.tsx';
import { reasonWords } from './row-words.ts';
import { readCellYear } from './typed-cell-year.ts';
import { useSubjects } from './use-subjects.ts';
import { kindNames } from '#messages/kinds.ts';

type RowSheetProps = RowDetailsProps & {
  /** Index of the row among those on screen. */
  index: number;
  count: number;
  onStep: (step: 1 | -1) => void;
  onConfirm: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** One row as a card over the page: its first page enlarged, and every field. */
export function RowSheet(props: RowSheetProps) {
  const { row, rows, context, shelf, ids, faculties, index, count, onSet, onBringBack } = props;
  const { onStep, onConfirm, onDiscard, onClose } = props;
  const isOpen = row.state !== 'published';
  return (
    <Dialog onClose={onClose} title={words.fileOf(index + 1, count)} size="sheet">
      <div className="grid gap-4">
        <RowHead {...props} />
        <RowDuplicates {...{ row, rows, shelf, ids, onBringBack }} timeZone={context.timeZone} />
        <RowPassword key={`${row.$id} ${row.filePassword} ${row.filePasswordNote}`} row={row} onSet={onSet} />
        {isOpen && <RowFields key={row.$id} {...props} />}
        <RowAlternatives {...{ row, faculties, onSet }} />
        <FirstPageOf row={row} ids={ids} isLarge />
        <RowReasons row={row} faculties={faculties} />
        <RowCopies row={row} />
      </div>
      <div className="-mx-5 min-[22rem]:sticky min-[22rem]:bottom-0 min-[22rem]:z-10 mt-4 flex flex-wrap items-center gap-2 border-t border-hairline bg-card px-5 py-3 sm:-mx-6 sm:px-6">
        <Button
          variant="secondary"
          size="icon"
          aria-label={words.previousFile}
          disabled={index === 0}
          onClick={() => onStep(-1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="secondary"
          size="icon"
          aria-label={words.nextFile}
          disabled={index >= count - 1}
          onClick={() => onStep(1)}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
        {isOpen && (
          <>
            <Button variant="ghost" size="small" className="ms-auto" onClick={onDiscard}>
              {actions.discard}
            </Button>
            {row.doubtful.length > 0 && (
              <Button size="small" onClick={onConfirm}>
                {words.confirm}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Every field as a touch control. A choice is saved immediately. */
function RowFields({ row, shelf, faculties, onSet }: RowSheetProps) {
  const { kind, facultyId, semesterId, subject } = row.fields;
  const faculty = faculties.find(({ id }) => id === facultyId.value);
  const { faculties: loaded } = useSubjects(shelf, facultyId.value === null ? [] : [facultyId.value]);
  const subjects = loaded[0]?.terms.find(({ id }) => id === semesterId.value)?.subjects ?? [];
  const hint = (field: 'kind' | 'facultyId' | 'semesterId' | 'subject') =>
    row.doubtful.includes(field) ? reasonWords(row, field) : undefined;
  const isIn = (value: string | null, options: readonly { value: string }[]) =>
    options.some((option) => option.value === value) ? (value ?? '') : '';
  const options = {
    kind: materialKinds.map((each) => ({ value: each, label: kindNames[each] })),
    facultyId: faculties.map(({ id, name }) => ({ value: id, label: name })),
    semesterId: (faculty?.terms ?? []).map(({ id, name }) => ({ value: id, label: name })),
    subject: subjects.map(({ name }) => ({ value: name, label: name })),
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={words.fields.kind} hint={hint('kind')}>
        {(control) => (
          <Select
            {...control}
            value={kind.value ?? ''}
            placeholder={words.chooseKind}
            options={options.kind}
            onChange={({ currentTarget }) => {
              const chosen = materialKinds.find((each) => each === currentTarget.value);
              if (chosen) onSet({ kind: chosen }, 'kind');
            }}
          />
        )}
      </Field>
      <Field label={words.fields.facultyId} hint={hint('facultyId')}>
        {(control) => (
          <Select
            {...control}
            value={isIn(facultyId.value, options.facultyId)}
            placeholder={words.chooseFaculty}
            options={options.facultyId}
            onChange={({ currentTarget }) => onSet({ facultyId: currentTarget.value }, 'facultyId')}
          />
        )}
      </Field>
      <Field label={words.fields.semesterId} hint={hint('semesterId')}>
        {(control) => (
          <Select
            {...control}
            value={isIn(semesterId.value, options.semesterId)}
            placeholder={words.chooseTerm}
            disabled={!faculty}
            disabledReason={faculty ? undefined : words.chooseFacultyFirst}
            options={options.semesterId}
            onChange={({ currentTarget }) => onSet({ semesterId: currentTarget.value }, 'semesterId')}
          />
        )}
      </Field>
      <Field label={words.fields.subject} hint={hint('subject')}>
        {(control) => (
          <Select
            {...control}
            value={isIn(subject.value, options.subject)}
            placeholder={words.chooseSubject}
            disabled={subjects.length === 0}
            disabledReason={subjects.length === 0 ? words.chooseTermFirst : undefined}
            options={options.subject}
            onChange={({ currentTarget }) => {
              const place = { facultyId: facultyId.value ?? '', semesterId: semesterId.value ?? '' };
              onSet({ ...place, subject: currentTarget.value }, 'subject');
            }}
          />
        )}
      </Field>
      <YearInput row={row} onSet={onSet} />
      <TitleInput value={row.title} onSet={onSet} />
    </div>
  );
}

function YearInput({ row, onSet }: Pick<RowSheetProps, 'row' | 'onSet'>) {
  const { site } = useAdminSession();
  const { value, bs } = row.fields.year;
  const [typed, setTyped] = useState(String(bs ?? value ?? ''));
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Field
      label={words.fields.year}
      hint={row.doubtful.includes('year') ? reasonWords(row, 'year') : words.yearHint}
      error={fault}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => {
            if (typed === String(bs ?? value ?? '')) return;
            const year = readCellYear(typed, yearAt(site.timeZone));
            setFault('fault' in year ? year.fault : null);
            if (!('fault' in year)) onSet(year, 'year');
          }}
        />
      )}
    </Field>
  );
}

function TitleInput({ value, onSet }: { value: string; onSet: RowSheetProps['onSet'] }) {
  const [typed, setTyped] = useState(value);
  return (
    <Field label={words.fields.title} className="sm:col-span-2">
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          maxLength={materialLimits.titleLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => {
            const title = typed.trim();
            if (title !== '' && title !== value) onSet({ title }, 'title');
          }}
        />
      )}
    </Field>
  );
}
