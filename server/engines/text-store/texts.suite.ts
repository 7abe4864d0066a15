import { expect, test } from 'vitest';
import { digestsOf } from '#test/support/digests-of.ts';
import type { PageText, RecognisedWord, Texts } from './texts.ts';

type Opened = AsyncDisposable & { texts: Texts };

/** Describes the requirements of every engine of the port. `openEmpty` opens an empty store. */
export function describeTexts(openEmpty: () => Promise<Opened>): void {
  describeReading(openEmpty);
  describeWaiting(openEmpty);
  describePostponing(openEmpty);
  describeJudging(openEmpty);
  describeForgetting(openEmpty);
}

export const one = '1'.repeat(64);
export const other = '2'.repeat(64);

export function textPage(page: number, text = `page ${page}`): PageText {
  return { page, source: 'text', text, confidence: null, lines: null };
}

const word = (text: string, turn: RecognisedWord['turn'] = 0): RecognisedWord => ({
  text,
  box: [0.1, 0.2, 0.3333, 0.05],
  confidence: 87,
  turn,
});

function recognisedPage(page: number): PageText {
  const lines = [{ words: [word('Attempt'), word('all')] }, { words: [word('नेपाली', 270)] }];
  return { page, source: 'ocr', text: 'Attempt all\nनेपाली', confidence: 87.5, lines };
}

function describeReading(openEmpty: () => Promise<Opened>): void {
  test('the pages of a new document wait, and a stored page is read back unchanged', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    expect(await texts.find(one)).toBeNull();
    expect(await texts.begin({ sha256: one, pageCount: 3, recipe: 1, skippedPages: 7 })).toBe(true);
    expect(await texts.find(one)).toMatchObject({ pageCount: 3, skippedPages: 7, waiting: 3, read: 0, failed: 0 });
    await texts.store(one, [textPage(1, 'plain 𝄞 text\nसोमबार'), recognisedPage(3)]);
    expect(await texts.readPage(one, 1)).toEqual(textPage(1, 'plain 𝄞 text\nसोमबार'));
    expect(await texts.readPage(one, 3)).toEqual(recognisedPage(3));
    expect(await texts.readPage(one, 2)).toBeNull();
    expect(await texts.readPage(other, 1)).toBeNull();
    expect(await texts.find(one)).toMatchObject({ waiting: 1, read: 2 });
    expect(await texts.findSome([other, one])).toEqual([await texts.find(one)]);
    expect(await texts.findSome([])).toEqual([]);
  });

  test('pages are read in order from a given page up to a limit, or a few given pages without boxes', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 6, recipe: 1 });
    await texts.store(
      one,
      [5, 1, 2, 6].map((page) => (page === 5 ? recognisedPage(5) : textPage(page))),
    );
    expect((await texts.readPages(one, 2, 2)).map(({ page }) => page)).toEqual([2, 5]);
    const fifth = { page: 5, source: 'ocr', text: 'Attempt all\nनेपाली', confidence: 87.5 };
    expect((await texts.readPages(one, 5, 1))[0]).toEqual(fifth);
    const some = await texts.readSome([
      { sha256: one, page: 5 },
      { sha256: one, page: 4 },
      { sha256: other, page: 1 },
      { sha256: one, page: 1 },
    ]);
    expect(some).toEqual([fifth, null, null, expect.objectContaining({ page: 1, source: 'text' })]);
  });

  test('storing a page again replaces it, and every change increases the version', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    const versions = [await versionOf(texts)];
    await texts.store(one, [recognisedPage(1)]);
    versions.push(await versionOf(texts));
    await texts.store(one, [textPage(1, 'better')]);
    versions.push(await versionOf(texts));
    await texts.fail(one, 2, { reason: 'it hangs', tries: 2 });
    versions.push(await versionOf(texts));
    await texts.forget(one);
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    versions.push(await versionOf(texts));
    expect(await texts.readPage(one, 1)).toBeNull();
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  test('the recognised pages are returned as ranges', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 9, recipe: 1 });
    await texts.store(one, [2, 3, 4, 7, 9].map(recognisedPage));
    await texts.store(one, [textPage(1), textPage(8)]);
    expect(await texts.listRecognised(one)).toEqual([
      [2, 4],
      [7, 7],
      [9, 9],
    ]);
    expect(await texts.listRecognised(other)).toEqual([]);
  });
}

async function versionOf(texts: Texts): Promise<number> {
  return (await texts.find(one))?.version ?? Number.NaN;
}

