import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** First words of those parts of `create table` that are not columns. */
const rules = new Set(['primary', 'unique', 'foreign', 'check', 'constraint']);

/**
 * Returns the columns of all tables that the server makes, in any engine and any file, as `table.column`, from its own
 * statements. Includes those that a later migration removed.
 */
export function readDeclaredColumns(): Set<string> {
  const root = path.join(import.meta.dirname, '..', '..', 'server');
  const columns = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:sql|ts)$/.test(file) || /\.(?:test|suite)\.ts$/.test(file)) continue;
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/--.*$/gm, '');
    for (const { index, 0: head, 1: table } of text.matchAll(
      /create (?:virtual )?table (?:if not exists )?(\w+)(?: using \w+)? ?\(/g,
    ))
      for (const part of splitParts(text, index + head.length)) {
        const [, name = '', isOption] = /^\s*(\w+)(\s*=)?/.exec(part) ?? [];
        if (name !== '' && !isOption && !rules.has(name)) columns.add(`${table}.${name}`);
      }
    for (const [, table, name] of text.matchAll(/alter table (\w+) add column (\w+)/g)) columns.add(`${table}.${name}`);
  }
  return columns;
}

/** Returns the parts between commas, up to the parenthesis that closes the one before `start`. */
function splitParts(text: string, start: number): string[] {
  const parts: string[] = [];
  let from = start;
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth > 0 && (depth > 1 || text[at] !== ',')) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
    if (depth === 0) break;
  }
  return parts;
}
