import type { StemUse } from './index-vocabulary.ts';
import { pairOf, termOf } from './page-terms.ts';
import type { ResolvedClause } from './resolve-query.ts';

/** Maximum number of stem pairs for which two successive words are looked up as pairs. */
const maxPairs = 16;

/**
 * Returns the FTS5 expression for pages that have the clauses, on the page or in their titles. At least one clause must
 * be on the page itself, unless the row is that of the material. For successive words, excludes only pages that
 * certainly do not have them in this order. Null if a clause is on no page.
 */
export function writeMatch(clauses: readonly ResolvedClause[], excluded: readonly ResolvedClause[]): string | null {
  const parts: string[] = [];
  for (const clause of clauses) {
    const written = writeClause(clause);
    if (written === null) return null;
    parts.push(written);
  }
  if (parts.length === 0) return null;
  const wanted = clauses.every(isInTitles) ? onPageOrMaterial(clauses, parts) : joinTerms(parts, 'AND');
  const without = excluded.flatMap(({ terms }) =>
    terms.flatMap(({ words }) => (words.length === 1 ? (writeTerm(words) ?? []) : [])),
  );
  return without.length === 0 ? wanted : `(${wanted} NOT ${joinTerms(without, 'OR')})`;
}

/**
 * Selects, from the pages with all parts, the rows of materials and the pages that have at least one clause themselves.
 */
function onPageOrMaterial(clauses: readonly ResolvedClause[], parts: readonly string[]): string {
  const own = clauses.flatMap(onPage);
  // The same for a single clause, in half the time: a prefix matches many stems.
  if (parts.length === 1) return joinTerms([joinTerms([termOf.material, ...parts], 'AND'), ...own], 'OR');
  return joinTerms([...parts, joinTerms([termOf.material, ...own], 'OR')], 'AND');
}

/** Returns the expression for pages that have one of the terms of a clause; null if the clause is on no page. */
export function writeClause({ terms }: ResolvedClause): string | null {
  const written = terms.flatMap(({ words }) => writeTerm(words) ?? []);
  return written.length === 0 ? null : joinTerms(written, 'OR');
}

export function joinTerms(terms: readonly string[], by: 'AND' | 'OR'): string {
  return terms.length === 1 ? String(terms[0]) : `(${terms.join(` ${by} `)})`;
}

/** Returns those stems that are on some page or in some title. */
export const usedStems = (stems: readonly StemUse[]) => stems.filter(({ pages, materials }) => pages + materials > 0);

/** Returns the possible stem pairs of two successive words; null if there are too many. */
export function writePairs(first: readonly StemUse[], second: readonly StemUse[]): string | null {
  const [before, after] = [usedStems(first), usedStems(second)];
  if (before.length * after.length > maxPairs || before.length * after.length === 0) return null;
  const pairs = before.flatMap((one) => after.map((other) => termOf.pair(pairOf(one.stem, other.stem))));
  return joinTerms([...new Set(pairs)], 'OR');
}

function writeTerm(words: readonly StemUse[][]): string | null {
  const written: string[] = [];
  for (const [index, stems] of words.entries()) {
    const used = usedStems(stems);
    if (used.length === 0) return null;
    written.push(
      joinTerms(
        used.map(({ stem }) => termOf.word(stem)),
        'OR',
      ),
    );
    const pairs = writePairs(words[index - 1] ?? [], stems);
    if (pairs !== null) written.push(pairs);
  }
  return joinTerms(written, 'AND');
}

/** True if title, subject or the like alone may satisfy the clause. */
function isInTitles({ terms }: ResolvedClause): boolean {
  return terms.some(({ words }) => words.every((stems) => stems.some(({ materials }) => materials > 0)));
}

/** Returns expressions for the pages that have a term of the clause themselves. */
function onPage({ terms }: ResolvedClause): string[] {
  return terms.flatMap(({ words }) => {
    const written = words.map((stems) =>
      stems.flatMap(({ stem, pages, materials }) => {
        if (pages === 0) return [];
        return materials === 0 ? [termOf.word(stem)] : [`(${termOf.word(stem)} NOT ${termOf.titleOnly(stem)})`];
      }),
    );
    if (written.some((stems) => stems.length === 0)) return [];
    return [
      joinTerms(
        written.map((stems) => joinTerms(stems, 'OR')),
        'AND',
      ),
    ];
  });
}
