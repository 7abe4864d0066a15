import type { DatabaseSync } from 'node:sqlite';
import { plainLine } from '#domain/plain-line.ts';
import { foldCase, indexedWords } from './search-words.ts';

/** Functions for migrations that convert text as our own code does: `plain_line`, `fold_case`, `indexed_words`. */
export function addTextFunctions(database: DatabaseSync): void {
  const functions = { plain_line: plainLine, fold_case: foldCase, indexed_words: indexedWords };
  for (const [name, make] of Object.entries(functions))
    database.function(name, { deterministic: true }, (text) => make(String(text)));
}
