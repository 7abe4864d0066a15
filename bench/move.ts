import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, openTransfer } from '#server/engines/open-database.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { movedTables } from '#server/engines/database/transfer/moved-tables.ts';
import { digestRows } from '#server/engines/database/transfer/row-digest.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids } from '#test/support/library.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { residentBytes } from './resident.ts';

/** Few and small files, so that the records dominate. */
const papers = Array.from({ length: 100 }, (_, index) => makePdf([[`Paper ${index}`]]));
const materials = Number(process.env['BENCH_MATERIALS'] ?? 100_000);

/**
 * Measures how long the records of a large library take to PostgreSQL and back by `npm run move`, for how long nothing
 * can be written, and the memory. Every table is digested at both new places.
 */
export async function measureMove(folder: string): Promise<string[]> {
  const dataDir = path.join(folder, 'move');
  await mkdir(path.join(dataDir, 'files'), { recursive: true });
  await fill(dataDir);
  const server = await openPostgresServer();
  await using database = await server.make({ isEmpty: true });
  const [middle, last] = [path.join(folder, 'middle'), path.join(folder, 'last')];
  const words = (to: string, ...more: string[]) => [`${to}-backups`, '--to-data-dir', to, ...more];
  const there = await run({ DATA_DIR: dataDir }, words(middle, '--to-database', database.url));
  // Settings that the first restoration changes, the second changes as well.
  const second = await digestAll(middle, database.address);
  const back = await run({ DATA_DIR: middle, DATABASE_URL: database.url }, words(last));
  const third = await digestAll(last, null);
  const isEqual = second === third;
  return [
    `${materials} materials of ${papers.length} files, and as many lines of the trail`,
    `to PostgreSQL: ${describe(there)}`,
    `and back to SQLite: ${describe(back)}`,
    `digests of all ${movedTables.length} tables at both new places: ${isEqual ? 'equal' : 'NOT EQUAL'}`,
  ];
}

type Run = { seconds: number; closed: string; peakBytes: number };

const describe = ({ seconds, closed, peakBytes }: Run) =>
  `${seconds.toFixed(1)} s, of which ${closed} s closed for writing; ${Math.round(peakBytes / 1_000_000)} MB at most`;

/** Runs the command like an operator. */
async function run(settings: Record<string, string>, words: string[]): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/move.ts', ...words], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  let peakBytes = 0;
  const sample = setInterval(() => {
    void residentBytes(child.pid ?? 0).then((bytes) => (peakBytes = Math.max(peakBytes, bytes ?? 0)));
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(sample);
  if (code !== 0) throw new Error(`the move ended with ${code}: ${output}`);
  const closed = /for ([\d.]+) s nothing could be written/.exec(output)?.[1] ?? '?';
  return { seconds: (performance.now() - began) / 1000, closed, peakBytes };
}

async function digestAll(dataDir: string, address: PostgresAddress | null): Promise<string> {
  await using records = await openTransfer({ dataDir, address, isNew: false });
  const digests: string[] = [];
  for (const table of movedTables) {
    const columns = await records.columns(table);
    digests.push((await digestRows(table, columns, records.rows(table, columns))).digest);
  }
  return digests.join();
}

async function fill(dataDir: string): Promise<void> {
  for (const [index, bytes] of papers.entries()) {
    const stored = path.join(dataDir, 'files', storedPath(`file-${index}`));
    await mkdir(path.dirname(stored), { recursive: true });
    await writeFile(stored, bytes);
  }
  const shared = { dataDir, address: null, publicUrl: 'http://127.0.0.1', ids };
  const database = await openDatabase(shared);
  {
    using direct = new DatabaseSync(path.join(dataDir, sqliteFileName));
    const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${materials})`;
    direct.exec(`
      begin;
      insert into files (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, is_finished, sha256, owner_id, created_at, updated_at)
        values ${papers.map((bytes, index) => `('file-${index}', 'Paper ${index}.pdf', 'paper ${index}.pdf', '', '', ${bytes.length}, 1, 1, '${digest(bytes)}', 'admin', 1790000000000, 1790000000000)`).join(', ')};
      insert into trail (at, is_deed, action, user_id, user_name, subject_id, title, network, last_at)
        ${numbers} select 1790000000000 + i, 1, 'published', 'admin', 'Administrator', 'bench-' || i, 'Question paper number ' || i, '192.0.2.0/24', 0 from n;
      commit`);
  }
  for (let start = 0; start < materials; start += 5000)
    await database.transaction(async (records) => {
      for (let index = start; index < Math.min(start + 5000, materials); index += 1)
        await records.materials.insert({
          id: `bench-${index + 1}`,
          kind: 'paper',
          title: `Question paper number ${index} of the final examination`,
          subject: `Subject ${index % 997}`,
          facultyId: 'bca',
          semesterId: String(1 + (index % 8)),
          year: 2017 + (index % 10),
          fileId: `file-${index % papers.length}`,
          coverFileId: null,
          isSample: false,
        });
    });
  await database.close();
}
