import type { Faculty, Term } from '#domain/catalogue.ts';
import type { FoundTerm } from './find-terms.ts';
import { splitName } from './read-source.ts';

/** The number of each term of a programme, in the order of its terms; semesters are numbered across all years. */
export type TermNumbers = readonly number[];

/**
 * Numbers the terms by their names, else by their ids: if a term is missing in the catalogue, the fourth in the list is
 * not Semester 4. Uses the position in the list only if no term has a number.
 */
export function termNumbers({ type, terms }: Pick<Faculty, 'type' | 'terms'>): TermNumbers {
  const numbers = terms.map(({ id, name }) => numberIn(name, type) ?? numberIn(id, type));
  if (numbers.every((number) => number === null)) return terms.map((_, index) => index + 1);
  return numbers.map((number) => number ?? 0);
}

/** Returns the terms whose id and name have different numbers, to warn the operator. */
export function contradictoryTerms({ type, terms }: Pick<Faculty, 'type' | 'terms'>): Term[] {
  return terms.filter(({ id, name }) => {
    const [byId, byName] = [numberIn(id, type), numberIn(name, type)];
    return byId !== null && byName !== null && byId !== byName;
  });
}

/** Returns the number in words such as `Semester IV` and `Year 2 Part 1`; null if they have none. */
function numberIn(words: string, type: Faculty['type']): number | null {
  const [first, second] = splitName(words).flatMap(({ number }) => number ?? []);
  if (first === undefined) return null;
  return second === undefined || type === 'year' || second > 2 ? first : 2 * (first - 1) + second;
}

/** Returns the terms that the found words can mean, as positions in the faculty's list. */
export function termIndexes(
  { type }: Pick<Faculty, 'type'>,
  numbers: TermNumbers,
  { semester, year, part, isLast, isBare }: FoundTerm,
): number[] {
  const at = (wanted: readonly number[]) =>
    numbers.flatMap((number, index) => (wanted.includes(number) ? [index] : []));
  const last = Math.max(...numbers);
  if (type === 'year') {
    if (isLast) return at([last]);
    if (year !== null) return at([year]);
    // A semester is not a year; a bare number counts for either.
    return semester !== null && isBare ? at([semester]) : [];
  }
  if (semester !== null) return at([semester]);
  if (isLast) return at([last - 1, last]);
  if (year === null) return [];
  return part !== null && part <= 2 ? at([2 * year - 2 + part]) : at([2 * year - 1, 2 * year]);
}
