import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { checkLibrary } from '#server/upkeep/library-check/check-library.ts';
import { openSmallLibrary } from '#test/support/small-library.ts';

/** Runs the command on a file with this content. */
async function check(content: unknown, dataDir: string): Promise<{ code: number; lines: string[]; file: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-catalogue-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'own.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const command = promisify(execFile)(process.execPath, ['scripts/check-catalogue.ts', file], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  const { code, stdout, stderr } = await command.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, lines: (stdout + stderr).trimEnd().split('\n'), file };
}

const catalogueOf = (...subjects: object[]) => ({
  faculties: [
    {
      id: 'csit',
      name: 'CSIT',
      type: 'semester',
      duration: 8,
      structure: [{ id: '1', name: 'Semester 1', subjects }],
    },
  ],
});

test('check-catalogue prints every fault and ignored key of a file at once, and exits with 1', async () => {
  const wrong = await check(catalogueOf({ name: 'C', code: 1, formely: [] }, { name: 'C' }), '/nowhere');
  expect(wrong).toEqual({
    code: 1,
    file: wrong.file,
    lines: [
      'Note: faculty "csit", term "1", subject "C", "formely": is ignored. Known keys: name, code, formerly, aliases',
      'faculty "csit", term "1", subject "C", "code": must be text in quotation marks',
      'faculty "csit", term "1", subject "C", "name": is listed twice',
      `${wrong.file}: 2 faults. The server would not start.`,
    ],
  });
  const broken = await check('{', '/nowhere');
  expect([broken.code, broken.lines]).toEqual([
    1,
    [expect.stringContaining(`The catalogue could not be checked: ${broken.file}: is not JSON: `)],
  ]);
});

test('check-catalogue prints the content of a file, the materials that will move and those without a subject', async () => {
  await using library = await openSmallLibrary();
  const { database, dataDir } = library;
  for (const id of ['one', 'two', 'three']) await library.add(id, id);
  await database.materials.withdraw('three');
  const renamed = await check(catalogueOf({ name: 'Programming', formerly: ['C Programming'] }), dataDir);
  expect(renamed).toEqual({
    code: 0,
    file: renamed.file,
    lines: [
      `${renamed.file} is right: 1 faculty, 1 term, 1 subject, 1 former name.`,
      '3 materials of renamed subjects will be moved at the next start:',
      '  faculty "csit", term "1", subject "C Programming" → "Programming": 3 materials',
      'All other materials have a subject in this catalogue.',
    ],
  });
  const catalogue = parseCatalogue(catalogueOf({ name: 'Programming', formerly: ['C Programming'] }));
  expect((await checkLibrary({ dataDir, catalogue })).problems).toEqual([]);
  const dropped = await check(catalogueOf({ name: 'Programming' }), dataDir);
  expect([dropped.code, ...dropped.lines.slice(1)]).toEqual([
    0,
    expect.stringMatching(/^2 materials can’t be found by browsing.*"formerly"/),
    '  faculty "csit", term "1", subject "C Programming": 2 materials',
  ]);
  // Checking moves nothing.
  expect((await database.materials.find('one'))?.subject).toBe('C Programming');
});