function describeWaiting(openEmpty: () => Promise<Opened>): void {
  test('a document that was begun in the same way, or by a newer recipe, is unchanged; otherwise all its pages wait again', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    await texts.store(one, [textPage(1)]);
    expect(await texts.begin({ sha256: one, pageCount: 2, recipe: 1 })).toBe(false);
    expect(await texts.find(one)).toMatchObject({ waiting: 1, read: 1 });
    expect(await texts.begin({ sha256: one, pageCount: 3, recipe: 1 })).toBe(true);
    await texts.store(one, [textPage(3)]);
    expect(await texts.begin({ sha256: one, pageCount: 4, recipe: 2 })).toBe(true);
    expect(await texts.find(one)).toMatchObject({ pageCount: 4, recipe: 2, waiting: 4, read: 0 });
    expect(await texts.readPage(one, 1)).toBeNull();
    // By a server of an older release.
    expect(await texts.begin({ sha256: one, pageCount: 3, recipe: 1 })).toBe(false);
    expect(await texts.find(one)).toMatchObject({ pageCount: 4, recipe: 2, waiting: 4 });
  });

  test('pages wait first for reading of their own text, then some for recognition, in the order of documents and pages', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: other, pageCount: 2, recipe: 1 });
    await texts.begin({ sha256: one, pageCount: 3, recipe: 1 });
    expect((await texts.listWaiting(10)).map(({ sha256 }) => sha256)).toEqual([other, one]);
    await texts.awaitRecognition(other, [1, 2]);
    await texts.store(one, [textPage(1)]);
    await texts.awaitRecognition(one, [3]);
    const unread = await texts.listUnread({ limit: 1, offset: 1 });
    expect([unread.total, unread.documents.map(({ sha256 }) => sha256)]).toEqual([2, [one]]);
    expect((await texts.listWaiting(10, 'text')).map(({ sha256 }) => sha256)).toEqual([one]);
    expect((await texts.listWaiting(1, 'ocr')).map(({ sha256 }) => sha256)).toEqual([other]);
    expect(await texts.listWaitingPages(one, 10)).toEqual([
      { page: 2, for: 'text' },
      { page: 3, for: 'ocr' },
    ]);
    expect(await texts.listWaitingPages(one, 10, 'ocr')).toEqual([{ page: 3, for: 'ocr' }]);
    await texts.store(one, [recognisedPage(3), textPage(2)]);
    expect((await texts.listWaiting(10)).map(({ sha256 }) => sha256)).toEqual([other]);
    expect(await texts.count()).toEqual({ waiting: 2, read: 3, failed: 0 });
    expect(await texts.count([one])).toEqual({ waiting: 0, read: 3, failed: 0 });
    expect(await texts.count([])).toEqual({ waiting: 0, read: 0, failed: 0 });
  });

  test('failed pages keep their reason until they wait again or are read', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 3, recipe: 1 });
    await texts.fail(one, 2, { reason: 'it took too long', tries: 2 });
    await texts.fail(one, 3, { reason: 'it needs too much memory', tries: 2 });
    expect(await texts.listFailedPages(one, 10)).toEqual([
      { page: 2, reason: 'it took too long', tries: 2 },
      { page: 3, reason: 'it needs too much memory', tries: 2 },
    ]);
    const failed = await texts.listFailed({ limit: 10, offset: 0 });
    expect([failed.total, failed.documents.map(({ sha256 }) => sha256)]).toEqual([1, [one]]);
    await texts.store(one, [textPage(2)]);
    expect(await texts.find(one)).toMatchObject({ waiting: 1, read: 1, failed: 1 });
    expect(await texts.retry(one)).toBe(1);
    expect(await texts.find(one)).toMatchObject({ waiting: 2, read: 1, failed: 0 });
    expect(await texts.listWaitingPages(one, 10)).toEqual([
      { page: 1, for: 'text' },
      { page: 3, for: 'text' },
    ]);
    expect(await texts.retry(one)).toBe(0);
  });

  test('a page that was read counts as read even if a failure of it arrives later', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    await texts.store(one, [textPage(1)]);
    await texts.fail(one, [1, 2], { reason: 'it took too long', tries: 2 });
    await texts.awaitRecognition(one, [1]);
    expect(await texts.readPage(one, 1)).toEqual(textPage(1));
    expect(await texts.find(one)).toMatchObject({ waiting: 0, read: 1, failed: 1 });
  });
}

function describePostponing(openEmpty: () => Promise<Opened>): void {
  test('a page that could not be read this time still waits, and has the reason and the number of tries', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: other, pageCount: 1, recipe: 1 });
    await texts.begin({ sha256: one, pageCount: 4, recipe: 1 });
    await texts.awaitRecognition(one, [3]);
    await texts.store(one, [textPage(4)]);
    const before = await texts.find(one);
    expect(await texts.postpone(one, [3, 4], 'it is not there')).toBe(1);
    expect(await texts.postpone(one, [3], 'it is gone')).toBe(2);
    expect(await texts.postpone(one, [2], 'it is gone')).toBe(2);
    expect(await texts.find(one)).toEqual(before);
    expect(await texts.listPostponedPages(one, 10)).toEqual([
      { page: 2, reason: 'it is gone', tries: 1 },
      { page: 3, reason: 'it is gone', tries: 2 },
    ]);
    const listed = await texts.listPostponed({ limit: 10, offset: 0 });
    expect([listed.total, listed.documents.map(({ sha256 }) => sha256)]).toEqual([1, [one]]);
    expect(await texts.countPostponed()).toBe(2);
    expect(await texts.listWaitingPages(one, 10)).toMatchObject([{ page: 1 }, { page: 2 }, { page: 3, for: 'ocr' }]);
  });

  test('a page is no longer postponed once it was read, failed, or is to be retried at once', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 4, recipe: 1 });
    await texts.awaitRecognition(one, [3, 4]);
    await texts.postpone(one, [1, 2, 3, 4], 'it is gone');
    await texts.store(one, [textPage(1)]);
    await texts.fail(one, 2, { reason: 'it is gone', tries: 2 });
    expect((await texts.listPostponedPages(one, 10)).map(({ page }) => page)).toEqual([3, 4]);
    expect(await texts.retry(one)).toBe(3);
    expect([await texts.countPostponed(), await texts.listPostponedPages(one, 10)]).toEqual([0, []]);
    expect(await texts.listWaitingPages(one, 10)).toEqual([
      { page: 2, for: 'text' },
      { page: 3, for: 'ocr' },
      { page: 4, for: 'ocr' },
    ]);
    expect(await texts.postpone(other, [1], 'nobody knows it')).toBe(0);
  });
}

