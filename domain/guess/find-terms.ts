import { foldWord } from '#domain/search/search-fold.ts';
import type { Piece, Word } from './read-source.ts';

/** A term that a piece names. A bare number means a term only with a programme named next to it. */
export type FoundTerm = {
  semester: number | null;
  year: number | null;
  /** The half of a year. */
  part: number | null;
  isLast: boolean;
  /** True for a number without a word such as "semester". */
  isBare: boolean;
  chance: number;
  piece: Piece;
};

type Unit = 'semester' | 'year' | 'part';

const units = new Map<string, Unit>();
for (const [unit, words] of [
  ['semester', 'sem semester semesters semister smester semster sems सेमेस्टर सेमिस्टर'],
  ['year', 'year yr yrs years barsa वर्ष बर्ष'],
  ['part', 'part भाग'],
] as const) {
  for (const word of words.split(' ')) units.set(foldWord(word), unit);
}

const lastWords = new Set(['final', 'last']);

/** Finds the terms that the pieces name. Adds their words to `used`, because they are not part of a subject's name. */
export function findTerms(
  pieces: readonly Piece[],
  used: Set<Word>,
  namesFaculty: (piece: Piece) => boolean,
): FoundTerm[] {
  const found: FoundTerm[] = [];
  for (const piece of pieces) {
    const seen = termsOf(piece, used);
    if (seen) found.push(seen);
    else {
      const bare = bareTerm(piece, used, namesFaculty(piece));
      if (bare) found.push(bare);
    }
  }
  return joinParts(found);
}

function termsOf(piece: Piece, used: Set<Word>): FoundTerm | null {
  const term: FoundTerm = {
    semester: null,
    year: null,
    part: null,
    isLast: false,
    isBare: false,
    chance: 0.97,
    piece,
  };
  const { words } = piece;
  for (const [index, word] of words.entries()) {
    const unit = units.get(word.text);
    if (unit === undefined) continue;
    const before = words[index - 1];
    const after = words[index + 1];
    if (unit === 'year' && units.get(after?.text ?? '') === 'part') {
      // As printed by the Institute of Engineering: Year / Part II / I.
      const [year, part] = [words[index + 2], words[index + 3]];
      if (year?.number && part?.number) {
        Object.assign(term, { year: year.number, part: part.number });
        for (const each of [word, after, year, part]) if (each) used.add(each);
        break;
      }
    }
    const number = pickNumber(before, after, used);
    if (number) {
      term[unit] ??= number.number;
      used.add(number).add(word);
    } else if (before && lastWords.has(before.text) && unit === 'year') {
      term.isLast = true;
      used.add(before).add(word);
    }
  }
  return term.semester !== null || term.year !== null || term.part !== null || term.isLast ? term : null;
}

/**
 * Returns the word that numbers a unit: an ordinal before the unit, else the number after it, else the number before
 * it.
 */
function pickNumber(before: Word | undefined, after: Word | undefined, used: ReadonlySet<Word>): Word | null {
  const isFree = (word: Word | undefined): word is Word =>
    word !== undefined && word.number !== null && !used.has(word);
  if (isFree(before) && before.isOrdinal) return before;
  if (isFree(after) && !after.isOrdinal) return after;
  if (isFree(before)) return before;
  return isFree(after) ? after : null;
}

/** Finds bare numbers: `BIM 7`, `8th`, `II-II`, or a folder that is just a number. */
function bareTerm(piece: Piece, used: Set<Word>, namesFaculty: boolean): FoundTerm | null {
  if (piece.source === 'text') return null;
  const counted = piece.words.filter((word) => word.number !== null);
  const [first, second] = counted;
  if (!first?.number) return null;
  const isAlone = counted.length === piece.words.length && piece.source === 'folder';
  const plain = { semester: null, year: null, part: null, isLast: false, isBare: true, piece };
  if (isAlone && second?.number && counted.length === 2 && first.number <= 5 && second.number <= 2) {
    for (const word of counted) used.add(word);
    return { ...plain, year: first.number, part: second.number, chance: 0.85 };
  }
  const chance = namesFaculty ? 0.9 : first.isOrdinal ? 0.75 : 0.6;
  if (counted.length !== 1 || !(isAlone || (namesFaculty && piece.words.length <= 5) || first.isOrdinal)) return null;
  // The letter may be the C of C programming or of Vitamin C, or one of a list.
  if (first.text.length === 1 && /[ivx]/.test(first.text) && !isAlone) return null;
  used.add(first);
  return { ...plain, semester: first.number, chance };
}

/** Combines the folder of a part with the folder of a year that contains it. */
function joinParts(found: readonly FoundTerm[]): FoundTerm[] {
  const year = found.find((term) => term.year !== null && term.part === null && term.semester === null);
  const part = found.find((term) => term.part !== null && term.year === null && term.semester === null);
  if (!year || !part || part.piece.source === 'text') return found.filter((term) => !isOnlyPart(term));
  const joined = { ...part, year: year.year };
  return [joined, ...found.filter((term) => term !== year && !isOnlyPart(term))];
}

function isOnlyPart({ semester, year, part, isLast }: FoundTerm): boolean {
  return part !== null && semester === null && year === null && !isLast;
}
