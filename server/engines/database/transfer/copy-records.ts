import { hasSequence, movedTables, type MovedTable } from './moved-tables.ts';
import { createRowDigest, digestRows, type TableFacts } from './row-digest.ts';
import type { RecordsTransfer, Row } from './transfer.ts';

/** Thrown if records were not copied; the message is one line that says what to do. */
export class TransferProblem extends Error {}

type Copying = { from: RecordsTransfer; to: RecordsTransfer; signal: AbortSignal };

/**
 * Replaces the records of `to` with those of `from`, table by table, each completely or not at all. At the end, reads
 * every table back and compares its number of rows and their digest. `from` must not change meanwhile, unless this runs
 * in `inSnapshot`. Throws TransferProblem if a table differs.
 */
export async function copyRecords(copying: Copying): Promise<void> {
  const { from, to, signal } = copying;
  const copied: { table: MovedTable; columns: string[]; facts: TableFacts }[] = [];
  for (const table of movedTables) {
    signal.throwIfAborted();
    const columns = await findColumns(table, copying);
    copied.push({ table, columns, facts: await copyTable(table, columns, copying) });
  }
  for (const table of movedTables.filter(hasSequence)) await to.setLastSequence(table, await from.lastSequence(table));
  await to.setMadeAt(await from.madeAt());
  await to.complete();
  for (const { table, columns, facts } of copied) {
    signal.throwIfAborted();
    const found = await digestRows(table, columns, to.rows(table, columns));
    if (found.digest !== facts.digest || found.rows !== facts.rows)
      throw new TransferProblem(
        `the table ${table.name} arrived with ${found.rows} rows that are not the ${facts.rows} it was copied from; run the same command again`,
      );
  }
}

async function copyTable(
  table: MovedTable,
  columns: readonly string[],
  { from, to, signal }: Copying,
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

/** Returns the columns of a table. Throws if they are not the same on both sides, because the releases then differ. */
async function findColumns(table: MovedTable, { from, to }: Copying): Promise<string[]> {
  const [columns, others] = await Promise.all([from.columns(table), to.columns(table)]);
  if (columns.join() === others.join()) return columns;
  throw new TransferProblem(
    `the table ${table.name} has different columns at the new location; use the same release of this program for both`,
  );
}
