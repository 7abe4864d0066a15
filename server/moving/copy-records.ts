import { hasSequence, movedTables, type MovedTable } from '#server/database/transfer/moved-tables.ts';
import { createRowDigest, digestRows, type TableFacts } from '#server/database/transfer/row-digest.ts';
import type { RecordsTransfer, Row } from '#server/database/transfer/transfer.ts';
import { MoveProblem } from './place.ts';

export type TableReport = { name: string; rows: number; digest: string; isCopied: boolean };

/**
 * Makes the records of `to` those of `from`, table by table, each whole or not at all; a table that has the same rows
 * already is left alone. In the end every table is read back and compared by its number of rows and their digest. `from`
 * must not change meanwhile, or `inSnapshot` must hold. Throws MoveProblem if a table differs.
 */
export async function copyRecords(parts: {
  from: RecordsTransfer;
  to: RecordsTransfer;
  see: (table: TableReport) => void;
  signal: AbortSignal;
}): Promise<TableReport[]> {
  const { from, to, see, signal } = parts;
  const reports: TableReport[] = [];
  for (const table of movedTables) {
    signal.throwIfAborted();
    const columns = await findColumns(table, from, to);
    const isCopied = !(await isSame(table, columns, { from, to }));
    const facts = isCopied
      ? await copyTable(table, columns, parts)
      : await digestRows(table, columns, from.rows(table, columns));
    const report = { name: table.name, ...facts, isCopied };
    reports.push(report);
    see(report);
  }
  for (const table of movedTables.filter(hasSequence)) await to.setLastSequence(table, await from.lastSequence(table));
  await to.setMadeAt(await from.madeAt());
  await to.complete();
  await compareRecords(reports, to, signal);
  return reports;
}

/** Reads every table back. Throws MoveProblem if one is not as it was reported. */
async function compareRecords(
  reports: readonly TableReport[],
  to: RecordsTransfer,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, table] of movedTables.entries()) {
    signal.throwIfAborted();
    const columns = await to.columns(table);
    const found = await digestRows(table, columns, to.rows(table, columns));
    const expected = reports[index];
    if (found.digest === expected?.digest && found.rows === expected.rows) continue;
    throw new MoveProblem(
      `the table ${table.name} arrived with ${found.rows} rows that are not the ${expected?.rows} of the old place; run the same command again, which copies it anew`,
    );
  }
}

async function isSame(
  table: MovedTable,
  columns: readonly string[],
  { from, to }: { from: RecordsTransfer; to: RecordsTransfer },
): Promise<boolean> {
  const count = await to.count(table);
  if (count !== (await from.count(table))) return false;
  if (count === 0) return true;
  const [one, other] = await Promise.all(
    [from, to].map((each) => digestRows(table, columns, each.rows(table, columns))),
  );
  return one?.digest === other?.digest;
}

async function copyTable(
  table: MovedTable,
  columns: readonly string[],
  { from, to, signal }: { from: RecordsTransfer; to: RecordsTransfer; signal: AbortSignal },
): Promise<TableFacts> {
  const digest = createRowDigest(table, columns);
  async function* pass(): AsyncGenerator<Row[]> {
    for await (const batch of from.rows(table, columns)) {
      signal.throwIfAborted();
      digest.add(batch);
      yield batch;
    }
  }
  await to.replace(table, columns, pass());
  return digest.facts();
}

/** The same on both sides, or the releases differ. */
async function findColumns(table: MovedTable, from: RecordsTransfer, to: RecordsTransfer): Promise<string[]> {
  const [columns, others] = await Promise.all([from.columns(table), to.columns(table)]);
  if (columns.join() === others.join()) return columns;
  throw new MoveProblem(
    `the table ${table.name} has other columns in the new place; use the same release of this program for both`,
  );
}
