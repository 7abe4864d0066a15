import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { foldCase, indexedWords, type SearchTerm } from '#server/engines/database/sql/search-words.ts';
import { chooseTrigrams } from '#server/engines/database/records/materials/title-trigrams.ts';

/**
 * Stores and finds words of titles with PostgreSQL's text search. Text is split by our own code, because the server's
 * parser depends on its locale, and drops both C++ and the signs of Devanagari.
 */
export const titleSearch: Pick<Engine, 'titleColumns' | 'titleMatches' | 'titleMayHold' | 'titleOrder'> = {
  titleColumns: (title) => ({ title_words: titleWords(title) }),
  titleOrder: sql`natural_key(title_folded)`,
  titleMatches,
  titleMayHold,
};

/** The limits of the type `tsvector` for bytes of a word and for positions, with a small margin. */
const maxWordLength = 500;
const maxPosition = 16_000;

/** Returns the title in the syntax of the type `tsvector`: each word with its position. */
function titleWords(title: string): string {
  const words = indexedWords(title).match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
  return words
    .map(toLexeme)
    .slice(0, maxPosition)
    .flatMap((word, index) => (word === '' ? [] : `'${word}':${index + 1}`))
    .join(' ');
}

/**
 * Matches titles with all terms. Without statistics for a word prefix, the server assumes that a fiftieth of all titles
 * have it, and would walk through the whole list in order to find the few that do. Stating the prefix twice makes the
 * estimate so low that the server uses the index of words; for a prefix that is frequent by the statistics, the
 * estimate stays high.
 */
function titleMatches(terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  const beginnings = toQuery(terms.filter(({ isPrefix }) => isPrefix));
  const all = sql<SqlBool>`title_words @@ cast(${toQuery(terms)} as tsquery)`;
  return beginnings === '' ? all : sql<SqlBool>`(${all} and title_words @@ cast(${beginnings} as tsquery))`;
}

/** Returns the term in the syntax of the type `tsquery`: consecutive words, or a word prefix. */
function toQuery(terms: readonly SearchTerm[]): string {
  return terms
    .flatMap(({ words, isPrefix }) => {
      const lexemes = words.map(toLexeme).filter((word) => word !== '');
      if (lexemes.length === 0) return [];
      return `(${lexemes.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' <-> ')})`;
    })
    .join(' & ');
}

/** Removes case and accents, as SQLite's index does. Preserves marks of other scripts that are not accents. */
function toLexeme(word: string): string {
  const bare = foldCase(word)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return [...bare].slice(0, maxWordLength).join('');
}

/** The index has every three consecutive code points of a title. */
function titleMayHold(foldedText: string): RawBuilder<SqlBool> | null {
  // No title contains NUL, and the server can't store it.
  if (foldedText.includes('\0')) return null;
  const chosen = chooseTrigrams(foldedText);
  if (chosen.length === 0) return null;
  return sql<SqlBool>`title_trigrams @> array[${sql.join(chosen)}]::text[]`;
}
