import type { CatalogueSubject } from '#contract/search.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { editDistance } from '#domain/edit-distance.ts';
import { formerCodes, otherNames } from '#domain/guess/names/subject-names.ts';
import { splitWords, stemOf } from '#domain/search/search-text.ts';
import { isStopWord } from '#domain/search/stop-words.ts';

/** The part of the catalogue in which subjects are looked up. An empty list means all of it. */
export type Scope = { facultyId: readonly string[]; semesterId: readonly string[] };

export const everywhere: Scope = { facultyId: [], semesterId: [] };

/** Maximum number of typed words that are compared with names; no name is longer. */
const maxTypedWords = 24;

/** Finds subjects of the catalogue by what people type. */
export type SubjectFinder = {
  /**
   * Returns the subjects that begin to be typed, the best first: their words begin with the typed words, or their code,
   * abbreviation or a former name does. One letter in a word may be wrong, two in a long one.
   */
  suggest(typed: string, scope?: Scope): CatalogueSubject[];
  /**
   * Returns the subjects that a whole text names: by name, former name, code (with or without a space or hyphen) or
   * abbreviation; and the one subject whose name the text begins, even misspelt, or ends.
   */
  named(text: string, scope?: Scope): CatalogueSubject[];
};

/** The words of a name, also joined, and the stems of those that are not common. */
type Name = { words: readonly string[]; joined: string; stems: readonly string[] };

/** A subject with its current name, former ones and aliases of several words. */
type Entry = CatalogueSubject & { names: Name[]; codes: string[]; shortNames: Set<string> };

/** How well a text fits a subject; the values from `reordered` on are a name of the subject as a whole. */
const fit = {
  none: 0,
  code: 0.5,
  misspelt: 1,
  words: 2,
  inside: 3,
  beginning: 4,
  reordered: 5,
  named: 6,
  abbreviation: 7,
  byCode: 8,
  exact: 9,
};

/** Creates the lookup. Needs a few milliseconds for a catalogue of hundreds of subjects, at the first call. */
export function createSubjectFinder(catalogue: Catalogue): SubjectFinder {
  // Listed with the first query, not while the server starts.
  let all: Entry[] | null = null;

  function rank(text: string, { facultyId, semesterId }: Scope) {
    const typed = toName(wordsOf(text));
    if (typed.words.length === 0 || typed.words.length > maxTypedWords) return [];
    const joined = [typed.words, contentOf(typed.words)].map((words) => words.join(''));
    all ??= listEntries(catalogue);
    return all
      .filter((entry) => facultyId.length === 0 || facultyId.includes(entry.facultyId))
      .filter((entry) => semesterId.length === 0 || semesterId.includes(entry.semesterId))
      .map((entry, index) => ({ entry, index, value: valueOf(entry, typed, joined) }))
      .filter(({ value }) => value > fit.none)
      .sort((one, other) => other.value - one.value || one.index - other.index);
  }

  return {
    suggest: (typed, scope = everywhere) => rank(typed, scope).map(({ entry }) => publish(entry)),

    named(text, scope = everywhere) {
      const ranked = rank(text, scope);
      const whole = ranked.filter(({ value }) => value >= fit.reordered);
      if (whole.length > 0) return whole.map(({ entry }) => publish(entry));
      const typed = toName(wordsOf(text));
      const choices = [1, 2].flatMap((slips) => {
        const begins = ({ words }: Name) => isBegun(words, typed.words, slips);
        const isWhole = (name: Name) => name.words.length === typed.words.length && begins(name);
        const current = (fits: (name: Name) => boolean) =>
          ranked.filter(({ entry }) => entry.names.slice(0, 1).some(fits));
        const any = (fits: (name: Name) => boolean) => ranked.filter(({ entry }) => entry.names.some(fits));
        return [current(isWhole), any(isWhole), current(begins), any(begins)];
      });
      const ended = ranked.filter(({ entry }) => entry.names.some((name) => isEnded(name, typed)));
      const [first, ...others] = [...choices, ended].find((choice) => choice.length > 0) ?? [];
      if (!first || others.some(({ entry }) => !isSame(entry.names[0], first.entry.names[0]))) return [];
      return [first, ...others].map(({ entry }) => publish(entry));
    },
  };
}

