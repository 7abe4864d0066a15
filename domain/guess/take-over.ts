import type { MaterialKind } from '#domain/material.ts';
import type { OwnValues } from './collect-evidence.ts';
import type { PlaceGuess } from './guess-place.ts';
import { likenessKeys } from './likeness-keys.ts';
import { sureFrom } from './place-fields.ts';

/** What files inherit from those like them. Years and titles are of one file only. */
export const inheritedFields = ['facultyId', 'semesterId', 'subject', 'kind'] as const;

export type InheritedField = (typeof inheritedFields)[number];

/** What a person set for one file of a folder, or for several with the same values; `id` is that of one of them. */
export type ManualExample = {
  id: string;
  path: string;
  facultyId?: string | null;
  semesterId?: string | null;
  subject?: string | null;
  kind?: MaterialKind | null;
};

/** An inherited value, the file it is from, and whether it is beyond doubt; a doubtful one is shown, and is to be confirmed. */
type InheritedValue<Value> = { value: Value; fromId: string; isSure: boolean };

/** What a file inherits, and from which file. */
export type Inherited = {
  facultyId?: InheritedValue<string>;
  semesterId?: InheritedValue<string>;
  subject?: InheritedValue<string>;
  kind?: InheritedValue<MaterialKind>;
};

/** So many corrected files of a folder must agree, so that the others inherit from them without doubt. */
const minAgreeing = 2;

/**
 * What a file inherits from those like it for which a person set something. Files with the same name but for years and
 * counted parts inherit without doubt. Other files of the folder inherit only what their own guess is not sure of, and
 * without doubt only where two corrected files agree. Nothing is inherited where the examples disagree, or against what the
 * file's own name or page says (`own`). What was set for the file itself is the caller's to prefer. The order of the
 * examples does not matter.
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

/** Null if none of them says anything, `none` if they disagree. `count`: how many say it. */
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
