import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { checkLibrary } from './check-library.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
const root = path.join(import.meta.dirname, '..', '..', '..');

test('finds no problems in a healthy library, with its server running and without, and changes nothing', async () => {
  await using library = await makeLibrary();
  const before = await contents(library.dataDir);
  const stopped = await checkLibrary(library);
  expect(stopped).toMatchObject({ isServerRunning: false, files: 5, problems: [], notes: [] });
  expect(await contents(library.dataDir)).toEqual(before);
  await using server = await openTestServer({ dataDir: library.dataDir });
  const running = await checkLibrary(library);
  expect(running).toMatchObject({ isServerRunning: true, files: 5, bytes: stopped.bytes, problems: [], notes: [] });
  // And that server still has the lock.
  await expect(openTestServer({ dataDir: library.dataDir })).rejects.toThrow('in use by another');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('reports every problem by its name, and repair moves stray files aside and destroys nothing that may be needed', async () => {
  await using library = await makeLibrary();
  const { dataDir, file } = library;
  await rm(file('file-0'));
  const changed = await readFile(file('file-1'));
  changed[20] = 0xff;
  await writeFile(file('file-1'), changed);
  await writeFile(file('file-2'), 'cut short');
  await mkdir(path.dirname(file('stray')), { recursive: true });
  await writeFile(file('stray'), 'stray');
  await mkdir(path.join(dataDir, 'files', 'parts', 'lost'), { recursive: true });
  await writeFile(path.join(dataDir, 'files', 'parts', 'lost', '0'), 'part');
  await writeFile(path.join(dataDir, 'files', 'temp', 'file-3.killed'), 'half');
  await mkdir(path.join(dataDir, 'pictures', 'gone'), { recursive: true });
  await writeFile(path.join(dataDir, 'files', 'notes.txt'), 'of the operator');
  library.write("insert into removed_files values ('file-9', 'digest', 1)");
  library.write("pragma foreign_keys = off; update materials set file_id = 'nowhere' where id = 'file-3'");

  const report = await checkLibrary(library);
  expect(report.problems.map(({ kind, what }) => [kind, what.split(' (')[0]])).toEqual([
    ['database damaged', 'a row of materials names a missing row of files'],
    ['material without its file', 'material file-3 names nowhere'],
    ['bytes missing', 'file-0'],
    ['bytes changed', 'file-1'],
    ['bytes changed', 'file-2'],
    ['bytes without a record', 'stray'],
    ['parts without a record', 'lost'],
  ]);
  expect(report.notes).toEqual([
    { kind: 'not a file of the library', what: 'notes.txt' },
    { kind: 'half-made file', what: path.join('temp', 'file-3.killed') },
    { kind: 'removed file whose bytes are still there', what: 'file-9' },
    { kind: 'pictures or copies of no file', what: path.join('pictures', 'gone') },
  ]);

  const repaired = await run(dataDir, '--repair');
  expect(repaired.code).toBe(1);
  expect(repaired.output).toContain('0 files moved back, 2 without a record moved aside');
  expect(repaired.output).toMatch(/bytes missing: 1\n {2}file-0 /);
  const after = await checkLibrary(library);
  expect(after.problems).toEqual(report.problems.slice(0, 5));
  expect(after.notes.map(({ kind }) => kind)).toEqual(['not a file of the library', 'set aside', 'set aside']);
  expect(await readFile(file('file-1'))).toEqual(changed);
});

test.skipIf(isOnlyInSweep('operation'))(
  'brings back bytes that were moved aside with a repair, which is refused while a server runs',
  async () => {
    await using library = await makeLibrary();
    const removed = library.write("delete from materials where id = 'file-0'; delete from files where id = 'file-0'");
    library.write('delete from removed_files');
    expect((await run(library.dataDir)).code).toBe(1);
    expect((await run(library.dataDir, '--repair')).code).toBe(0);
    expect(await stat(library.file('file-0')).catch(() => null)).toBeNull();
    removed.undo();
    expect((await run(library.dataDir)).output).toContain('bytes missing: 1');
    await using server = await openTestServer({ dataDir: library.dataDir });
    const refused = await run(library.dataDir, '--repair');
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('in use by another Examshelf server')]);
    await server.close();
    expect(await run(library.dataDir, '--repair')).toMatchObject({ code: 0 });
    expect((await checkLibrary(library)).notes).toEqual([]);
  },
);

