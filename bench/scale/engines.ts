import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/engines/database/database.ts';
import { openDatabase, openTransfer } from '#server/engines/open-database.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { copyRecords } from '#server/engines/database/transfer/copy-records.ts';
import { addFile } from '#server/engines/database/database.suite.ts';
import { ids } from '#test/support/library.ts';
import { namedLists, type AskDatabase } from '#test/support/named-lists.ts';
import { fillMaterials } from '#test/support/postgres-fill.ts';
import { openDurablePostgresServer, runOn } from '#test/support/postgres-server.ts';
import { ratio } from '#bench/load.ts';
import { createWrites } from './writes.ts';
import { timeCalls, type Times } from '#bench/search/times.ts';

const materials = Number(process.env['BENCH_MATERIALS'] ?? 10_000);
const asked = 200;
const warming = 20;

/**
 * Measures every list of the port, and the writes of services, on SQLite and on PostgreSQL with the same rows:
 * PostgreSQL is filled, and its records are copied. Both write durably.
 */
export async function measureEngines(folder: string): Promise<string[]> {
  const dataDir = path.join(folder, 'engines');
  await mkdir(path.join(dataDir, 'files'), { recursive: true });
  await using made = await (await openDurablePostgresServer()).make();
  const shared = { dataDir, publicUrl: 'http://127.0.0.1', ids };
  const there = await openDatabase({ ...shared, address: made.address });
  try {
    for (let index = 0; index < 100; index += 1) await addFile(there, `file${index}`, { sha256: `digest${index}` });
    await runOn(made.address, fillMaterials(materials));
    await copyToSqlite(dataDir, made.address);
    const here = await openDatabase({ ...shared, address: null });
    try {
      await here.tidy();
      await there.tidy();
      return [
        `${materials} materials; milliseconds of ${asked} calls, one after the other`,
        line('', ['SQLite', 'PostgreSQL', 'median']),
        ...(await compareEach(namedLists, here, there)),
        ...(await compareEach(createWrites(), here, there)),
      ];
    } finally {
      await here.close();
    }
  } finally {
    await there.close();
  }
}

const line = (name: string, cells: string[]) =>
  `  ${name.padEnd(52)}${cells.map((cell) => cell.padStart(24)).join('')}`;

async function compareEach(asks: Record<string, AskDatabase>, here: Database, there: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    const [sqlite, postgres] = [await timeOn(here, ask), await timeOn(there, ask)];
    const medians = sqlite && postgres ? ratio(postgres.p50, sqlite.p50) : '';
    lines.push(line(name, [cell(sqlite), cell(postgres), medians]));
  }
  return lines;
}

/** Returns null if it was refused, like lists that would take too long; the reason is printed. */
async function timeOn(database: Database, ask: AskDatabase): Promise<Times | null> {
  const call = () => ask(database);
  try {
    await timeCalls(Array<typeof call>(warming).fill(call), 1);
    return await timeCalls(Array<typeof call>(asked).fill(call), 1);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return null;
  }
}

const cell = (times: Times | null) => (times ? `${times.p50.toFixed(2)}, p99 ${times.p99.toFixed(2)}` : 'refused');

async function copyToSqlite(dataDir: string, address: PostgresAddress): Promise<void> {
  await using from = await openTransfer({ dataDir, address, isNew: false });
  await using to = await openTransfer({ dataDir, address: null, isNew: true });
  const { signal } = new AbortController();
  await from.inSnapshot(() => copyRecords({ from, to, signal }));
}
