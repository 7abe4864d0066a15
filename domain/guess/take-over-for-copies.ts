import type { OwnValues } from './collect-evidence.ts';
import { likenessKeys } from '#domain/guess/names/likeness-keys.ts';
import { inheritedFields, takeOver, type Inherited, type ManualExample } from './take-over.ts';

/**
 * Returns the values that a file with several paths inherits from the files of each of its folders: nothing where the folders
 * disagree, and nothing against one of its names or its page. `examplesIn` returns the manual values in a folder, by its key
 * (likenessKeys).
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
