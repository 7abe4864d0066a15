import type { DatabaseSync } from 'node:sqlite';
import { naturalKey } from '#domain/text/natural-order.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { foldCase, indexedWords } from '#server/engines/database/sql/search-words.ts';

/** Defines SQL functions for migrations that convert text as our own code does. */
export function addTextFunctions(database: DatabaseSync): void {
  const functions = {
    plain_line: plainLine,
    fold_case: foldCase,
    indexed_words: indexedWords,
    natural_key: naturalKey,
  };
  for (const [name, make] of Object.entries(functions))
    database.function(name, { deterministic: true }, (text) => make(String(text)));
}
