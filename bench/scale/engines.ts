import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { addFile } from '#server/database/database.suite.ts';
import { ids } from '#test/support/library.ts';
import { namedLists, type AskDatabase } from '#test/support/named-lists.ts';
import { fillMaterials } from '#test/support/postgres-fill.ts';
import { openDurablePostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { ratio } from '#bench/load.ts';
import { createWrites } from './writes.ts';
import { timeCalls, type Times } from '#bench/search/times.ts';

const materials = Number(process.env['BENCH_MATERIALS'] ?? 10_000);
const asked = 200;
const warming = 20;

/**
 * Every list of the port, and what services write, on SQLite and on PostgreSQL with the same rows: PostgreSQL is filled,
 * and `npm run move` copies it. Both write durably.
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
    await moveToSqlite(dataDir, made);
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

/** Null if it was refused, as lists are that would take too long; the reason is printed. */
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

async function moveToSqlite(dataDir: string, { url }: TestDatabase): Promise<void> {
  const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, DATABASE_URL: url };
  // It is closed for writing after the move, and is written to here.
  for (const words of [['--to-database', 'sqlite'], ['--reopen']]) {
    const options = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
    const child = spawn(process.execPath, ['scripts/move.ts', ...words], options);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`npm run move -- ${words.join(' ')} ended with ${code}`);
  }
}
