import { createHash } from 'node:crypto';
import type { MovedTable } from './moved-tables.ts';
import type { Row, Value } from './transfer.ts';

/** The content of a table: its number of rows, and a SHA-256 over all of them in the order of the key. */
export type TableFacts = { rows: number; digest: string };

/** Counts and digests rows one by one. Compares JSON by its content and not by its formatting. */
export function createRowDigest({ json = [] }: MovedTable, columns: readonly string[]) {
  const hash = createHash('sha256');
  const isJson = columns.map((column) => json.includes(column));
  const hasJson = isJson.includes(true);
  let rows = 0;
  const comparable = (row: Row) =>
    row.map((value, index) => (isJson[index] && value !== null ? sortKeys(JSON.parse(String(value))) : value));
  return {
    add(batch: readonly Row[]): void {
      for (const row of batch) hash.update(JSON.stringify(hasJson ? comparable(row) : row)).update('\n');
      rows += batch.length;
    },
    facts: (): TableFacts => ({ rows, digest: hash.digest('hex') }),
  };
}

/** Digests all rows. */
export async function digestRows(
  table: MovedTable,
  columns: readonly string[],
  batches: AsyncIterable<Row[]>,
): Promise<TableFacts> {
  const digest = createRowDigest(table, columns);
  for await (const batch of batches) digest.add(batch);
  return digest.facts();
}

type Json = Value | boolean | Json[] | { [name: string]: Json };

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortKeys(value[name] ?? null)]),
  );
}