test('reports a folder without a library, or unknown arguments, in one line', async () => {
  await using library = await makeLibrary(0);
  const nowhere = await run(path.join(library.dataDir, 'nowhere'));
  expect([nowhere.code, nowhere.output]).toEqual([
    1,
    expect.stringMatching(/^The library could not [^\n]*there is no folder [^\n]*\n$/),
  ]);
  const misspelt = await run(library.dataDir, '--fix');
  expect([misspelt.code, misspelt.output]).toEqual([
    1,
    expect.stringMatching(/^The library [^\n]*"--fix" is an unknown option[^\n]*\n$/),
  ]);
});

test('restores the lost record of a file that a material uses from its bytes, which no cleanup deletes', async () => {
  await using library = await makeLibrary(2);
  const { dataDir, file } = library;
  library.write(`update materials set permissions = '["read(\\"users\\")"]', is_public = 0 where id = 'file-0'`);
  const before = await readFile(file('file-0'));
  // The trigger notes that the file was removed on purpose.
  library.write("pragma foreign_keys = off; delete from files where id = 'file-0'");
  {
    await using server = await openTestServer({ dataDir });
    await server.cleanUp();
  }
  expect(await readFile(file('file-0'))).toEqual(before);
  expect((await checkLibrary(library)).problems.map(({ kind }) => kind)).toContain('material without its file');

  const repaired = await run(dataDir, '--repair');
  expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining('Repaired: 1 lost records') });
  expect(await readFile(file('file-0'))).toEqual(before);
  const [row] = library.read("select * from files where id = 'file-0'");
  expect(row).toMatchObject({
    name: 'file-0.pdf',
    mime_type: 'application/pdf',
    size_bytes: before.length,
    sha256: createHash('sha256').update(before).digest('hex'),
    page_count: 1,
    permissions: JSON.stringify(['read("users")']),
    uses: 1,
    is_finished: 1,
  });
  expect(library.read('select * from removed_files union all select *, 0 from used_file_ids')).toEqual([]);
  await using server = await openTestServer({ dataDir });
  await server.cleanUp();
  const librarian = await openLibrarian(server.url);
  const download = await librarian.send('GET', api.fileDownload(ids, 'file-0'));
  expect(Buffer.from(await download.arrayBuffer())).toEqual(before);
});

test('starts a library that lost the records of all files, and a repair restores the records', async () => {
  await using library = await makeLibrary(2);
  library.write('pragma foreign_keys = off; delete from files; delete from removed_files; delete from used_file_ids');
  expect(await run(library.dataDir, '--repair')).toMatchObject({ code: 0 });
  expect((await checkLibrary(library)).files).toBe(2);
});

