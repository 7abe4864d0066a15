import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { digestsOf } from '#test/support/digests-of.ts';
import { makeBook, makeBrokenPdf, makeHtmlPaper } from '#test/support/documents.ts';
import { makeHalfBrokenPdf, makeScanPdf } from '#test/support/picture-documents.ts';
import { openTextShelf } from '#test/support/text-shelf.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

type Shelf = Awaited<ReturnType<typeof openTextShelf>>;

async function fill(shelf: Shelf): Promise<void> {
  await shelf.store('book', makeBook('book', 130), { pageCount: 130 });
  await shelf.store('scan', makeScanPdf());
  await shelf.store('page', makeHtmlPaper('Compiler Design'), { mimeType: 'text/html' });
  await shelf.store('half', makeHalfBrokenPdf(), { pageCount: 3 });
  await shelf.store('broken', makeBrokenPdf());
}

/** Reads the whole content of the store, except the versions. */
async function contents({ texts }: Shelf) {
  const documents = [];
  for (const sha256 of await digestsOf(texts)) {
    const pages = [];
    for (let page = 1; page <= 130; page += 1) pages.push(await texts.readPage(sha256, page));
    documents.push({
      ...(await texts.find(sha256)),
      version: null,
      pages: pages.filter((page) => page !== null),
      failed: await texts.listFailedPages(sha256, 200),
    });
  }
  return documents;
}

/** Extracts text in a process that is killed at that change of the store. Returns true if it was killed. */
async function readUntilKilled(shelf: Shelf, changes: number): Promise<boolean> {
  const program = fileURLToPath(new URL('../../../test/support/read-texts-until-killed.ts', import.meta.url));
  const child = fork(program, [shelf.folder, String(changes)], { execArgv: ['--no-warnings'] });
  await once(child, 'message');
  child.send([...shelf.records.values()]);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal === 'SIGKILL';
}

test.skipIf(isOnlyInSweep('kills'))(
  'a reading that is killed repeatedly ends with the same texts as an undisturbed one',
  async () => {
    await using alone = await openTextShelf();
    await fill(alone);
    await alone.service.catchUp();
    await alone.service.idle();
    const expected = await contents(alone);
    expect(expected.flatMap(({ pages }) => pages)).toHaveLength(130 + 1 + 1 + 2);

    await using killed = await openTextShelf();
    await fill(killed);
    const deaths = [];
    const moments = casesOf('kills', [1, 2, 3, 2, 1, 4], (_, index) => index < 2);
    // Before and after a page is stored, between the stored pages and the waiting ones, before one fails.
    for (const changes of moments) deaths.push(await readUntilKilled(killed, changes));
    expect(deaths.filter(Boolean).length).toBeGreaterThanOrEqual(moments.length - 1);
    expect(await readUntilKilled(killed, 0)).toBe(false);
    expect(await contents(killed)).toEqual(expected);
  },
);
