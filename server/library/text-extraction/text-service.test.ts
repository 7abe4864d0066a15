import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { digestsOf } from '#test/support/digests-of.ts';
import { hideSharp } from '#test/support/hide-sharp.ts';
import { makeBook, makeBrokenPdf, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { makeLayeredScan, scannedLayer } from '#test/support/layered-scan.ts';
import { makeScanPdf, makeStampedScans } from '#test/support/picture-documents.ts';
import { findRunning, isRunning } from '#test/support/running-programs.ts';
import { openTextShelf, wordsEngine } from '#test/support/text-shelf.ts';
import { OcrFailed } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { htmlRecipe, textRecipe } from './text-limits.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Recognises more than a stamp has. */
const longEngine = wordsEngine(async () => ({
  lines: Array.from({ length: 30 }, () => ({
    words: [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }],
  })),
  confidence: 90,
}));
const lockedPdf = new URL('../../../test/fixtures/locked.pdf', import.meta.url);
const html = { mimeType: 'text/html' };

test('the pages of a new PDF and of a web page are read, with each line of a page on its own line', async () => {
  await using shelf = await openTextShelf();
  const paper = await shelf.store(
    'paper',
    makePdf([['Operating Systems', 'Explain deadlock.'], ['Define thrashing.']]),
  );
  const page = await shelf.store('page', Buffer.from(makeHtmlPaper('Compiler Design')), html);
  const read: string[] = [];
  shelf.service.onRead((sha256) => read.push(sha256));
  shelf.service.prepare(paper);
  shelf.service.prepare(page);
  await shelf.service.idle();
  expect(await shelf.texts.readPage(paper.sha256, 1)).toEqual({
    page: 1,
    source: 'text',
    text: 'Operating Systems\nExplain deadlock.',
    confidence: null,
    lines: null,
  });
  expect((await shelf.texts.readPage(paper.sha256, 2))?.text).toBe('Define thrashing.');
  expect(await shelf.texts.readPage(page.sha256, 1)).toMatchObject({ source: 'html' });
  expect((await shelf.texts.readPage(page.sha256, 1))?.text).toContain('Compiler Design');
  expect([...new Set(read)].sort()).toEqual([paper.sha256, page.sha256].sort());
  expect(await shelf.service.count()).toEqual({ waiting: 0, reading: 0, read: 3, failed: 0 });
  expect(shelf.log).toEqual([]);
});

test('a page without text is recognised, and the stored page has the words and their boxes', async () => {
  await using shelf = await openTextShelf();
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await shelf.service.idle();
  expect(await shelf.texts.readPage(scan.sha256, 1)).toEqual({
    page: 1,
    source: 'ocr',
    text: 'recognised',
    confidence: 90,
    lines: [{ words: [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }] }],
  });
});

test('with recognition off, pages without text wait, and all others are read', async () => {
  await using shelf = await openTextShelf({ engine: null });
  const scan = await shelf.store('scan', makeScanPdf());
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(scan);
  shelf.service.prepare(paper);
  await shelf.service.idle();
  expect(shelf.service.recognition()).toBe('off');
  expect(await shelf.texts.listWaitingPages(scan.sha256, 10)).toEqual([{ page: 1, for: 'ocr' }]);
  expect(await shelf.service.count()).toEqual({ waiting: 1, reading: 0, read: 1, failed: 0 });
});

test('stored files are read at the start, and none is read twice', async () => {
  await using shelf = await openTextShelf();
  await shelf.store('one', makeBook('book', 40), { pageCount: 40 });
  await shelf.store('copy', makeBook('book', 40), { pageCount: 40 });
  await shelf.store('cover', Buffer.from('not a text'), { mimeType: 'image/png' });
  await shelf.service.catchUp();
  await shelf.service.idle();
  const [first] = await digestsOf(shelf.texts);
  expect(await shelf.service.count()).toMatchObject({ waiting: 0, read: 40 });
  const before = await shelf.texts.find(first ?? '');
  await shelf.service.catchUp();
  await shelf.service.idle();
  expect(await shelf.texts.find(first ?? '')).toEqual(before);
});

