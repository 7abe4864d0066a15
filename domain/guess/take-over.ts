import type { MaterialKind } from '#domain/material.ts';
import type { PlaceGuess } from './guess-place.ts';
import { likenessKeys } from './likeness-keys.ts';
import { sureFrom } from './place-fields.ts';

/** What is taken over from one file for those like it. Years and titles are of one file only. */
export const takenFields = ['facultyId', 'semesterId', 'subject', 'kind'] as const;

export type TakenField = (typeof takenFields)[number];

/** What a person told for one file of a folder, or for several with the same values; `id` is that of one of them. */
export type ToldExample = {
  id: string;
  path: string;
  facultyId?: string | null;
  semesterId?: string | null;
  subject?: string | null;
  kind?: MaterialKind | null;
};

/** What a file takes over, and from which file. */
export type TakenOver = {
  facultyId?: { value: string; fromId: string };
  semesterId?: { value: string; fromId: string };
  subject?: { value: string; fromId: string };
  kind?: { value: MaterialKind; fromId: string };
};

/**
 * What a file takes over from those like it for which a person told something. Files with the same name but for numbers
 * say it in any case; other files of the folder only where the file's own guess, without anything told, is not sure. Where
 * the files disagree, nothing is taken over. What was told for the file itself is the caller's to prefer. The order of the
 * examples does not matter.
 */
export function takeOver(
  file: { id: string; path: string; guess: Pick<PlaceGuess, TakenField> },
  examples: readonly ToldExample[],
): TakenOver {
  const own = likenessKeys(file.path);
  const inFolder = examples
    .filter(({ id }) => id !== file.id)
    .map((example) => ({ example, keys: likenessKeys(example.path) }))
    .filter(({ keys }) => keys.folder === own.folder);
  const inPattern = inFolder.filter(({ keys }) => keys.pattern === own.pattern);
  const taken: TakenOver = {};
  const take = <Field extends TakenField>(field: Field) => {
    const isOpen = (file.guess[field].confidence ?? 0) < sureFrom;
    const agreed = agreedValue(inPattern, field) ?? (isOpen ? agreedValue(inFolder, field) : null);
    if (agreed && agreed !== 'none') Object.assign(taken, { [field]: agreed });
  };
  for (const field of takenFields) take(field);
  return taken;
}

/** Null if none of them says anything, `none` if they disagree. */
function agreedValue(
  examples: readonly { example: ToldExample }[],
  field: TakenField,
): { value: string; fromId: string } | 'none' | null {
  const said = examples.flatMap(({ example }) => {
    const value = example[field];
    return value === undefined || value === null ? [] : [{ value, fromId: example.id }];
  });
  const [first] = said.toSorted((one, other) => (one.fromId < other.fromId ? -1 : 1));
  if (!first) return null;
  return said.every(({ value }) => value === first.value) ? first : 'none';
}