/**
 * Returns the subjects with those of the same name in several programmes as one entry, which names the other
 * programmes.
 */
export function mergeSubjects(found: readonly CatalogueSubject[]): CatalogueSubject[] {
  const merged: CatalogueSubject[] = [];
  const byName = new Map<string, CatalogueSubject>();
  for (const subject of found) {
    const name = nameOf(subject);
    const known = byName.get(name);
    if (known && known.facultyId !== subject.facultyId) {
      known.alsoIn = [...new Set([...(known.alsoIn ?? []), subject.facultyName])];
      continue;
    }
    const own = { ...subject };
    merged.push(own);
    if (!known) byName.set(name, own);
  }
  return merged;
}

/** Returns the name as compared: in its words, whatever their case and the signs between them. */
const nameOf = ({ subject }: CatalogueSubject) => wordsOf(subject).join(' ');

const wordsOf = (text: string) => splitWords(text).map(({ exact }) => exact);

function publish({ names: _names, codes: _codes, shortNames: _short, ...subject }: Entry): CatalogueSubject {
  return subject;
}

/** `joined` is the typed text without spaces, first with and then without common words. */
function valueOf({ names, codes, shortNames }: Entry, typed: Name, [joined = '', content = '']: string[]): number {
  if (names[0]?.joined === joined) return fit.exact;
  if (codes.includes(joined)) return fit.byCode;
  if (shortNames.has(joined) || shortNames.has(content)) return fit.abbreviation;
  const value = Math.max(...names.map((name) => valueOfName(name, typed)));
  if (value > fit.none) return value;
  return joined.length > 1 && codes[0]?.startsWith(joined) ? fit.code : fit.none;
}

function valueOfName(name: Name, { words: typed, joined, stems }: Name): number {
  const { words } = name;
  if (isSame(name, { stems }) || name.joined === joined) return fit.named;
  if (stems.length > 1 && isSame({ stems: name.stems.toSorted() }, { stems: stems.toSorted() })) return fit.reordered;
  const begins = (from: number) => typed.every((word, index) => beginsWith(words[from + index] ?? '', word));
  if (begins(0)) return fit.beginning;
  if (words.some((_, from) => begins(from))) return fit.inside;
  if (typed.every((word) => words.some((each) => beginsWith(each, word)))) return fit.words;
  return typed.every((word) => words.some((each) => beginsWith(each, word) || isMisspelt(each, word)))
    ? fit.misspelt
    : fit.none;
}

const contentOf = (words: readonly string[]) => words.filter((word) => !isStopWord(word));

function toName(words: readonly string[]): Name {
  const stems = contentOf(words).map((word) => romanNumerals[Number(word) - 1] ?? stemOf(word));
  return { words, joined: words.join(''), stems };
}

/** True if both have the same words, apart from common ones such as "of" and endings such as a plural. */
function isSame(one: Pick<Name, 'stems'> | undefined, other: Pick<Name, 'stems'> | undefined): boolean {
  return one?.stems.length === other?.stems.length && !!one?.stems.every((stem, index) => stem === other?.stems[index]);
}

/** Minimum length of a text that may stand for a longer name, in letters. */
const minBegunLength = 5;

/** True if a name begins with the typed words, with at most so many slips in each. */
function isBegun(words: readonly string[], typed: readonly string[], slips: number): boolean {
  if (typed.join('').length < minBegunLength) return false;
  return typed.every((word, index) => {
    const own = words[index] ?? '';
    // `math i` begins Mathematics I, and not Mathematics II.
    if (romanNumerals.includes(own)) return own === (romanNumerals[Number(word) - 1] ?? word);
    return beginsWith(own, word) || isMisspelt(own, word, slips);
  });
}

