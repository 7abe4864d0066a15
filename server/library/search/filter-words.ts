import type { WordFilters } from '#contract/search.ts';
import type { Catalogue, Faculty } from '#domain/catalogue.ts';
import { facultyNames, type FacultyName } from '#domain/guess/faculty-names.ts';
import { findFaculties } from '#domain/guess/find-faculties.ts';
import { findTerms, type FoundTerm } from '#domain/guess/find-terms.ts';
import { findYears } from '#domain/guess/find-years.ts';
import { splitName, type Piece, type Word } from '#domain/guess/read-source.ts';
import { termIndexes, termNumbers } from '#domain/guess/term-numbers.ts';
import type { MaterialKind } from '#domain/material.ts';
import { foldWord } from '#domain/search/search-fold.ts';

/**
 * Words for a kind, in queries. Import has many more, which are common in names of files and mean something else in a
 * query: `unit`, `lab`, `chapter`.
 */
const kindWords: Record<MaterialKind, string> = {
  paper:
    'question papers, question paper, old questions, old question, past questions, past papers, past paper, papers, paper, questions, question, exam, pyq, pyqs, qp, प्रश्नपत्र',
  note: 'lecture notes, class notes, notes, note, नोट',
  revision: 'important questions, important question, revision notes, revision, solutions, solution, solved',
  book: 'text books, text book, textbooks, textbook, books, book, पुस्तक',
};
const maxKindWords = 2;

const kinds = new Map<string, MaterialKind>();
for (const [kind, phrases] of Object.entries(kindWords) as [MaterialKind, string][])
  for (const phrase of phrases.split(', ')) kinds.set(phrase.split(' ').map(foldWord).join(' '), kind);

/** Minimum probability for a number to count as a year. */
const minYearChance = 0.9;

/** Minimum probability for a field of study to name its programme, above that of `law` for the degree of laws. */
const minFieldChance = 0.96;
/** Maximum length of an id that people type, such as `csit`; longer ones are words such as `management`. */
const maxTypedId = 5;

/**
 * Reads filters in a query. `rest` is the query without their words, and `isFiltered` is false if there are none.
 */
export type ReadFilterWords = (q: string) => { filters: WordFilters; rest: string; isFiltered: boolean };

/**
 * Creates a reader of the words of a query for a programme of the catalogue, a term, a year in either calendar and a kind. `now`
 * returns the time in milliseconds, because no exam is later than the year after it.
 */
export function createFilterWords(catalogue: Catalogue, now: () => number): ReadFilterWords {
  // Listed with the first query, not while the server starts.
  let names: ReadonlyMap<string, readonly FacultyName[]> | null = null;

  return (q) => {
    names ??= typedNames(catalogue);
    const words = splitName(q);
    const piece: Piece = { source: 'file', shown: q, text: q.normalize('NFKC'), words, distance: 0 };
    const used = new Set<Word>();
    const found = findFaculties([piece], names, used).filter(
      ({ isField, chance }) => !isField || chance > minFieldChance,
    );
    const faculties = catalogue.faculties.filter((_, index) => found.some(({ faculty }) => faculty === index));
    const years = findYears([piece], new Date(now()).getUTCFullYear()).filter(({ chance }) => chance >= minYearChance);
    for (const word of words) if (years.some(({ ad, bs }) => word.text === `${bs ?? ad}`)) used.add(word);
    const kind = takeKinds(words, used);
    const term = takeTerm(piece, used, faculties.length > 0);
    const filters: WordFilters = {
      kind,
      facultyId: faculties.map(({ id }) => id),
      semesterId: term ? termsNamed(faculties.length > 0 ? faculties : catalogue.faculties, term) : [],
      year: years.flatMap(({ ad, bs }) => (bs === null ? [ad] : [])),
      yearBs: years.flatMap(({ bs }) => bs ?? []),
    };
    const isFiltered = Object.values(filters).some((values) => values.length > 0);
    return { filters, rest: withoutWords(q, words, used), isFiltered };
  };
}

/** Returns the names of programmes that count in a query. */
function typedNames({ faculties }: Catalogue): ReadonlyMap<string, readonly FacultyName[]> {
  const names = facultyNames(faculties);
  for (const { id } of faculties) if (id.length > maxTypedId) names.delete(id.toLowerCase());
  return names;
}

/** Finds kinds, and adds their words to `used`. */
function takeKinds(words: readonly Word[], used: Set<Word>): MaterialKind[] {
  const found = new Set<MaterialKind>();
  for (let at = 0; at < words.length; at += 1)
    for (let length = maxKindWords; length > 0; length -= 1) {
      const phrase = words.slice(at, at + length);
      const kind = kinds.get(phrase.map(({ text }) => text).join(' '));
      if (kind === undefined || phrase.some((word) => used.has(word))) continue;
      found.add(kind);
      for (const word of phrase) used.add(word);
      break;
    }
  return [...found];
}

/** Finds a term, and adds its words to `used`. A bare number is a term only next to a programme, as in `bca 3`. */
function takeTerm(piece: Piece, used: Set<Word>, namesFaculty: boolean): FoundTerm | null {
  const withTerm = new Set(used);
  const [term] = findTerms([piece], withTerm, () => namesFaculty);
  if (!term || (term.isBare && !piece.words.every((word) => withTerm.has(word)))) return null;
  for (const word of withTerm) used.add(word);
  return term;
}

/** Returns the ids of the terms that words such as `third semester` can mean in these programmes. */
function termsNamed(faculties: readonly Faculty[], term: FoundTerm): string[] {
  const ids = faculties.flatMap((faculty) =>
    termIndexes(faculty, termNumbers(faculty), term).flatMap((at) => faculty.terms[at]?.id ?? []),
  );
  return [...new Set(ids)];
}

/** Returns the text without the runs of characters that have only these words. */
function withoutWords(q: string, words: readonly Word[], used: ReadonlySet<Word>): string {
  const kept = Array.from(q.matchAll(/\S+/g)).filter(({ index, 0: run }) => {
    const own = words.filter(({ start }) => start >= index && start < index + run.length);
    return own.length === 0 || own.some((word) => !used.has(word));
  });
  return kept.map(([run]) => run).join(' ');
}
