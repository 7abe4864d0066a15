import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Engine } from '#server/database/engine.ts';
import { foldCase, indexedWords, type SearchTerm } from '#server/database/search-words.ts';
import { chooseTrigrams } from '#server/database/title-trigrams.ts';

/**
 * Words of titles as PostgreSQL's text search stores and finds them. Text is split by our own code, because the server's
 * parser depends on its locale, and neither keeps C++ nor the signs of Devanagari.
 */
export const titleSearch: Pick<Engine, 'titleColumns' | 'titleMatches' | 'titleMayHold' | 'titleOrder'> = {
  titleColumns: (title) => ({ title_words: titleWords(title) }),
  titleOrder: sql`natural_key(title_folded)`,
  titleMatches,
  titleMayHold,
};

/** The most bytes of a word and the most positions that the type `tsvector` has room for, and a bit less. */
const maxWordLength = 500;
const maxPosition = 16_000;

/** In the syntax of the type `tsvector`: each word with its position. */
function titleWords(title: string): string {
  const words = indexedWords(title).match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
  return words
    .map(toLexeme)
    .slice(0, maxPosition)
    .flatMap((word, index) => (word === '' ? [] : `'${word}':${index + 1}`))
    .join(' ');
}

/**
 * All terms must match. The server takes a beginning of a word that it has no statistics of for one that a fiftieth of all
 * titles have, and would then look for the few that do by walking through the whole list in its order. Said twice, it counts
 * as so rare that the index of words is used; one that is frequent by the statistics stays frequent.
 */
function titleMatches(terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  const beginnings = toQuery(terms.filter(({ isPrefix }) => isPrefix));
  const all = sql<SqlBool>`title_words @@ cast(${toQuery(terms)} as tsquery)`;
  return beginnings === '' ? all : sql<SqlBool>`(${all} and title_words @@ cast(${beginnings} as tsquery))`;
}

/** In the syntax of the type `tsquery`: words that follow each other, or the beginning of a word. */
function toQuery(terms: readonly SearchTerm[]): string {
  return terms
    .flatMap(({ words, isPrefix }) => {
      const lexemes = words.map(toLexeme).filter((word) => word !== '');
      if (lexemes.length === 0) return [];
      return `(${lexemes.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' <-> ')})`;
    })
    .join(' & ');
}

/** Without case and accents, as the index of SQLite has it. Signs of other scripts that are no accents stay. */
function toLexeme(word: string): string {
  const bare = foldCase(word)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return [...bare].slice(0, maxWordLength).join('');
}

/** Every three code points in a row of a title are in the index. */
function titleMayHold(foldedText: string): RawBuilder<SqlBool> | null {
  // No title has one, and the server has no text with one.
  if (foldedText.includes('\0')) return null;
  const chosen = chooseTrigrams(foldedText);
  if (chosen.length === 0) return null;
  return sql<SqlBool>`title_trigrams @> array[${sql.join(chosen)}]::text[]`;
}
