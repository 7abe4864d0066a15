import type { BulkAction, BulkStep, RefusedRow } from '#contract/bulk-change.ts';
import { withFormerReaders, withoutReaders } from '#contract/permissions.ts';
import { isSameTime, type MaterialYears } from '#domain/calendar.ts';
import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import { kindNames, type MaterialKind } from '#domain/material.ts';
import { documentWords, hasAttribute, mayBeDocument, requiresAttribute } from '#domain/material-rules.ts';
import type { BulkRow, MaterialState } from '#server/engines/database/bulk-change-records.ts';
import { yearWords } from '#messages/years.ts';

/** The effects of a bulk change. */
export type BulkPlan = {
  /** The values to set, with the materials to set them on. */
  groups: { ids: string[]; set: Partial<MaterialState> }[];
  changed: BulkRow[];
  unchanged: number;
  refused: RefusedRow[];
  /** Sorted by count, the most frequent first. */
  steps: BulkStep[];
};

type Step = Pick<BulkStep, 'what' | 'from' | 'to'>;

/**
 * The effect on one material: the reason why it can't be edited; or the values to set and their description; null if
 * nothing changes.
 */
type Outcome = { refusal: string } | { set: Partial<MaterialState>; steps: Step[] } | null;

const inTrash = { refusal: 'It is in the trash. Restore it first.' };

/**
 * Returns the effect of the bulk edit on each of these materials. Ids without a row are refused: the material is gone.
 */
export function planBulkChange(
  ids: readonly string[],
  rows: readonly BulkRow[],
  change: BulkAction,
  catalogue: Catalogue,
): BulkPlan {
  const byId = new Map(rows.map((row) => [row.material.id, row]));
  const groups = new Map<string, BulkPlan['groups'][number]>();
  const steps = new Map<string, BulkStep>();
  const plan: BulkPlan = { groups: [], changed: [], unchanged: 0, refused: [], steps: [] };
  for (const id of new Set(ids)) {
    const row = byId.get(id);
    const outcome = row ? planRow(row, change, catalogue) : { refusal: 'It no longer exists.' };
    if (!row || (outcome && 'refusal' in outcome)) {
      const reason = outcome && 'refusal' in outcome ? outcome.refusal : '';
      plan.refused.push({ id, title: row?.material.title ?? '', reason });
      continue;
    }
    if (!outcome) {
      plan.unchanged += 1;
      continue;
    }
    plan.changed.push(row);
    const key = JSON.stringify(outcome.set);
    const group = groups.get(key) ?? { ids: [], set: outcome.set };
    groups.set(key, group);
    group.ids.push(id);
    for (const step of outcome.steps) countStep(steps, { ...step, kind: row.material.kind });
  }
  plan.groups = [...groups.values()];
  plan.steps = [...steps.values()].sort((one, other) => other.count - one.count);
  return plan;
}

function countStep(steps: Map<string, BulkStep>, step: Step & { kind: MaterialKind }): void {
  const key = JSON.stringify(step);
  const counted = steps.get(key) ?? { ...step, count: 0 };
  steps.set(key, counted);
  counted.count += 1;
}

function planRow(row: BulkRow, change: BulkAction, catalogue: Catalogue): Outcome {
  const { state } = row;
  switch (change.action) {
    case 'edit':
      return state.trash ? inTrash : planEdit(row, change, catalogue);
    case 'hide': {
      if (state.trash) return inTrash;
      if (state.hiding) return null;
      const permissions = withoutReaders(state.permissions);
      const hiding = { since: null, reason: change.reason, formerPermissions: state.permissions };
      return { set: { permissions, hiding }, steps: [{ what: 'visibility', from: 'shown', to: 'hidden' }] };
    }
    case 'show': {
      if (state.trash) return inTrash;
      if (!state.hiding) return null;
      const permissions = withFormerReaders(state.permissions, state.hiding.formerPermissions);
      const steps: Step[] = [{ what: 'visibility', from: 'hidden', to: 'shown' }];
      return { set: { permissions, hiding: null }, steps };
    }
    case 'delete':
      if (state.trash) return null;
      return { set: { trash: { at: null, lived: null } }, steps: [{ what: 'shelf', from: 'library', to: 'trash' }] };
    case 'restore':
      if (!state.trash) return null;
      return { set: { trash: null }, steps: [{ what: 'shelf', from: 'trash', to: 'library' }] };
  }
}

type Edit = Extract<BulkAction, { action: 'edit' }>;
type Place = Pick<MaterialState, 'facultyId' | 'semesterId' | 'subject'>;

function planEdit({ material, state }: BulkRow, edit: Edit, catalogue: Catalogue): Outcome {
  const { kind = state.kind, year = state.year } = edit;
  const before: Place = { facultyId: state.facultyId, semesterId: state.semesterId, subject: state.subject };
  const place: Place = {
    facultyId: edit.facultyId ?? before.facultyId,
    semesterId: edit.semesterId ?? before.semesterId,
    subject: edit.subject ?? before.subject,
  };
  // Never derived from the year AD. It is cleared when it cannot match the new year.
  const yearBs = isSameTime({ year, yearBs: state.yearBs }) ? state.yearBs : null;
  const isMoved = JSON.stringify(place) !== JSON.stringify(before);
  const wrongPlace = isMoved ? findWrongPlace(catalogue, place) : null;
  if (wrongPlace !== null) return { refusal: wrongPlace };
  if (kind !== state.kind && !mayBeDocument(kind, material.fileType))
    return { refusal: `A ${kindNames[kind]} must be ${documentWords(kind)}.` };
  if (year === null && requiresAttribute(kind, 'year')) return { refusal: `A ${kindNames[kind]} needs a year.` };
  const set: Partial<MaterialState> = {
    ...(isMoved && place),
    ...(kind !== state.kind && { kind }),
    ...(year !== state.year && { year }),
    ...(yearBs !== state.yearBs && { yearBs }),
    ...(state.coverFileId !== null && !hasAttribute(kind, 'coverFileId') && { coverFileId: null }),
  };
  const steps: Step[] = [];
  if (kind !== state.kind) steps.push({ what: 'kind', from: kindNames[state.kind], to: kindNames[kind] });
  if (isMoved) steps.push({ what: 'place', from: placeWords(catalogue, before), to: placeWords(catalogue, place) });
  if (year !== state.year) steps.push({ what: 'year', from: writeYears(state), to: writeYears({ year, yearBs }) });
  return steps.length === 0 ? null : { set, steps };
}

function writeYears(years: MaterialYears): string {
  return yearWords(years, 'both') || 'no year';
}

/** Returns a sentence that explains why the catalogue does not have the place; null if it does. */
function findWrongPlace(catalogue: Catalogue, { facultyId, semesterId, subject }: Place): string | null {
  const faculty = findFaculty(catalogue, facultyId);
  if (!faculty) return `There is no faculty “${facultyId}”.`;
  const term = findTerm(faculty, semesterId);
  if (!term) return `${faculty.name} has no term “${semesterId}”.`;
  const hasSubject = term.subjects.some(({ name }) => name === subject);
  return hasSubject ? null : `${term.name} of ${faculty.name} has no subject “${subject}”.`;
}

function placeWords(catalogue: Catalogue, { facultyId, semesterId, subject }: Place): string {
  const faculty = findFaculty(catalogue, facultyId);
  const term = faculty && findTerm(faculty, semesterId);
  return [faculty?.name ?? facultyId, term?.name ?? semesterId, subject].join(' · ');
}
