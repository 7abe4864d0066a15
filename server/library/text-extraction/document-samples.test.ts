import { expect, test } from 'vitest';
import { makeBook } from '#test/support/documents.ts';
import { openTextShelf } from '#test/support/text-shelf.ts';
import { createDocumentSamples } from './document-samples.ts';
import type { ReadPages } from './file-reader.ts';

const pageOf = (page: number) => ({
  page,
  isBroken: false,
  text: `Header\nwhat page ${page} says`,
  fonts: [],
  imageShare: 0,
  pictured: null,
});

test('pages of the sample that fail are recorded at once, and read again only on request', async () => {
  await using shelf = await openTextShelf();
  const file = await shelf.store('book', makeBook('book', 4));
  const { sha256 } = file;
  const document = async () => {
    const found = await shelf.texts.find(sha256);
    if (!found) throw new Error('it was begun');
    return found;
  };
  await shelf.texts.begin({ sha256, pageCount: 4, recipe: 1 });
  const asked: number[][] = [];
  const failures = {
    fail: (digest: string, { page, reason }: { page: number; reason: string }) =>
      shelf.texts.fail(digest, page, { reason, tries: 2 }),
  };
  const open = () =>
    createDocumentSamples({
      texts: shelf.texts,
      failures,
      reader: {
        async readPages(_, pages): Promise<ReadPages> {
          asked.push([...pages]);
          // Like the reader when a page hangs: the pages after it are left for the next call.
          const hanging = pages.indexOf(3);
          if (hanging === -1) return { read: pages.map(pageOf), failed: [] };
          return {
            read: pages.slice(0, hanging).map(pageOf),
            failed: [{ page: 3, reason: 'took too long', isCostly: true }],
          };
        },
      },
    });
  const sample = await open()(await document(), file);
  expect(asked).toEqual([[1, 2, 3, 4], [4]]);
  expect([...sample.read.keys()]).toEqual([1, 2, 4]);
  expect([...sample.repeatedLines]).toEqual(['header', 'what page # says']);
  expect(await shelf.texts.listFailedPages(sha256, 9)).toEqual([{ page: 3, reason: 'took too long', tries: 2 }]);
  // After a stop.
  await open()(await document(), file);
  expect(asked.at(-1)).toEqual([1, 2, 4]);
  await shelf.texts.retry(sha256);
  await open()(await document(), file);
  expect(asked.slice(-2)).toEqual([[1, 2, 3, 4], [4]]);
});
