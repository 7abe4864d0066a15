import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findXapianOmega, fromFts5, toDump } from './xapian-omega.ts';

const omega = await findXapianOmega();

test('xapian-omega is not found without its program for queries', async () => {
  expect(await findXapianOmega('/nonexistent/omega')).toBeNull();
});

test('a page of several lines is one record of the dump', () => {
  expect(toDump(7, 'three words here\n\ntwo more.')).toBe('page=7\ntext=three words here\n=\n=two more.\n\n');
});

test('single words lose their quotation marks, phrases have them, a prefix has its star', () => {
  expect(fromFts5('"heat" "flow"')).toBe('heat flow');
  expect(fromFts5('"heat flow"')).toBe('"heat flow"');
  expect(fromFts5('"heat"*')).toBe('heat*');
});

test.skipIf(omega === null)(
  'omega finds pages with all words in any form, phrases, prefixes and other spellings',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-xapian-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const texts = ['heat flows through\na metal plate.', 'the plate of heat', 'flow of water', 'a heater'];
    const index = await omega!.index(folder, texts);
    const find = async (query: string) => (await index.search(query)).hits.map(({ page }) => page).sort();
    expect(await find('heat')).toEqual([1, 2]);
    expect(await find('plates heat')).toEqual([1, 2]);
    expect(await find('flow')).toEqual([1, 3]);
    expect(await find('flow heat')).toEqual([1]);
    expect(await find('"metal plate"')).toEqual([1]);
    expect(await find('"plate metal"')).toEqual([]);
    expect(await find('"through a"')).toEqual([1]);
    expect(await find('heat*')).toEqual([1, 2, 4]);
    expect(await find('')).toEqual([]);
    expect(await index.search('watr', { spelling: true })).toMatchObject({ matches: 0, suggestion: 'water', hits: [] });
    expect(await index.search('water')).toMatchObject({
      matches: 1,
      suggestion: '',
      hits: [{ page: 3, excerpt: 'flow of <strong>water</strong>' }],
    });
    expect(index.sizeBytes).toBeGreaterThan(0);
  },
);

test.skipIf(omega === null)('failures during indexing or searching are errors', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-xapian-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'grown'), 'no database');
  // More than fits into the pipe, so that the indexer ends during the write.
  const texts = Array<string>(1000).fill('some text '.repeat(100));
  await expect(omega!.index(folder, texts)).rejects.toThrow(/^scriptindex ended with 1: .*grown/);
  await rm(path.join(folder, 'grown'));
  const index = await omega!.index(folder, ['some text']);
  await rm(path.join(folder, 'pages'), { recursive: true });
  await expect(index.search('text')).rejects.toThrow('omega answers "text" with');
});
