import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import { otherNames } from '#domain/guess/names/subject-names.ts';
import { materialKinds } from '#domain/material.ts';
import type { StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { kindNames } from '#messages/kinds.ts';

/** A value that a cell can be set to. `keys` are further search terms. */
export type Choice = {
  id: string;
  manual: ManualValues;
  label: string;
  detail: string | null;
  keys: readonly string[];
};

export function kindChoices(): Choice[] {
  return materialKinds.map((kind) => ({
    id: kind,
    manual: { kind },
    label: kindNames[kind],
    detail: null,
    keys: [kind],
  }));
}

export function facultyChoices(faculties: readonly FacultySummary[]): Choice[] {
  return faculties.map(({ id, name, fullName }) => ({
    id,
    manual: { facultyId: id },
    label: name,
    detail: fullName === name ? null : fullName,
    keys: [id, initials(fullName)],
  }));
}

/** Returns the terms of the row's faculty. */
export function termChoices(row: StagedRow, faculties: readonly FacultySummary[]): Choice[] {
  const faculty = faculties.find(({ id }) => id === row.fields.facultyId.value);
  return (faculty?.terms ?? []).map(({ id, name }, index) => ({
    id,
    manual: { semesterId: id },
    label: name,
    detail: null,
    keys: [id, String(index + 1)],
  }));
}

/**
 * Returns the faculties whose subjects are offered for a row: its own faculty; or all, if that is unknown, doubtful, or
 * only inherited from another row, which may belong to another faculty.
 */
export function facultiesOf({ fields, doubtful }: StagedRow, faculties: readonly FacultySummary[]): string[] {
  const { value, source } = fields.facultyId;
  const isSure = value !== null && source !== 'inherited' && !doubtful.includes('facultyId');
  return isSure ? [value] : faculties.map(({ id }) => id);
}

/**
 * Returns subjects with their faculty and term: first the guessed alternatives, then subjects of the row's term, of its
 * faculty, and of others. A subject is set together with its faculty and term.
 */
export function subjectChoices(row: StagedRow, faculties: readonly Faculty[]): Choice[] {
  const { facultyId, semesterId } = row.fields;
  const all = faculties.flatMap((faculty) =>
    faculty.terms.flatMap((term) =>
      term.subjects.map((subject) => {
        const manual = { facultyId: faculty.id, semesterId: term.id, subject: subject.name };
        const isHere = faculty.id === facultyId.value;
        const choice: Choice = {
          id: Object.values(manual).join('/'),
          manual,
          label: subject.name,
          detail: [subject.code, isHere ? null : faculty.name, term.name].filter(Boolean).join(' · '),
          keys: [subject.code ?? '', initials(subject.name), ...abbreviationsOf(subject.name)].filter(Boolean),
        };
        const guessed = row.alternatives.findIndex(
          (each) => each.facultyId === faculty.id && each.semesterId === term.id && each.subject === subject.name,
        );
        const near = isHere ? (term.id === semesterId.value ? 1 : 2) : 3;
        return { choice, rank: guessed >= 0 ? guessed / 100 : near };
      }),
    ),
  );
  return all.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}

/**
 * Returns the choices that match the typed text, best first: by the whole name, its beginning, a code, an abbreviation, or
 * the beginnings of words in it. Returns all of them if nothing was typed.
 */
export function findChoices(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...choices];
  const whole = plain(typed);
  const ranked = choices.flatMap((choice) => {
    const rank = rankOf(choice, whole, words);
    return rank === null ? [] : [{ choice, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}

function rankOf({ label, detail, keys }: Choice, whole: string, words: readonly string[]): number | null {
  const own = plain(label);
  const others = keys.map(plain);
  if (own === whole || others.includes(whole)) return 0;
  if (own.startsWith(whole)) return 1;
  if (others.some((key) => key.startsWith(whole))) return 2;
  const inLabel = label.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  if (words.every((word) => inLabel.some((each) => each.startsWith(word)))) return 3;
  const inAll = [...inLabel, ...(detail ?? '').toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)];
  return words.every((word) => inAll.some((each) => each.startsWith(word))) ? 4 : null;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns the first letters of the words, without short words such as `and`. */
function initials(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(?:and|of|the|in|with|for|to)$/i.test(word))
    .map((word) => word.charAt(0))
    .join('');
}

/** Removes plurals, so that `Operating System` and `Operating Systems` are the same. */
const singular = (name: string) => name.toLowerCase().replaceAll(/s\b/g, '');

const abbreviations = new Map(
  otherNames.flatMap(({ names, others }) => names.map((name) => [singular(name), others] as const)),
);

function abbreviationsOf(name: string): readonly string[] {
  return abbreviations.get(singular(name)) ?? [];
}