test.skipIf(isOnlyInSweep('operation'))(
  'restores lost records and lost or changed bytes from a backup, if they match their digests',
  async () => {
    await using library = await makeLibrary(4);
    const { dataDir, file } = library;
    const before = await Promise.all([0, 1, 2, 3].map((index) => readFile(file(`file-${index}`))));
    const backup = path.join(dataDir, '..', `${path.basename(dataDir)}-backup`);
    await using _ = { [Symbol.asyncDispose]: () => rm(backup, { recursive: true, force: true }) };
    await execute('scripts/backup.ts', dataDir, backup);
    library.write("update files set folder = 'kept' where id = 'file-0'");
    await execute('scripts/backup.ts', dataDir, backup);

    library.write("pragma foreign_keys = off; delete from files where id = 'file-0'; delete from removed_files");
    await rm(file('file-0'));
    await writeFile(file('file-1'), 'damaged by a disk');
    for (const id of ['file-2', 'file-3']) await rm(file(id));
    const spoiled = createHash('sha256')
      .update(before[3] ?? '')
      .digest('hex');
    await writeFile(path.join(backup, 'files', spoiled.slice(0, 2), spoiled), 'damaged as well');

    const repaired = await run(dataDir, '--repair', '--from', backup);
    expect(repaired.output).toContain('Repaired: 1 lost records and the bytes of 3 files restored');
    expect(repaired).toMatchObject({ code: 1, output: expect.stringMatching(/bytes missing: 1\n {2}file-3 /) });
    for (const index of [0, 1, 2]) expect(await readFile(file(`file-${index}`))).toEqual(before[index]);
    expect(library.read("select folder, uses from files where id = 'file-0'")).toEqual([{ folder: 'kept', uses: 1 }]);
    const report = await checkLibrary(library);
    expect(report.problems.map(({ kind }) => kind)).toEqual(['bytes missing']);
    expect(report.notes).toEqual([{ kind: 'set aside', what: expect.stringContaining('file-1') }]);

    await using other = await makeLibrary(1);
    other.write("pragma foreign_keys = off; delete from files where id = 'file-0'");
    const refused = await run(other.dataDir, '--repair', '--from', backup);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is the backup of another library')]);
    expect(await readFile(other.file('file-0'))).toEqual(before[0]);
  },
);

test('names title, subject and page in findings, including impossible years and unknown subjects', async () => {
  await using library = await makeLibrary(3);
  const { dataDir } = library;
  await rm(library.file('file-0'));
  // The usual mistake: a Bikram Sambat year stored as an AD year.
  library.write(`update materials set year = 2081, title = 'Finals \u001b[2J' where id = 'file-1'`);
  library.write("update materials set faculty_id = 'bygone' where id = 'file-2'");
  const { output } = await run(dataDir);
  const page = (id: string) => `http://127.0.0.1:3000/material/${id}`;
  expect(output).toContain(`used by "file-0", "C Programming", ${page('file-0')})`);
  expect(output).toContain(`impossible year: 1\n  2081 ("Finals \\u001b[2J", "C Programming", ${page('file-1')})`);
  expect(output).toContain(
    `unknown place: 1\n  faculty bygone, term 1, subject "C Programming" ("file-2", "C Programming", ${page('file-2')})`,
  );
  expect(output).toContain('3 things are wrong.');
});

/** Creates a stopped library with this number of materials. */
async function makeLibrary(count = 5) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-check-'));
  {
    await using server = await openTestServer({ dataDir });
    const librarian = await openLibrarian(server.url);
    for (let index = 0; index < count; index++) {
      const id = `file-${index}`;
      await librarian.upload('paper.pdf', makePdf([[id]], { padBytes: 1000 }), id);
      await librarian.publish('paper', { ...place, title: id, fileId: id }, id);
    }
  }
  return {
    dataDir,
    file: (id: string) => path.join(dataDir, 'files', storedPath(id)),
    /** Writes into the database without the server. */
    write(statements: string) {
      const file = path.join(dataDir, sqliteFileName);
      // After a clean close, the database is one file.
      const before = readFileSync(file);
      using database = new DatabaseSync(file);
      database.exec(statements);
      return { undo: () => writeFileSync(file, before) };
    },
    read(query: string): Record<string, unknown>[] {
      using database = new DatabaseSync(path.join(dataDir, sqliteFileName), { readOnly: true });
      return database
        .prepare(query)
        .all()
        .map((row) => ({ ...row }));
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

const run = (dataDir: string, ...words: string[]) => execute('scripts/check-library.ts', dataDir, ...words);

async function execute(script: string, dataDir: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const command = promisify(execFile)(process.execPath, [script, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

async function contents(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();
}
