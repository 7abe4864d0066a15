import type { MaterialKind } from '#domain/material.ts';
import { likenessKeys } from '#domain/guess/names/likeness-keys.ts';
import { sureFrom } from '#domain/guess/names/place-fields.ts';
import type { OwnValues } from './collect-evidence.ts';
import type { PlaceGuess } from './guess-place.ts';

/** Fields that files inherit from files like them. Years and titles belong to a single file. */
export const inheritedFields = ['facultyId', 'semesterId', 'subject', 'kind'] as const;

export type InheritedField = (typeof inheritedFields)[number];

/** Manual values of one file in a folder, or of several files with the same values; `id` is that of one of them. */
export type ManualExample = {
  id: string;
  path: string;
  facultyId?: string | null;
  semesterId?: string | null;
  subject?: string | null;
  kind?: MaterialKind | null;
};

/** An inherited value and the file it comes from. Unless `isSure`, it is shown and a person must confirm it. */
type InheritedValue<Value> = { value: Value; fromId: string; isSure: boolean };

/** The inherited values of a file, each with its source. */
export type Inherited = {
  facultyId?: InheritedValue<string>;
  semesterId?: InheritedValue<string>;
  subject?: InheritedValue<string>;
  kind?: InheritedValue<MaterialKind>;
};

/** Number of corrected files in a folder that must agree before other files inherit from them without doubt. */
const minAgreeing = 2;

/**
 * Returns the values that a file inherits from files like it with manual values. Files with the same name apart from
 * years and counted parts inherit without doubt. Other files of the folder inherit only fields whose own guess is not
 * sure, and without doubt only if two corrected files agree. Nothing is inherited if the examples disagree, or if the
 * file's own name or page (`own`) contradicts it. The caller must prefer manual values of the file itself. The order of
 * the examples does not matter.
 */
export function takeOver(
  file: { id: string; path: string; guess: Pick<PlaceGuess, InheritedField>; own: OwnValues },
  examples: readonly ManualExample[],
): Inherited {
  const keys = likenessKeys(file.path);
  const inFolder = examples
    .filter(({ id }) => id !== file.id)
    .map((example) => ({ example, keys: likenessKeys(example.path) }))
    .filter((each) => each.keys.folder === keys.folder);
  const inPattern = inFolder.filter((each) => keys.pattern !== null && each.keys.pattern === keys.pattern);
  const inherited: Inherited = {};
  for (const field of inheritedFields) {
    const byPattern = agreedValue(inPattern, field);
    const isOpen = (file.guess[field].confidence ?? 0) < sureFrom;
    const agreed = byPattern ?? (isOpen ? agreedValue(inFolder, field) : null);
    if (agreed === null || agreed === 'none') continue;
    const own: readonly string[] = file.own[field];
    if (own.length > 0 && !own.includes(agreed.value)) continue;
    const isSure = byPattern !== null || agreed.count >= minAgreeing;
    Object.assign(inherited, { [field]: { value: agreed.value, fromId: agreed.fromId, isSure } });
  }
  return inherited;
}

/**
 * Returns the value of the examples; null if none has one, `none` if they disagree. `count` is the number of examples
 * with the value.
 */
function agreedValue(
  examples: readonly { example: ManualExample }[],
  field: InheritedField,
): { value: string; fromId: string; count: number } | 'none' | null {
  const said = examples.flatMap(({ example }) => {
    const value = example[field];
    return value === undefined || value === null ? [] : [{ value, fromId: example.id }];
  });
  const [first] = said.toSorted((one, other) => (one.fromId < other.fromId ? -1 : 1));
  if (!first) return null;
  if (said.some(({ value }) => value !== first.value)) return 'none';
  return { ...first, count: new Set(said.map(({ fromId }) => fromId)).size };
}

/**
 * Returns the values that a file with several paths inherits from the files in each of its folders. It inherits nothing
 * if the folders disagree, or if one of its names or its page contradicts the value. `examplesIn` returns the manual
 * values in a folder, by its key (likenessKeys).
 */
export function takeOverForCopies(
  file: {
    id: string;
    copies: readonly { path: string; own: OwnValues }[];
    guess: Parameters<typeof takeOver>[0]['guess'];
  },
  examplesIn: (folder: string) => readonly ManualExample[],
): Inherited {
  const { id, copies, guess } = file;
  const each = copies.map(({ path, own }) => takeOver({ id, path, guess, own }, examplesIn(likenessKeys(path).folder)));
  const inherited: Inherited = {};
  for (const field of inheritedFields) {
    const surestFirst = (one: { isSure: boolean; fromId: string }, other: { isSure: boolean; fromId: string }) =>
      Number(other.isSure) - Number(one.isSure) || (one.fromId < other.fromId ? -1 : 1);
    const [first, ...others] = each.flatMap((one) => one[field] ?? []).toSorted(surestFirst);
    if (!first || others.some(({ value }) => value !== first.value)) continue;
    const allows = (own: readonly string[]) => own.length === 0 || own.includes(first.value);
    if (copies.every(({ own }) => allows(own[field]))) Object.assign(inherited, { [field]: first });
  }
  return inherited;
}
