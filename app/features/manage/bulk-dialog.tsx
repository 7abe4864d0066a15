import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { maxHidingReasonLength, type BulkAction, type BulkOutcome, type RefusedRow } from '#contract/bulk-change.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { materialKinds } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import { stepValue } from '#messages/known-sentences.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/bulk.ts';
import * as nouns from '#messages/nouns.ts';
import { emptyBulkForm, isPlainYear, toAction, type BulkForm } from './bulk-form.ts';
import { createInventoryRecords, type ChangedMaterials } from './inventory-client.ts';
import { useSubjects } from './list-filters.tsx';
import type { BulkTask } from './selection-bar.tsx';
import { kindNames } from '#messages/kinds.ts';

/** Pause after the last change of the form before the preview is requested. */
const previewDelayMs = 250;

type BulkDialogProps = {
  task: BulkTask;
  selected: ChangedMaterials;
  count: number;
  shelf: Pick<Shelf, 'findFaculty'>;
  faculties: readonly FacultySummary[];
  onConfirm: (change: BulkAction, skipsRefused: boolean) => void;
  onClose: () => void;
};

/** Lets the user choose a bulk edit for all selected materials, and shows its effects first. */
export function BulkDialog({ task, selected, count, shelf, faculties, onConfirm, onClose }: BulkDialogProps) {
  const [form, setForm] = useState<BulkForm>(emptyBulkForm);
  const [skips, setSkips] = useState(false);
  const action = toAction(task, form);
  const preview = usePreview(selected, action);
  const outcome = action ? preview.data : undefined;
  const isRefused = (outcome?.refusedTotal ?? 0) > 0;
  const canConfirm = action !== null && outcome !== undefined && outcome.changed > 0 && (!isRefused || skips);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!canConfirm || preview.isFetching) return;
    onConfirm(action, skips);
    onClose();
  }

  return (
    <Dialog onClose={onClose} title={words.titles[task]} description={words.selectedMaterials(count)}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <TaskFields {...{ task, form, shelf, faculties }} onChange={(change) => setForm({ ...form, ...change })} />
        <div aria-live="polite" className="min-h-12 text-sm">
          {action === null && <p className="text-muted">{words.nothingChosen}</p>}
          {action !== null && preview.isError && (
            <p className="text-danger">
              <ProblemText error={preview.error} />
            </p>
          )}
          {outcome && <Preview outcome={outcome} />}
        </div>
        {outcome && isRefused && (
          <Checkbox
            label={words.leaveOut(outcome.refusedTotal)}
            checked={skips}
            onChange={({ currentTarget }) => setSkips(currentTarget.checked)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" variant={task === 'delete' ? 'destructive' : 'primary'} aria-disabled={!canConfirm}>
            {words.confirm[task](outcome?.changed ?? count)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the preview of the change; loaded again whenever the change differs. */
function usePreview(selected: ChangedMaterials, action: BulkAction | null) {
  const { client, callSignedIn } = useAdminSession();
  const asked = useDebounced(JSON.stringify(action), previewDelayMs);
  return useQuery({
    queryKey: ['manage', 'preview', JSON.stringify(selected), asked],
    queryFn: () =>
      callSignedIn(() => createInventoryRecords(client).preview(selected, JSON.parse(asked) as BulkAction)),
    enabled: action !== null && asked === JSON.stringify(action),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

type TaskFieldsProps = Pick<BulkDialogProps, 'task' | 'shelf' | 'faculties'> & {
  form: BulkForm;
  onChange: (change: Partial<BulkForm>) => void;
};

function TaskFields({ task, form, shelf, faculties, onChange }: TaskFieldsProps) {
  if (task === 'move') return <PlaceChoice {...{ form, shelf, faculties, onChange }} />;
  if (task === 'change') {
    return (
      <>
        <Field label={nouns.kind}>
          {(control) => (
            <Select
              {...control}
              value={form.kind}
              options={[
                { value: 'same', label: words.sameKind },
                ...materialKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
              ]}
              onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as BulkForm['kind'] })}
            />
          )}
        </Field>
        <Field
          label={nouns.year}
          hint={words.yearHint}
          error={form.year !== '' && !isPlainYear(form.year) && form.year.length >= 4 && words.yearInvalid}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={form.year}
              onChange={({ currentTarget }) => onChange({ year: currentTarget.value })}
            />
          )}
        </Field>
      </>
    );
  }
  if (task !== 'hide') return null;
  return (
    <Field label={words.reason} hint={words.reasonHint} required>
      {(control) => (
        <TextInput
          {...control}
          maxLength={maxHidingReasonLength}
          value={form.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        />
      )}
    </Field>
  );
}

function PlaceChoice({ form, shelf, faculties, onChange }: Omit<TaskFieldsProps, 'task'>) {
  const { facultyId, semesterId, subject } = form;
  const faculty = faculties.find(({ id }) => id === facultyId);
  const subjects = useSubjects(shelf, facultyId, semesterId);
  return (
    <>
      <Field label={nouns.faculty} required>
        {(control) => (
          <Select
            {...control}
            value={facultyId}
            placeholder={nouns.faculty}
            options={faculties.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => onChange({ facultyId: currentTarget.value, semesterId: '', subject: '' })}
          />
        )}
      </Field>
      <Field label={words.level} required>
        {(control) => (
          <Select
            {...control}
            value={semesterId}
            placeholder={words.level}
            disabled={!faculty}
            disabledReason={faculty ? undefined : words.facultyFirst}
            options={(faculty?.terms ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => onChange({ semesterId: currentTarget.value, subject: '' })}
          />
        )}
      </Field>
      <Field label={nouns.subject} required>
        {(control) => (
          <Select
            {...control}
            value={subject}
            placeholder={nouns.subject}
            disabled={semesterId === ''}
            disabledReason={semesterId ? undefined : words.levelFirst}
            options={subjects.map((name) => ({ value: name, label: name }))}
            onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

/** Number of steps shown, as many as fit next to the form; further steps are counted. */
const shownSteps = 6;

function Preview({ outcome: { changed, unchanged, refused, refusedTotal, steps } }: { outcome: BulkOutcome }) {
  const more = steps.length - shownSteps;
  return (
    <div className="grid gap-2">
      {changed === 0 && refusedTotal === 0 && <p>{words.nothingToChange}</p>}
      {steps.length > 0 && (
        <ul className="grid gap-1">
          {steps.slice(0, shownSteps).map(({ kind, what, from, to, count }) => (
            <li key={`${kind} ${what} ${from} ${to}`} className="wrap-anywhere">
              {words.step(
                <strong key="materials" className="font-medium">
                  {words.materialsOf(kind, count)}
                </strong>,
                what === 'year',
                stepValue(what, from),
                stepValue(what, to),
              )}
            </li>
          ))}
          {more > 0 && <li className="text-muted">{words.andMore(more)}</li>}
        </ul>
      )}
      {unchanged > 0 && changed > 0 && <p className="text-muted">{words.unchanged(unchanged)}</p>}
      {refusedTotal > 0 && <Refused rows={refused} total={refusedTotal} />}
    </div>
  );
}

/** Number of refused materials shown with their reasons. */
const shownRefused = 3;

export function Refused({ rows, total }: { rows: readonly RefusedRow[]; total: number }) {
  return (
    <div>
      <p className="font-medium text-danger">{words.refused(total)}</p>
      <ul className="mt-1 grid gap-1">
        {rows.slice(0, shownRefused).map(({ id, title, reason }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{title || id}</bdi>: <ServerSentence>{reason}</ServerSentence>
          </li>
        ))}
        {total > shownRefused && <li className="text-muted">{words.andMore(total - shownRefused)}</li>}
      </ul>
    </div>
  );
}