function describeJudging(openEmpty: () => Promise<Opened>): void {
  test('documents that were read by an earlier rule are listed once none of their pages waits, oldest rule first', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    const third = '3'.repeat(64);
    await texts.begin({ sha256: third, pageCount: 1, recipe: 1, judgement: 2 });
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    await texts.begin({ sha256: other, pageCount: 1, recipe: 1, judgement: 3 });
    for (const sha256 of [third, other]) await texts.store(sha256, [textPage(1)]);
    const outdated = async () => (await texts.listOutdated(3, 10)).map(({ sha256 }) => sha256);
    expect(await outdated()).toEqual([third]);
    await texts.store(one, [textPage(1), textPage(2)]);
    expect(await outdated()).toEqual([one, third]);
    expect(await texts.listOutdated(3, 1)).toEqual([await texts.find(one)]);
    expect(await texts.find(other)).toMatchObject({ judgement: 3 });
  });

  test('pages that were read under an earlier rule wait for recognition once, and the others do not change', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 3, recipe: 1 });
    await texts.store(one, [textPage(1), textPage(2), recognisedPage(3)]);
    const before = await versionOf(texts);
    await texts.rejudge(one, [2, 3], 2);
    expect(await texts.find(one)).toMatchObject({ judgement: 2, waiting: 2, read: 1, failed: 0 });
    expect(await versionOf(texts)).toBeGreaterThan(before);
    expect(await texts.listWaitingPages(one, 10)).toEqual([
      { page: 2, for: 'ocr' },
      { page: 3, for: 'ocr' },
    ]);
    expect([await texts.readPage(one, 1), await texts.readPage(one, 2)]).toEqual([textPage(1), null]);
    await texts.store(one, [recognisedPage(2), recognisedPage(3)]);
    await texts.rejudge(one, [1, 2], 2);
    expect(await texts.find(one)).toMatchObject({ waiting: 0, read: 3 });
    expect(await texts.listOutdated(2, 10)).toEqual([]);
    await texts.begin({ sha256: one, pageCount: 4, recipe: 1, judgement: 2 });
    expect(await texts.find(one)).toMatchObject({ judgement: 2, waiting: 4 });
  });
}

function describeForgetting(openEmpty: () => Promise<Opened>): void {
  test('a forgotten document has no texts, and later writes to it are ignored', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    await texts.begin({ sha256: other, pageCount: 2, recipe: 1 });
    expect(await digestsOf(texts)).toEqual([one, other].sort());
    await texts.forget(one);
    await texts.store(one, [textPage(1)]);
    await texts.fail(one, 2, { reason: 'late', tries: 1 });
    await texts.awaitRecognition(one, [1]);
    expect(await texts.retry(one)).toBe(0);
    expect([await texts.find(one), await texts.readPage(one, 1), await digestsOf(texts)]).toEqual([
      null,
      null,
      [other],
    ]);
    expect(await texts.count()).toEqual({ waiting: 2, read: 0, failed: 0 });
  });

  test('documents are listed page by page with their versions, in the order of their digests', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    const digests = ['c', 'a', 'b'].map((letter) => letter.repeat(64));
    for (const sha256 of digests) await texts.begin({ sha256, pageCount: 1, recipe: 1 });
    const [a = '', b = '', c = ''] = digests.toSorted();
    const versionOf = async (sha256: string) => ({ sha256, version: (await texts.find(sha256))?.version });
    expect(await texts.listVersions('', 2)).toEqual([await versionOf(a), await versionOf(b)]);
    expect(await texts.listVersions(b, 2)).toEqual([await versionOf(c)]);
    expect(await texts.listVersions(c, 2)).toEqual([]);
  });

  test('a document of fifty thousand pages is begun in one step', async () => {
    await using opened = await openEmpty();
    const { texts } = opened;
    await texts.begin({ sha256: one, pageCount: 50_000, recipe: 1 });
    expect((await texts.find(one))?.waiting).toBe(50_000);
    expect((await texts.listWaitingPages(one, 3)).map(({ page }) => page)).toEqual([1, 2, 3]);
  });
}
