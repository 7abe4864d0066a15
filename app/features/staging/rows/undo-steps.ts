import type { StagedRow, Told, ToldExtra, ToldField } from '#app/features/staging/staging-calls.ts';

/** One call that takes something back. */
export type UndoStep = { ids: string[]; told: Told; forget: (ToldField | ToldExtra)[] };

/** The calls that bring back what was told of these rows before `told` is told; as few as possible. */
export function undoSteps(rows: readonly StagedRow[], told: Told): UndoStep[] {
  const fields = (Object.keys(told) as (keyof Told)[]).filter((name) => name !== 'bsYear');
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

function stepFor(row: StagedRow, fields: readonly (ToldField | ToldExtra)[]): Omit<UndoStep, 'ids'> {
  const told: Told = {};
  const forget: UndoStep['forget'] = [];
  for (const field of fields) {
    if (field === 'mayPublish') {
      if (row.doubtful.includes('rights')) forget.push(field);
      else told.mayPublish = true;
    } else if (field === 'filePassword' || field === 'filePasswordNote') {
      const before = row[field];
      if (before === null) forget.push(field);
      else told[field] = before;
    } else if (field === 'title') {
      if (row.isTitleTold) told.title = row.title;
      else forget.push(field);
    } else if (row.fields[field].source !== 'told') {
      forget.push(field);
    } else if (field === 'year') {
      told.year = row.fields.year.value;
      if (row.fields.year.bs !== null) told.bsYear = row.fields.year.bs;
    } else {
      Object.assign(told, { [field]: row.fields[field].value });
    }
  }
  return { told, forget };
}
