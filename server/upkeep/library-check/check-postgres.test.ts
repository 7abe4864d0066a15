import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leadLease } from '#server/engines/database/sql/leases.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { toUrl, openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { checkLibrary, graceMs } from './check-library.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
const root = path.join(import.meta.dirname, '..', '..', '..');
const missing = whyNoPostgres();

let database: TestDatabase;
let dataDir: string;
const check = () => checkLibrary({ dataDir, database: database.address });
const run = (statement: string) => runOn(database.address, statement);
const file = (id: string) => path.join(dataDir, 'files', storedPath(id));

describe.skipIf(missing)('a library with its records in PostgreSQL', () => {
  beforeAll(async () => {
    if (missing) return;
    database = await (await openPostgresServer()).make();
    dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-check-'));
  });
  afterAll(async () => {
    if (missing) return;
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  describeCheck();
  describeBesideServers();
  describeLimits();
});

function describeCheck(): void {
  test('finds no problems, with its server running and without, and refuses a repair while a server runs on any machine', async () => {
    {
      await using server = await openTestServer({ dataDir, database });
      const librarian = await openLibrarian(server.url);
      for (const id of ['one', 'two', 'three', 'four']) {
        await librarian.upload('paper.pdf', makePdf([[id]], { padBytes: 1000 }), id);
        await librarian.publish('paper', { ...place, title: id, fileId: id }, id);
      }
      expect(await check()).toMatchObject({ isServerRunning: true, files: 4, problems: [], notes: [] });
    }
    expect(await check()).toMatchObject({ isServerRunning: false, files: 4, problems: [], notes: [], counts: {} });
    expect(await command()).toMatchObject({ code: 0, output: expect.stringMatching(/^PostgreSQL .*: 4 files/) });

    await lendLead(60_000);
    const refused = await command('--repair');
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringMatching(
        /^The library could not be checked: servers are using the database of DATABASE_URL; [^\n]*\n$/,
      ),
    ]);
    await run('delete from lease');
    expect(await command('--repair')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing is wrong.'),
    });
    // The lead was released.
    expect(await run('select * from lease')).toEqual([]);
  });

  test('names every problem, and repair moves stray files aside and removes nothing that has a record', async () => {
    await rename(file('one'), path.join(dataDir, 'kept'));
    await writeFile(file('two'), 'cut short');
    await mkdir(path.dirname(file('stray')), { recursive: true });
    await writeFile(file('stray'), 'stray');
    await mkdir(path.join(dataDir, 'files', 'parts', 'lost'), { recursive: true });
    await mkdir(path.join(dataDir, 'pictures', 'gone'), { recursive: true });
    await run("insert into removed_files values ('five', 'digest', 1)");
    await run("alter table materials disable trigger all; update materials set file_id = 'nowhere' where id = 'three'");
    await run("update harvest_records set is_deleted = 1 where material_id = 'four'");
    const { problems, notes } = await check();
    expect(problems.map(({ kind, what }) => [kind, what.split(' (')[0]])).toEqual([
      ['material without its file', 'material three names nowhere'],
      ['wrong record for harvesters', 'material four: save it again'],
      ['bytes missing', 'one'],
      ['bytes changed', 'two'],
      ['bytes without a record', 'stray'],
      ['parts without a record', 'lost'],
    ]);
    expect(notes).toEqual([
      { kind: 'removed file whose bytes are still there', what: 'five' },
      { kind: 'pictures or copies of no file', what: path.join('pictures', 'gone') },
    ]);
    expect(await command('--repair')).toMatchObject({
      code: 1,
      output: expect.stringContaining('2 without a record moved aside, 1 removed files deleted, '),
    });
    expect((await check()).notes.map(({ kind }) => kind)).toEqual(['set aside', 'set aside']);

    await run("update materials set file_id = 'three' where id = 'three'; alter table materials enable trigger all");
    await run("update harvest_records set is_deleted = 0 where material_id = 'four'");
    await rename(path.join(dataDir, 'kept'), file('one'));
    expect((await check()).problems).toMatchObject([{ kind: 'bytes changed' }]);
  });
}