test('a locked and a damaged file fail with the reason, and can be retried', async () => {
  await using shelf = await openTextShelf();
  const locked = await shelf.store('locked', await readFile(lockedPdf));
  const broken = await shelf.store('broken', Buffer.from(makeBrokenPdf()));
  shelf.service.prepare(locked);
  shelf.service.prepare(broken);
  await shelf.service.idle();
  expect(await shelf.texts.listFailedPages(locked.sha256, 10)).toMatchObject([{ page: 1, reason: 'needs a password' }]);
  expect(await shelf.texts.listFailedPages(broken.sha256, 10)).toMatchObject([{ reason: 'the file is damaged' }]);
  expect(await shelf.service.retry(locked.sha256)).toBe(1);
  await shelf.service.idle();
  expect((await shelf.texts.find(locked.sha256))?.failed).toBe(1);
});

test('recognition that fails is tried twice, then the page fails and the next is read', async () => {
  const tried: string[] = [];
  const engine = wordsEngine(async (picture, signal) => {
    tried.push(picture);
    if (tried.length <= 2) throw new OcrFailed('time', 'too slow');
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openTextShelf({ engine });
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await shelf.service.idle();
  expect(await shelf.texts.listFailedPages(scan.sha256, 10)).toMatchObject([
    { page: 1, reason: 'recognising its text took too long', tries: 2 },
  ]);
  await shelf.service.retry(scan.sha256);
  await shelf.service.idle();
  expect(tried).toHaveLength(3);
  expect(await shelf.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr' });
});

test.skipIf(isOnlyInSweep('recognition'))(
  'a page is recognised even if the process that drew it ended long before',
  async () => {
    let shelf: Awaited<ReturnType<typeof openTextShelf>>;
    const engine = wordsEngine(async (picture, signal) => {
      const ids = await findRunning(shelf.folder, 'worker.ts');
      await vi.waitUntil(() => !ids.some(isRunning), { timeout: 60_000 });
      // The process's own files are deleted a moment after it ends.
      for (let read = 0; read < 100; read += 1) expect((await readFile(picture)).length).toBeGreaterThan(0);
      return wordsEngine().recognise(picture, signal);
    });
    shelf = await openTextShelf({ engine, limits: { idleMs: 0 } });
    await using opened = shelf;
    const scan = await opened.store('scan', makeScanPdf());
    opened.service.prepare(scan);
    await opened.service.idle();
    expect(await opened.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr', text: 'recognised' });
    expect(opened.log).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('recognition'))(
  'a scan with a stamp of many words, on one page or two, is recognised; a text over a picture keeps its own',
  async () => {
    await using shelf = await openTextShelf({ engine: longEngine });
    const stamp = 'Downloaded from the notes of an example campus, where more solutions of every semester are';
    const files = {
      header: await shelf.store('header', await makeLayeredScan([{ lines: [stamp], y: 20 }])),
      footer: await shelf.store('footer', await makeLayeredScan([{ lines: [stamp], y: 815 }])),
      two: await shelf.store('two', await makeLayeredScan([{ lines: [stamp], y: 815 }], { pages: 2 })),
      layer: await shelf.store('layer', await makeLayeredScan([scannedLayer])),
      letterhead: await shelf.store('letterhead', makePdf([[stamp, 'Define a semaphore.']])),
    };
    for (const file of Object.values(files)) shelf.service.prepare(file);
    await shelf.service.idle();
    const sourcesOf = async ({ sha256 }: { sha256: string }) =>
      (await shelf.texts.readPages(sha256, 1, 10)).map(({ source }) => source);
    expect(await Promise.all(Object.values(files).map(sourcesOf))).toEqual([
      ['ocr'],
      ['ocr'],
      ['ocr', 'ocr'],
      ['text'],
      ['text'],
    ]);
  },
);

test('a page keeps its own text if its picture has no further text', async () => {
  const engine = wordsEngine();
  await using shelf = await openTextShelf({ engine });
  const scan = await shelf.store('scan', makeStampedScans(1, 'The title of a slide'));
  shelf.service.prepare(scan);
  await shelf.service.idle();
  expect(await shelf.texts.readPage(scan.sha256, 1)).toEqual({
    page: 1,
    source: 'text',
    text: 'The title of a slide',
    confidence: null,
    lines: null,
  });
});

test('while the disk is nearly full nothing is read, and reading resumes when there is space', async () => {
  let isLow = true;
  let looks = 0;
  await using shelf = await openTextShelf({
    isDiskLow: async () => {
      looks += 1;
      return isLow;
    },
  });
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(paper);
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await shelf.texts.readPage(paper.sha256, 1)).toBeNull();
  isLow = false;
  await expect.poll(() => shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
});

test.skipIf(isOnlyInSweep('recognition'))(
  'a scan with nothing but the same stamp on every page is recognised, and a blank page is not',
  async () => {
    await using shelf = await openTextShelf({ engine: longEngine });
    const stamped = await shelf.store(
      'stamped',
      makeStampedScans(4, 'Downloaded from example.edu by somebody on some day of the year'),
    );
    const blank = await shelf.store('blank', makePdf([[]]));
    for (const file of [stamped, blank]) shelf.service.prepare(file);
    await shelf.service.idle();
    const sources = (await shelf.texts.readPages(stamped.sha256, 1, 10)).map(({ source }) => source);
    expect(sources).toEqual(['ocr', 'ocr', 'ocr', 'ocr']);
    expect(await shelf.texts.readPage(blank.sha256, 1)).toMatchObject({ source: 'text', text: '' });
  },
);

test('a file whose bytes are missing does not block the others, and is read once they are restored', async () => {
  await using shelf = await openTextShelf({ pause: 60_000 });
  const bytes = makePdf([['back again']]);
  const missing = await shelf.store('missing', bytes);
  await shelf.storage.remove('missing');
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(paper);
  shelf.service.prepare(missing);
  await expect.poll(() => shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
  expect(await shelf.texts.find(missing.sha256)).toMatchObject({ waiting: 1, failed: 0 });
  await shelf.store('missing', bytes);
  shelf.service.prepare(missing);
  await shelf.service.idle();
  expect((await shelf.texts.readPage(missing.sha256, 1))?.text).toBe('back again');
});

test('while no engine can be started, pages wait and nothing fails', async () => {
  let starts = 0;
  await using shelf = await openTextShelf({
    pause: 60_000,
    openEngine: async () => {
      starts += 1;
      throw new Error('it is not installed');
    },
  });
  const scan = await shelf.store('scan', makeScanPdf());
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(scan);
  shelf.service.prepare(paper);
  await expect.poll(() => shelf.service.recognition()).toBe('unavailable');
  await shelf.service.idle();
  expect(await shelf.service.count()).toEqual({ waiting: 1, reading: 0, read: 1, failed: 0 });
  expect(starts).toBe(1);
  expect(shelf.service.trouble()).toBe('it is not installed');
  expect(shelf.log.join('')).toContain('text cannot be recognised now');
});

test.skipIf(isOnlyInSweep('recognition'))(
  'a page that fails unexpectedly is tried five times after growing pauses, then it fails with the reason',
  async () => {
    const pause = 20;
    const tried: number[] = [];
    const engine = wordsEngine(async (picture, signal) => {
      tried.push(performance.now());
      if (tried.length > 5) return wordsEngine().recognise(picture, signal);
      throw new Error(`no such file, try ${tried.length}`);
    });
    await using shelf = await openTextShelf({ engine, pause });
    const scan = await shelf.store('scan', makeScanPdf());
    const failed = () => shelf.texts.listFailedPages(scan.sha256, 10);
    shelf.service.prepare(scan);
    await expect.poll(failed).toEqual([{ page: 1, reason: 'an unexpected error: no such file, try 5', tries: 5 }]);
    const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
    // A timer may be a millisecond early.
    expect(pauses.map((each, index) => each > pause * 2 ** index - 2)).toEqual([true, true, true, true]);
    expect(await shelf.texts.countPostponed()).toBe(0);
    expect(await shelf.service.retry(scan.sha256)).toBe(1);
    await shelf.service.idle();
    expect(await shelf.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr' });
  },
);

test('a page that was being recognised when the server stopped keeps the number of its tries', async () => {
  const { promise: begun, resolve: noteBegun } = Promise.withResolvers<void>();
  const engine = wordsEngine((_, signal) => {
    noteBegun();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  await using shelf = await openTextShelf({ engine });
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await begun;
  await shelf.service.close();
  expect(await shelf.texts.countPostponed()).toBe(0);
  expect(await shelf.texts.listWaitingPages(scan.sha256, 10)).toEqual([{ page: 1, for: 'ocr' }]);
});

test('a failed page is shown with the reason while it waits, and all failed pages are tried again on request', async () => {
  let isBroken = true;
  const engine = wordsEngine(async (picture, signal) => {
    if (isBroken) throw new Error('no such file');
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openTextShelf({ engine, pause: 60_000 });
  const scans = await shelf.store('scans', makeStampedScans(2, 'one stamp'));
  const locked = await shelf.store('locked', await readFile(lockedPdf));
  const paper = await shelf.store('paper', makePdf([['words']]));
  for (const file of [scans, locked, paper]) shelf.service.prepare(file);
  await shelf.service.idle();
  expect(await shelf.texts.listPostponedPages(scans.sha256, 10)).toEqual([
    { page: 1, reason: 'an unexpected error: no such file', tries: 1 },
  ]);
  expect(await shelf.texts.find(scans.sha256)).toMatchObject({ waiting: 2, failed: 0 });
  expect(await shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
  isBroken = false;
  expect(await shelf.service.retryAll()).toBe(2);
  await shelf.service.idle();
  expect(await shelf.texts.find(scans.sha256)).toMatchObject({ read: 2, waiting: 0 });
  expect(await shelf.texts.find(locked.sha256)).toMatchObject({ failed: 1 });
});

test('bytes that are still missing after five tries are no longer tried, and read when the file is uploaded again', async () => {
  await using shelf = await openTextShelf({ pause: 1 });
  const bytes = makePdf([['back again'], ['second page']]);
  const missing = await shelf.store('missing', bytes);
  await shelf.storage.remove('missing');
  shelf.service.prepare(missing);
  const reason = 'the stored file is missing; check the library';
  await expect
    .poll(() => shelf.texts.listFailedPages(missing.sha256, 10))
    .toMatchObject([{ page: 1, reason, tries: 5 }]);
  await shelf.store('missing', bytes);
  shelf.service.prepare(missing);
  await shelf.service.idle();
  expect((await shelf.texts.readPage(missing.sha256, 2))?.text).toBe('second page');
});

test('while the machine can recognise nothing, no page loses a try, the reason is shown, and text is read', async () => {
  let isBroken = true;
  let tries = 0;
  const engine = wordsEngine(async (picture, signal) => {
    tries += 1;
    if (isBroken) throw new OcrFailed('unavailable', 'tesseract was removed');
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openTextShelf({ engine, pause: 60_000 });
  const scan = await shelf.store('scan', makeScanPdf());
  const paper = await shelf.store('paper', makePdf([['words']]));
  for (const file of [scan, paper]) shelf.service.prepare(file);
  await shelf.service.idle();
  expect([shelf.service.recognition(), shelf.service.trouble()]).toEqual(['unavailable', 'tesseract was removed']);
  expect(await shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
  const late = await shelf.store('late', makePdf([['late words']]));
  shelf.service.prepare(late);
  await shelf.service.idle();
  expect([tries, await shelf.texts.countPostponed()]).toEqual([1, 0]);
  expect(await shelf.texts.readPage(late.sha256, 1)).not.toBeNull();
  isBroken = false;
  await shelf.service.retryAll();
  await shelf.service.idle();
  expect(await shelf.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr' });
  expect([shelf.service.recognition(), shelf.service.trouble()]).toEqual(['on', null]);
});

test.skipIf(isOnlyInSweep('starts'))(
  'while sharp cannot be loaded, scans wait and lose no try, text is read, and the reason has the remedy',
  async () => {
    const hidden = hideSharp();
    await using shelf = await openTextShelf({ pause: 60_000, hasOwnWorkers: true });
    const scan = await shelf.store('scan', makeScanPdf());
    const paper = await shelf.store('paper', makePdf([['words']]));
    try {
      for (const file of [scan, paper]) shelf.service.prepare(file);
      await shelf.service.idle();
    } finally {
      hidden[Symbol.dispose]();
    }
    expect(await shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
    expect([await shelf.texts.find(scan.sha256), await shelf.texts.countPostponed()]).toMatchObject([
      { waiting: 1, failed: 0 },
      0,
    ]);
    expect([shelf.service.recognition(), shelf.service.trouble()]).toEqual([
      'unavailable',
      'sharp cannot be loaded; run "npm ci --include=optional" on this machine',
    ]);
    await shelf.service.retryAll();
    await shelf.service.idle();
    expect(await shelf.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr' });
  },
);

test('a full disk uses up no tries of a page: reading pauses, reports the reason, and resumes', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  let isFull = true;
  await using shelf = await openTextShelf({
    pause: 5,
    wrapTexts: (texts) => ({
      ...texts,
      store: async (...given) => {
        if (isFull) throw full;
        await texts.store(...given);
      },
    }),
  });
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(paper);
  await expect.poll(() => shelf.service.trouble()).toBe(full.message);
  expect(await shelf.texts.countPostponed()).toBe(0);
  isFull = false;
  await expect.poll(() => shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
  await expect.poll(() => shelf.service.trouble()).toBeNull();
});

test('a file that is deleted while it is read leaves no texts', async () => {
  const begun: string[] = [];
  const { promise: deleted, resolve: noteDeleted } = Promise.withResolvers<void>();
  const engine = wordsEngine(async (picture, signal) => {
    begun.push(picture);
    await deleted;
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openTextShelf({ engine });
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await expect.poll(() => begun.length).toBe(1);
  shelf.records.delete('scan');
  await shelf.service.forget(scan.sha256);
  noteDeleted();
  await shelf.service.idle();
  expect([await digestsOf(shelf.texts), await shelf.texts.readPage(scan.sha256, 1)]).toEqual([[], null]);
});

test('a new file is read before existing ones, and text before recognition', async () => {
  const order: string[] = [];
  const { promise: first, resolve: letGo } = Promise.withResolvers<void>();
  const engine = wordsEngine(async (picture, signal) => {
    order.push('recognition');
    await first;
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openTextShelf({ engine });
  const scan = await shelf.store('scan', makeScanPdf());
  const paper = await shelf.store('paper', makePdf([['words']]));
  const other = await shelf.store('other', makePdf([['other words']]));
  shelf.service.onRead((sha256) => order.push(shelf.nameOf(sha256)));
  await shelf.service.catchUp();
  await expect.poll(() => order).toContain('recognition');
  const late = await shelf.store('late', makePdf([['late words']]));
  const latest = await shelf.store('latest', makePdf([['latest words']]));
  shelf.service.prepare(late);
  shelf.service.prepare(latest);
  await expect.poll(() => shelf.texts.find(latest.sha256)).not.toBeNull();
  letGo();
  await shelf.service.idle();
  expect(order.slice(0, 3).sort()).toEqual([paper, other, scan].map(({ id }) => id).sort());
  expect(order.slice(3)).toEqual(['recognition', 'scan', 'latest', 'late']);
});

test('pages of websites that an earlier release read are read again, without their navigation; PDFs are not', async () => {
  await using shelf = await openTextShelf();
  const menu = '<nav><a href="/">Home</a> <a href="/about">About this website</a></nav>';
  const question = 'What is a process control block, and what are its fields?';
  const saved = `${menu}<main><p>${question}</p><p>Explain the banker’s algorithm with an example of your own.</p></main>`;
  const page = await shelf.store('page', Buffer.from(`${saved}<footer>All rights reserved</footer>`), html);
  const paper = await shelf.store('paper', makePdf([['Define thrashing.']]));
  for (const { sha256 } of [page, paper]) {
    await shelf.texts.begin({ sha256, pageCount: 1, recipe: 1 });
    await shelf.texts.store(sha256, [
      { page: 1, source: 'text', text: 'Home About\nas it was read', confidence: null, lines: null },
    ]);
  }
  await shelf.service.catchUp();
  await shelf.service.idle();
  const text = async ({ sha256 }: typeof page) => (await shelf.texts.readPage(sha256, 1))?.text;
  expect(await text(page)).toBe(`${question}\nExplain the banker’s algorithm with an example of your own.`);
  expect(await text(paper)).toContain('as it was read');
  expect(await shelf.texts.find(page.sha256)).toMatchObject({ recipe: htmlRecipe, waiting: 0, read: 1 });
});

test.skipIf(isOnlyInSweep('recognition'))(
  'of scans that arrive together, the first page of each is recognised before any other page',
  async () => {
    const firstPages: (number | undefined)[] = [];
    let recognised = 0;
    let shelf: Awaited<ReturnType<typeof openTextShelf>>;
    const engine = wordsEngine(async (picture, signal) => {
      recognised += 1;
      if (recognised === 4)
        for (const sha256 of await digestsOf(shelf.texts))
          firstPages.push((await shelf.texts.listWaitingPages(sha256, 1, 'ocr'))[0]?.page);
      return wordsEngine().recognise(picture, signal);
    });
    shelf = await openTextShelf({ engine });
    await using opened = shelf;
    for (const name of ['one', 'two', 'three']) {
      const file = await opened.store(name, makeStampedScans(2, name));
      await opened.texts.begin({ sha256: file.sha256, pageCount: 2, recipe: textRecipe });
      await opened.texts.awaitRecognition(file.sha256, [1, 2]);
      opened.service.prepare(file);
    }
    await opened.service.idle();
    expect(firstPages).toEqual([2, 2, 2]);
    expect(recognised).toBe(6);
  },
);

test.skipIf(isOnlyInSweep('recognition'))(
  'after ten pages that took too long the rest of their file is not tried, and other files are',
  async () => {
    let tries = 0;
    const engine = wordsEngine(async () => {
      tries += 1;
      throw new OcrFailed('time', 'too slow');
    });
    await using shelf = await openTextShelf({ engine });
    const scans = await shelf.store('scans', makeStampedScans(13, 'one stamp'));
    const paper = await shelf.store('paper', makePdf([['words']]));
    for (const file of [scans, paper]) shelf.service.prepare(file);
    await shelf.service.idle();
    expect(tries).toBe(20);
    const failed = await shelf.texts.listFailedPages(scans.sha256, 20);
    expect(failed.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 10 }, () => 'recognising its text took too long'),
      ...Array.from({ length: 3 }, () => 'not tried, because too many other pages of the file failed'),
    ]);
    expect(await shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
  },
);
