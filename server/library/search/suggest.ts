import { rolesHeldBy } from '#contract/permissions.ts';
import { contains, emptyQuery, type Filter } from '#contract/query.ts';
import type { SearchSuggestions } from '#contract/search.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import { editDistance } from '#domain/edit-distance.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { materialKinds } from '#domain/material.ts';
import { compareNaturally } from '#domain/text/natural-order.ts';
import { splitWords } from '#domain/search/search-text.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import type { Database } from '#server/engines/database/database.ts';

export type Suggest = (actor: Actor, q: string) => Promise<SearchSuggestions>;

/** Maximum number of subjects: as many as a list below a search box shows without scrolling on a phone. */
const maxSubjects = 5;
const maxMaterials = 5;
/** Minimum length for parts of words: the index of titles has three characters together. */
const minPartLength = 3;
/** Maximum length of the typed text, longer than any title; the rest is ignored. */
const maxLength = 255;

/** A subject. `names` are the words of its current name and of its former ones. */
type Entry = SearchSuggestions['subjects'][number] & { names: string[][]; codes: string[]; initials: string[] };

/**
 * Suggests subjects and titles while a query is typed. Subjects match if their words begin with the typed words, or by
 * their code, the initials of their name or a former name. The newest materials match by the words of their title; if
 * none do, materials match by any part of their title, in the order of their titles.
 */
export function createSuggest(parts: { catalogue: Catalogue; database: Pick<Database, 'materials'> }): Suggest {
  const { catalogue, database } = parts;
  // Listed with the first query, not while the server starts.
  let entries: Entry[] | null = null;

  async function findMaterials(actor: Actor, q: string): Promise<SearchSuggestions['materials']> {
    const byWords = await listTitles(actor, { method: 'search', attribute: 'title', values: [q] });
    const part = q.trim();
    if (byWords.length > 0 || part.length < minPartLength) return byWords;
    return listTitles(actor, contains('title', part));
  }

  async function listTitles(actor: Actor, filter: Filter): Promise<SearchSuggestions['materials']> {
    const readers = mayManage(actor) ? 'everything' : rolesHeldBy(actor);
    const lists = await Promise.all(
      materialKinds.map((kind) =>
        database.materials.list(
          kind,
          {
            ...emptyQuery,
            filters: [filter],
            orders: [{ attribute: '$sequence', direction: 'desc' }],
            limit: maxMaterials,
            wantsTotal: false,
          },
          readers,
        ),
      ),
    );
    return lists
      .flatMap(({ materials }) => materials)
      .sort((one, other) => other.sequence - one.sequence)
      .slice(0, maxMaterials)
      .sort((one, other) => compareNaturally(one.title, other.title))
      .map(({ id, kind, title, subject, year, yearBs }) => ({ id, kind, title, subject, year, yearBs }));
  }

  return async (actor, sent) => {
    const q = sent.slice(0, maxLength);
    const typed = splitWords(q).map(({ exact }) => exact);
    if (typed.length === 0) return { subjects: [], materials: [] };
    entries ??= listEntries(catalogue);
    return { subjects: findSubjects(entries, typed), materials: await findMaterials(actor, q) };
  };
}

function findSubjects(entries: readonly Entry[], typed: readonly string[]): SearchSuggestions['subjects'] {
  const joined = typed.join('');
  const found = entries
    .map((entry, index) => ({ entry, index, value: valueOf(entry, typed, joined) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || one.index - other.index);
  return mergeNames(found.map(({ entry }) => entry)).slice(0, maxSubjects);
}

/** Merges subjects with the same name in several programmes into one entry. */
function mergeNames(found: readonly Entry[]): SearchSuggestions['subjects'] {
  const merged: SearchSuggestions['subjects'] = [];
  const byName = new Map<string, SearchSuggestions['subjects'][number]>();
  for (const { names, codes: _codes, initials: _initials, ...subject } of found) {
    const name = names[0]?.join(' ') ?? subject.subject;
    const known = byName.get(name);
    if (known && known.facultyId !== subject.facultyId) {
      known.alsoIn = [...new Set([...(known.alsoIn ?? []), subject.facultyName])];
      continue;
    }
    merged.push(subject);
    if (!known) byName.set(name, subject);
  }
  return merged;
}

/** Returns how well a subject fits: 0 not at all. */
function valueOf({ names, codes, initials }: Entry, typed: readonly string[], joined: string): number {
  if (codes.includes(joined)) return 6;
  if (initials.includes(joined)) return 5;
  const value = Math.max(...names.map((words) => valueOfName(words, typed)));
  if (value > 0) return value;
  return joined.length > 1 && codes.some((code) => code.startsWith(joined)) ? 0.5 : 0;
}

function valueOfName(words: readonly string[], typed: readonly string[]): number {
  const begins = (from: number) => typed.every((word, index) => beginsWith(words[from + index] ?? '', word));
  if (begins(0)) return 4;
  if (words.some((_, from) => begins(from))) return 3;
  if (typed.every((word) => words.some((each) => beginsWith(each, word)))) return 2;
  return typed.every((word) => words.some((each) => beginsWith(each, word) || isMisspelt(each, word))) ? 1 : 0;
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

/** True if a word begins with the typed text except for a slip or two, and with the same letter. */
function isMisspelt(word: string, typed: string): boolean {
  if (typed.length < minMisspeltLength || word[0] !== typed[0] || /\d/.test(typed)) return false;
  const most = typed.length < minTwoSlipsLength ? 1 : 2;
  for (let length = typed.length - most; length <= typed.length + most; length += 1)
    if (length <= word.length && editDistance(word.slice(0, length), typed, most) <= most) return true;
  return false;
}

function listEntries({ faculties }: Catalogue): Entry[] {
  return faculties.flatMap((faculty) =>
    faculty.terms.flatMap((term) =>
      term.subjects.map(({ name, code, slug, formerly = [] }) => {
        const all = [name, ...formerly.map((former) => former.name)];
        const names = all.map((each) => splitWords(each).map(({ exact }) => exact));
        return {
          facultyId: faculty.id,
          facultyName: faculty.name,
          semesterId: term.id,
          termName: term.name,
          subject: name,
          code,
          slug,
          names,
          codes: code
            ? [
                splitWords(code)
                  .map(({ exact }) => exact)
                  .join(''),
              ]
            : [],
          initials: names.flatMap(initialsOf),
        };
      }),
    ),
  );
}

/** Returns `dsa` and `ds` for Data Structures and Algorithms: with and without common words. */
function initialsOf(words: readonly string[]): string[] {
  const of = (chosen: readonly string[]) => chosen.map((word) => word.slice(0, 1)).join('');
  const found = new Set([of(words), of(words.filter((word) => !isStopWord(word)))]);
  return [...found].filter((initials) => initials.length > 1);
}
