import { expect, test } from 'vitest';
import { makeZip } from '#test/support/make-zip.ts';
import { gatherFiles } from './gather-files.ts';
import type { Found } from './intake-file.ts';
import { intakeLimits } from './intake-limits.ts';

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
  for await (const each of gatherFiles(chosen, limits)) found.push(each);
  return { found: found.map((each) => ('file' in each ? each.file.path : each.notTaken.reason)), opened };
}

test('more files than can be staged, in folders or archives, end with a sentence, and the rest is not looked at', async () => {
  const left = 'There are more than 3 files. The rest is left out. Run it again once these are published.';
  expect(await gather(['1.pdf', '2.pdf', '3.pdf'])).toEqual({ found: ['1.pdf', '2.pdf', '3.pdf'], opened: [] });
  expect(await gather(['1.pdf', '2.pdf', '3.pdf', '4.pdf', 'more.zip'])).toEqual({
    found: ['1.pdf', '2.pdf', '3.pdf', left],
    opened: [],
  });
  const { found, opened } = await gather(['1.pdf', 'a.zip', 'b.zip', 'c.zip']);
  expect(found).toEqual(['1.pdf', 'a.zip/inner 1.pdf', 'a.zip/inner 2.pdf', left]);
  expect(opened).toEqual(['a.zip', 'b.zip']);
});
