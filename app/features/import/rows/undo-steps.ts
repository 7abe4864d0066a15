import type { StagedRow, ManualValues, ManualExtra, ManualField } from '#app/features/import/calls/staging-calls.ts';

/** One request of an undo: sets values by hand, and resets fields. */
export type UndoStep = { ids: string[]; manual: ManualValues; forget: (ManualField | ManualExtra)[] };

/** Returns the fewest calls that restore the manual values that these rows have before `manual` is set. */
export function undoSteps(rows: readonly StagedRow[], manual: ManualValues): UndoStep[] {
  const fields = (Object.keys(manual) as (keyof ManualValues)[]).filter((name) => name !== 'bsYear');
  const steps = new Map<string, UndoStep>();
  for (const row of rows) {
    const step = stepFor(row, fields);
    const key = JSON.stringify(step);
    const known = steps.get(key);
    if (known) known.ids.push(row.$id);
    else steps.set(key, { ids: [row.$id], ...step });
  }
  return [...steps.values()];
}

function stepFor(row: StagedRow, fields: readonly (ManualField | ManualExtra)[]): Omit<UndoStep, 'ids'> {
  const manual: ManualValues = {};
  const forget: UndoStep['forget'] = [];
  for (const field of fields) {
    if (field === 'mayPublish') {
      if (row.doubtful.includes('rights')) forget.push(field);
      else manual.mayPublish = true;
    } else if (field === 'filePassword' || field === 'filePasswordNote') {
      const before = row[field];
      if (before === null) forget.push(field);
      else manual[field] = before;
    } else if (field === 'title') {
      if (row.isTitleManual) manual.title = row.title;
      else forget.push(field);
    } else if (row.fields[field].source !== 'manual') {
      forget.push(field);
    } else if (field === 'year') {
      manual.year = row.fields.year.value;
      if (row.fields.year.bs !== null) manual.bsYear = row.fields.year.bs;
    } else {
      Object.assign(manual, { [field]: row.fields[field].value });
    }
  }
  return { manual, forget };
}
