import { expect, test } from 'vitest';
import { startUnpackThread } from '#scripts/import/start-unpack-thread.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { gatherFiles } from './gather-files.ts';
import { intakeLimits, whatOf, type Found } from './intake-file.ts';

const limits = { ...intakeLimits, files: 3, fileBytes: 1000 };
const bytes = Buffer.from('%PDF-1.4');

async function gather(names: readonly string[]): Promise<{ found: string[]; opened: string[] }> {
  const opened: string[] = [];
  const inner = [1, 2].map((number) => ({ name: `inner ${number}.pdf`, bytes }));
  const chosen = names.map((path) => ({
    path,
    sizeBytes: 500,
    async open() {
      opened.push(path);
      return new Blob([path.endsWith('.zip') ? makeZip(inner) : bytes]);
    },
  }));
  const found: Found[] = [];
  for await (const each of gatherFiles(chosen, limits, startUnpackThread)) found.push(each);
  const describe = (each: Found) =>
    'notTaken' in each ? each.notTaken.reason : 'picture' in each ? `page ${each.picture.path}` : whatOf(each).path;
  return { found: found.map(describe), opened };
}

test('if there are more files than can be staged, in folders or archives, reading stops with an error', async () => {
  const left = 'There are more than 3 files. The rest is left out. Choose the folder again once these are published.';
  expect(await gather(['1.pdf', '2.pdf', '3.pdf'])).toEqual({ found: ['1.pdf', '2.pdf', '3.pdf'], opened: [] });
  expect(await gather(['1.pdf', '2.pdf', '3.pdf', '4.pdf', 'more.zip'])).toEqual({
    found: ['1.pdf', '2.pdf', '3.pdf', left],
    opened: [],
  });
  const { found, opened } = await gather(['1.pdf', 'a.zip', 'b.zip', 'c.zip']);
  expect(found).toEqual(['1.pdf', 'a.zip/inner 1.pdf', 'a.zip/inner 2.pdf', left]);
  expect(opened).toEqual(['a.zip', 'b.zip']);
});

test('pictures in formats that can become pages are listed separately, in folders and archives, and others are refused', async () => {
  const { found } = await gather(['a/IMG 1.JPG', 'a/b.heic', 'a/c.gif', 'a/scan.jfif']);
  expect(found).toEqual([
    'page a/IMG 1.JPG',
    'page a/b.heic',
    'This kind of picture isn’t accepted. Save it as a JPEG or PNG first.',
    'page a/scan.jfif',
  ]);
});
