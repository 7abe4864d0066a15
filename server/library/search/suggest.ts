import { rolesHeldBy } from '#contract/permissions.ts';
import { contains, emptyQuery, type Filter } from '#contract/query.ts';
import type { SearchSuggestions } from '#contract/search.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import { materialKinds } from '#domain/material.ts';
import { splitWords } from '#domain/search/search-text.ts';
import { compareNaturally } from '#domain/text/natural-order.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { ReadFilterWords } from './filter-words.ts';
import { mergeSubjects, type SubjectFinder } from './subject-finder.ts';

export type Suggest = (actor: Actor, q: string) => Promise<SearchSuggestions>;

/** Maximum number of subjects: as many as a list below a search box shows without scrolling on a phone. */
const maxSubjects = 5;
const maxMaterials = 5;
/** Minimum length for parts of words: the index of titles has three characters together. */
const minPartLength = 3;
/** Maximum number of such parts; longer queries are seldom titles. */
const maxParts = 8;
/** Maximum length of the typed text, longer than any title; the rest is ignored. */
const maxLength = 255;

/**
 * Suggests subjects and titles while a query is typed. If no subject matches, words for a programme, term, year or kind
 * are left out, and narrow the subjects (`bca os 2079`). The newest materials whose title has the words are suggested; if
 * there are none, those whose title contains each word as a part (`web tech 2023`). They are ordered by title.
 */
export function createSuggest(parts: {
  subjects: SubjectFinder;
  readFilterWords: ReadFilterWords;
  database: Pick<Database, 'materials'>;
}): Suggest {
  const { subjects, readFilterWords, database } = parts;

  function findSubjects(q: string): SearchSuggestions['subjects'] {
    const whole = subjects.suggest(q);
    if (whole.length > 0) return mergeSubjects(whole).slice(0, maxSubjects);
    const { filters, rest } = readFilterWords(q);
    return mergeSubjects(subjects.suggest(rest, filters)).slice(0, maxSubjects);
  }

  async function findMaterials(actor: Actor, q: string): Promise<SearchSuggestions['materials']> {
    const byWords = await listTitles(actor, [{ method: 'search', attribute: 'title', values: [q] }]);
    if (byWords.length > 0) return byWords;
    const parts = q
      .split(/\s+/)
      .filter((word) => word.length >= minPartLength)
      .slice(0, maxParts);
    return parts.length > 0
      ? listTitles(
          actor,
          parts.map((part) => contains('title', part)),
        )
      : [];
  }

  async function listTitles(actor: Actor, filters: Filter[]): Promise<SearchSuggestions['materials']> {
    const readers = mayManage(actor) ? 'everything' : rolesHeldBy(actor);
    const lists = await Promise.all(
      materialKinds.map((kind) =>
        database.materials.list(
          kind,
          {
            ...emptyQuery,
            filters,
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
    if (splitWords(q).length === 0) return { subjects: [], materials: [] };
    return { subjects: findSubjects(q), materials: await findMaterials(actor, q) };
  };
}
