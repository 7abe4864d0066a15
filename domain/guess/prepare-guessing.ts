import type { Catalogue, Faculty } from '#domain/catalogue.ts';
import { stemOf } from '#domain/search/search-text.ts';
import { facultyNames, otherProgrammes, type FacultyName } from './faculty-names.ts';
import { codePattern } from './find-course-codes.ts';
import { universityKeys } from './find-universities.ts';
import { isContent, splitName, type Word } from './read-source.ts';
import { formerCodes, otherNames, topics } from '#domain/guess/names/subject-names.ts';
import { termNumbers, type TermNumbers } from './term-numbers.ts';

/** A subject in its term and faculty, by their positions in the catalogue's lists. */
export type SubjectPlace = { faculty: number; term: number; name: string; formerNames: readonly string[] };

/**
 * A way to write a subject's name. `stems` are its words, `number` the numeral after them, as in Mathematics II. `isShort`:
 * the name without "Principles of" and the like, which counts only as the name of a folder or file. `isTopic`: something
 * that the subject is taught with.
 */
export type NameForm = {
  stems: readonly string[];
  number: number | null;
  isShort: boolean;
  isTopic: boolean;
  weight: number;
  chance: number;
  places: number[];
};

/** An abbreviation, and the numeral that must follow it, if any. */
export type Abbreviation = { place: number; chance: number; number: number | null };

/** Lookup tables computed once per catalogue, for guessing about many files. */
export type Guessing = {
  faculties: readonly Faculty[];
  places: readonly SubjectPlace[];
  /** The number of each term, by faculty. */
  termNumbers: readonly TermNumbers[];
  facultyNames: ReadonlyMap<string, readonly FacultyName[]>;
  /** The distinguishing words of the universities of each faculty: `tribhuvan`. */
  universities: readonly (readonly string[])[];
  /** Programmes and schools that the catalogue does not have. */
  otherProgrammes: ReadonlySet<string>;
  /** Codes without spaces and signs, in lower case. */
  codes: ReadonlyMap<string, readonly { place: number; chance: number }[]>;
  /** The faculty whose codes begin with these letters, if there is exactly one. */
  codePrefixes: ReadonlyMap<string, number>;
  /** The patterns of each faculty's codes; null if too few of its subjects have a code to rule out other patterns. */
  codePatterns: readonly (ReadonlySet<string> | null)[];
  abbreviations: ReadonlyMap<string, readonly Abbreviation[]>;
  forms: readonly NameForm[];
  /** The forms that contain the word, by its stem. */
  formsOf: ReadonlyMap<string, readonly number[]>;
  /** The weight of a word in distinguishing names, by its stem. */
  weights: ReadonlyMap<string, number>;
  /** The words of all names, and their stems. */
  vocabulary: ReadonlyMap<string, string>;
  /** Cache of words that were compared with the vocabulary; bounded. */
  known: Map<string, readonly { stem: string; likeness: number }[]>;
  currentYear: number;
};

/** Share of a faculty's subjects that must have a code before codes of other patterns count as those of another programme. */
const minCoded = 0.75;

/** Prepares a catalogue for `guessPlace`. No exam is later than the year after `currentYear` (AD). */
export function prepareGuessing(catalogue: Catalogue, currentYear: number): Guessing {
  const places: SubjectPlace[] = [];
  const codes = new Map<string, { place: number; chance: number }[]>();
  const prefixes = new Map<string, Set<number>>();
  for (const [faculty, { terms }] of catalogue.faculties.entries()) {
    for (const [term, { subjects }] of terms.entries()) {
      for (const { name, code, formerly = [] } of subjects) {
        const formerNames = formerly.map((former) => former.name);
        const place = places.push({ faculty, term, name, formerNames }) - 1;
        if (code === null) continue;
        const key = codeKey(code);
        append(codes, key, { place, chance: 0.985 });
        const prefix = key.replace(/\d.*$/, '');
        prefixes.set(prefix, (prefixes.get(prefix) ?? new Set()).add(faculty));
      }
    }
  }
  const codePrefixes = new Map<string, number>();
  for (const [prefix, [faculty, another]] of prefixes) {
    if (prefix.length >= 3 && faculty !== undefined && another === undefined) codePrefixes.set(prefix, faculty);
  }
  addFormerCodes(codes, codePrefixes, places);
  const names = facultyNames(catalogue.faculties);
  const vocabulary = new Map<string, string>();
  const forms = new Map<string, NameForm>();
  const abbreviations = new Map<string, Abbreviation[]>();
  const all = { forms, abbreviations, vocabulary };
  for (const [place, { name, formerNames }] of places.entries()) {
    addNames(place, name, 1, all);
    for (const former of formerNames) addNames(place, former, asFormerName, all);
  }
  return {
    faculties: catalogue.faculties,
    places,
    termNumbers: catalogue.faculties.map(termNumbers),
    facultyNames: names,
    universities: catalogue.faculties.map(universityKeys),
    otherProgrammes: otherProgrammes(names),
    codes,
    codePrefixes,
    codePatterns: catalogue.faculties.map(patternsOf),
    abbreviations,
    ...indexForms([...forms.values()]),
    vocabulary,
    known: new Map(),
    currentYear,
  };
}

function patternsOf({ terms }: Faculty): Set<string> | null {
  const subjects = terms.flatMap((term) => term.subjects);
  const codes = subjects.flatMap(({ code }) => (code === null ? [] : codePattern(codeKey(code).toUpperCase())));
  return codes.length >= minCoded * subjects.length ? new Set(codes) : null;
}