function describeBesideServers(): void {
  test('ignores files that a running server works on, and reports no problem for recent bytes', async () => {
    await lendLead(600_000);
    for (const id of ['young', 'held', 'old']) {
      await mkdir(path.dirname(file(id)), { recursive: true });
      await writeFile(file(id), id);
    }
    const longAgo = new Date(Date.now() - 2 * graceMs);
    for (const id of ['old', 'held']) await utimes(file(id), longAgo, longAgo);
    await run("insert into file_holds values ('held', 'another', now() + interval '1 hour')");
    const report = await check();
    expect(report.isServerRunning).toBe(true);
    expect(report.problems.map(({ kind, what }) => [kind, what.split(' (')[0]])).toEqual([
      ['bytes changed', 'two'],
      ['bytes without a record', 'old'],
    ]);
    expect(report.notes.filter(({ kind }) => kind !== 'set aside')).toEqual([
      { kind: 'arrived just now, without a record yet', what: 'young' },
    ]);
    expect((await stat(file('old'))).size).toBe(3);
    await run('delete from lease; delete from file_holds');
    expect((await check()).problems.map(({ what }) => what.split(' (')[0]).sort()).toEqual([
      'held',
      'old',
      'two',
      'young',
    ]);
  });
}

function describeLimits(): void {
  test.skipIf(isOnlyInSweep('records'))(
    'compares more files than fit into a batch, and counts long lists right',
    async () => {
      await run(`insert into files
      (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, is_finished, owner_id, created_at, updated_at)
      select 'many-' || n, 'a', 'a', '', '', 1, 1, 1, 'owner', 1, 1 from generate_series(1, 2300) as n`);
      const { problems, counts, files } = await check();
      expect([files, counts]).toEqual([2304, { 'bytes missing': 2300 }]);
      expect(problems.filter(({ kind }) => kind === 'bytes missing')).toHaveLength(1000);
      expect((await command()).output).toContain('bytes missing: 2300');
      await run("delete from files where id like 'many-%'; delete from removed_files");
    },
  );

  test.skipIf(isOnlyInSweep('engines'))(
    'reports an unavailable server, or one lost during the check, in one line',
    async () => {
      const { host, port } = database.address;
      await using line = await openUnreliableLine(`http://${host}:${port}`);
      const through = toUrl({ ...database.address, host: '127.0.0.1', port: Number(new URL(line.url).port) });
      line.watch = (sent) => sent.includes('is_finished = 1 and id >');
      const lost = await command({ DATABASE_URL: through });
      expect([lost.code, lost.output]).toEqual([
        1,
        expect.stringMatching(
          /^The library could not be checked: database \(postgres\): [^\n]*a check changes nothing[^\n]*\n$/,
        ),
      ]);
      line.enter('refuse');
      const away = await command({ DATABASE_URL: through });
      expect([away.code, away.output]).toEqual([
        1,
        expect.stringMatching(
          /^The library could not be checked: setting DATABASE_URL: [^\n]*cannot be reached[^\n]*\n$/,
        ),
      ]);
      await using records = await openTransfer({ dataDir, address: database.address, isNew: false });
      expect(await records.findSetting('closed')).toBeNull();
      expect((await readFile(file('one'))).length).toBeGreaterThan(1000);
    },
  );
}

/** Simulates a leader on another machine. */
const lendLead = (forMs: number) =>
  run(`insert into lease values ('${leadLease}', 'another', extract(epoch from clock_timestamp()) * 1000 + ${forMs})`);

async function command(...given: (string | Record<string, string>)[]): Promise<{ code: number; output: string }> {
  const words = given.filter((each) => typeof each === 'string');
  const settings = given.filter((each) => typeof each !== 'string');
  const env = Object.assign({ PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url }, ...settings);
  return promisify(execFile)(process.execPath, ['scripts/check-library.ts', ...words], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}