/** True if a name ends with two or more of the typed words, in any form of these. */
function isEnded({ stems }: Name, typed: Name): boolean {
  const count = typed.stems.length;
  return count > 1 && isSame({ stems: stems.slice(-count) }, typed);
}

/** True if a word of a name begins as typed. `maths` and `stats` begin words, and `2` is `II`. */
function beginsWith(word: string, typed: string): boolean {
  if (word.startsWith(typed) || romanNumerals[Number(typed) - 1] === word) return true;
  return typed.length > minPluralLength && typed.endsWith('s') && word.startsWith(typed.slice(0, -1));
}

const romanNumerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];
const minPluralLength = 3;

/** Minimum length of a word that is corrected; shorter words are similar to too many others. */
const minMisspeltLength = 4;
/** Minimum length of a word that may have two slips. */
const minTwoSlipsLength = 7;

/** True if a word begins with the typed text except for so many slips, and with the same letter. */
function isMisspelt(word: string, typed: string, slips = 2): boolean {
  if (typed.length < minMisspeltLength || word[0] !== typed[0] || /\d/.test(typed)) return false;
  const most = typed.length < minTwoSlipsLength ? 1 : slips;
  for (let length = typed.length - most; length <= typed.length + most; length += 1)
    if (length <= word.length && editDistance(word.slice(0, length), typed, most) <= most) return true;
  return false;
}

function listEntries({ faculties }: Catalogue): Entry[] {
  return faculties.flatMap((faculty) => {
    const ownCodes = faculty.terms.flatMap(({ subjects }) => subjects.flatMap(({ code }) => code ?? []));
    const prefixes = new Set(ownCodes.map((code) => lettersOf(keyOf(code))));
    return faculty.terms.flatMap((term) =>
      term.subjects.map(({ name, code, slug, formerly = [], aliases = [] }): Entry => {
        const names = [name, ...formerly.map((former) => former.name)].map(wordsOf);
        const known = [...aliases, ...names.flatMap(usualAliases)].map(wordsOf);
        const long = known.filter((words) => words.length > 1);
        return {
          facultyId: faculty.id,
          facultyName: faculty.name,
          semesterId: term.id,
          termName: term.name,
          subject: name,
          code,
          slug,
          names: [...names, ...long].map(toName),
          codes: [...(code === null ? [] : [keyOf(code)]), ...formerCodesOf(name, prefixes)],
          shortNames: new Set([...names.flatMap(initialsOf), ...known.map((words) => words.join(''))]),
        };
      }),
    );
  });
}

/** Returns a code as compared: `csc264` for `CSC-264`. */
const keyOf = (code: string) => wordsOf(code).join('');

const lettersOf = (key: string) => key.replace(/\d.*$/, '');

/** Returns the codes that this subject had in an earlier curriculum of a programme whose codes begin with these letters. */
function formerCodesOf(name: string, prefixes: ReadonlySet<string>): string[] {
  const stems = stemsOf(wordsOf(name));
  return Object.keys(formerCodes).filter(
    (code) => prefixes.has(lettersOf(code)) && stemsOf(wordsOf(formerCodes[code] ?? '')) === stems,
  );
}

/** Returns `dsa` and `ds` for Data Structures and Algorithms: with and without common words. */
function initialsOf(words: readonly string[]): string[] {
  const of = (chosen: readonly string[]) => chosen.map((word) => word.slice(0, 1)).join('');
  const found = new Set([of(words), of(words.filter((word) => !isStopWord(word)))]);
  return [...found].filter((initials) => initials.length > 1);
}

const stemsOf = (words: readonly string[]) => words.map(stemOf).join(' ');

const aliasesByName = new Map<string, readonly string[]>(
  otherNames.flatMap(({ names, others }) => names.map((name) => [stemsOf(wordsOf(name)), others] as const)),
);

/** Returns other names that people use for a subject of this name, such as DBMS. One letter alone names nothing. */
function usualAliases(words: readonly string[]): readonly string[] {
  return (aliasesByName.get(stemsOf(words)) ?? []).filter((alias) => alias.length > 1);
}
