import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { openIndexShelf, readWholeIndex } from '#test/support/index-shelf.ts';
import { casesOf } from '#test/support/sweeps.ts';

const program = fileURLToPath(new URL('../../../test/support/index-until-killed.ts', import.meta.url));
let root = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'examshelf-killed-'));
  await fill(path.join(root, 'library'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Creates three materials with texts; nothing is indexed. */
async function fill(folder: string): Promise<void> {
  const { database, texts, close } = await openIndexShelf(folder);
  for (const number of [1, 2, 3]) {
    const sha256 = String(number).repeat(64);
    await addFile(database, `f${number}`, { sha256 });
    await database.materials.insert(newMaterial(`a${number}`, { fileId: `f${number}` }));
    await texts.begin({ sha256, pageCount: 40, recipe: 1 });
    const pages = Array.from({ length: 40 }, (_, at) => ({
      page: at + 1,
      source: 'text' as const,
      text: `A header\n${letters(at)} says ${letters(at % 7)} and ${letters(number)}.`,
      confidence: null,
      lines: null,
    }));
    await texts.store(sha256, pages);
  }
  await close();
}

const letters = (number: number) => `word${String.fromCodePoint(97 + (number % 26)).repeat(1 + (number % 5))}`;

/** Copies the library, and works on its index until that number of changes; 0 means to the end. Returns the folder. */
async function work(name: string, changes: number, how: 'reconcile' | 'rebuild', from = 'library'): Promise<string> {
  const folder = path.join(root, name);
  await cp(path.join(root, from), folder, { recursive: true });
  const ended = await promisify(execFile)(process.execPath, [program, folder, String(changes), how]).then(
    () => null,
    ({ signal }: { signal?: string }) => signal,
  );
  expect(ended).toBe(changes === 0 ? null : 'SIGKILL');
  return folder;
}

async function finish(folder: string): Promise<unknown> {
  const shelf = await openIndexShelf(folder);
  await shelf.keeper.reconcile();
  await shelf.keeper.idle();
  await shelf.close();
  return readWholeIndex(folder);
}

test('indexing or a rebuild that is killed at any moment ends with the same index as an undisturbed one', async () => {
  const whole = readWholeIndex(await work('whole', 0, 'reconcile'));
  expect(whole).toMatchObject({ totals: [[120, expect.any(Number)]] });
  for (const changes of casesOf('kills', [9, 4], (_, index) => index === 0)) {
    const killed = await work(`killed-${changes}`, changes, 'reconcile');
    expect([changes, await finish(killed)]).toEqual([changes, whole]);
  }
  for (const changes of casesOf('kills', [8, 16], (_, index) => index === 0)) {
    const killed = await work(`rebuild-${changes}`, changes, 'rebuild', 'whole');
    expect([changes, await finish(killed)]).toEqual([changes, whole]);
  }
});