/** Returns the letters and digits of a code in lower case. */
export function codeKey(code: string): string {
  return code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function addFormerCodes(
  codes: Map<string, { place: number; chance: number }[]>,
  prefixes: ReadonlyMap<string, number>,
  places: readonly SubjectPlace[],
): void {
  for (const [code, name] of Object.entries(formerCodes)) {
    const faculty = prefixes.get(code.replace(/\d.*$/, ''));
    const key = nameKey(name);
    const place = places.findIndex((each) => each.faculty === faculty && nameKey(each.name) === key);
    if (place >= 0 && !codes.has(code)) codes.set(code, [{ place, chance: 0.95 }]);
  }
}

function nameKey(name: string): string {
  return splitName(name)
    .filter((word) => isContent(word) || word.number !== null)
    .map((word) => word.number ?? word.stem)
    .join(' ');
}

const others = new Map<string, readonly string[]>();
for (const { names, others: list } of otherNames) {
  for (const name of names) others.set(nameKey(name), [...(others.get(nameKey(name)) ?? []), ...list]);
}

type Names = {
  forms: Map<string, NameForm>;
  abbreviations: Map<string, Abbreviation[]>;
  vocabulary: Map<string, string>;
};

/** Weight of a former name: a subject that has the name now is likelier. */
const asFormerName = 0.97;

function addNames(place: number, name: string, chance: number, names: Names): void {
  const [, before = name, inside = ''] = /^(.*?)\s*\((.*)\)/.exec(name) ?? [];
  const number = lastNumber(splitName(before));
  for (const variant of new Set([name, before])) addForm(place, variant, chance, names);
  if (/^\p{Lu}{2,6}$/u.test(inside)) addAbbreviation(place, inside, 0.9, number, names);
  for (const other of others.get(nameKey(name)) ?? []) addOther(place, other, number, names);
  const words = splitName(before).filter((word) => isContent(word) && word.number === null);
  addInitials(place, words, number, names);
  addInitials(
    place,
    splitName(before).filter((word) => word.number === null),
    number,
    names,
  );
}

function addOther(place: number, other: string, number: number | null, names: Names): void {
  if (!/^\p{Lu}{1,6}$/u.test(other)) addForm(place, other, 0.97, names);
  else addAbbreviation(place, other, other.length > 2 ? 0.94 : other.length > 1 ? 0.85 : 0.5, number, names);
}

/** General words at the beginning of a name, which people often omit. */
const faintStems = new Set(['introduction', 'basic', 'fundamentals', 'principles', 'foundation'].map(stemOf));

/** Weight of a name without "Principles of" and the like, which folders often omit. */
const withoutFaint = 0.92;

function addForm(place: number, name: string, chance: number, names: Names): void {
  const words = splitName(name);
  const number = lastNumber(words);
  const stems: string[] = [];
  for (const word of words) {
    if (!isContent(word) || (number !== null && word.number === number)) continue;
    names.vocabulary.set(word.form, word.stem);
    if (!stems.includes(word.stem)) stems.push(word.stem);
  }
  const content = stems.filter((stem) => !faintStems.has(stem));
  const isTopic = topics.has(name.toLowerCase());
  addStems(place, { stems, number, chance, isShort: false, isTopic }, names);
  if (content.length < stems.length)
    addStems(place, { stems: content, number, chance: chance * withoutFaint, isShort: true, isTopic }, names);
}

function addStems(
  place: number,
  { stems, number, chance, isShort, isTopic }: Omit<NameForm, 'weight' | 'places'>,
  { forms }: Names,
): void {
  if (stems.length === 0) return;
  const key = `${stems.join(' ')} ${number ?? ''} ${chance}`;
  const form = forms.get(key);
  if (!form) forms.set(key, { stems, number, isShort, isTopic, weight: 0, chance, places: [place] });
  else if (!form.places.includes(place)) form.places.push(place);
}

/** Returns the numeral at the end of a name; a word such as "one" elsewhere is just a word. */
function lastNumber(words: readonly Word[]): number | null {
  const last = words.at(-1);
  return words.length > 1 && last && !last.isOrdinal ? last.number : null;
}

/** Weights of initials: those of long names are specific, those of two words can mean anything. */
const initialsChance = [0, 0, 0.62, 0.85, 0.9, 0.92];

function addInitials(place: number, words: readonly Word[], number: number | null, names: Names): void {
  if (words.length < 2) return;
  const initials = words.map((word) => word.text.slice(0, 1)).join('');
  addAbbreviation(place, initials, initialsChance[Math.min(initials.length, 5)] ?? 0, number, names);
}

/** Abbreviations that are also ordinary words in file names. */
const notAbbreviations = new Set('be ba bed cs it qp pdf doc new old imp mid sem ed vol set bit law'.split(' '));

function addAbbreviation(place: number, written: string, chance: number, number: number | null, names: Names): void {
  const key = written.toLowerCase();
  if (notAbbreviations.has(key)) return;
  const list = names.abbreviations.get(key) ?? [];
  const known = list.find((each) => each.place === place);
  if (known) known.chance = Math.max(known.chance, chance);
  else list.push({ place, chance, number });
  names.abbreviations.set(key, list);
}

function indexForms(forms: NameForm[]): Pick<Guessing, 'forms' | 'formsOf' | 'weights'> {
  const formsOf = new Map<string, number[]>();
  for (const [index, { stems }] of forms.entries()) for (const stem of stems) append(formsOf, stem, index);
  const weights = new Map<string, number>();
  for (const [stem, list] of formsOf) {
    const weight = Math.log(1 + forms.length / list.length);
    weights.set(stem, faintStems.has(stem) ? weight / 3 : weight);
  }
  for (const form of forms) form.weight = form.stems.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
  return { forms, formsOf, weights };
}
