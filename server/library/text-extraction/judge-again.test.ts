import { describe, expect, test } from 'vitest';
import { makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { makeLayeredScan, scannedLayer } from '#test/support/layered-scan.ts';
import { openTextShelf, wordsEngine } from '#test/support/text-shelf.ts';
import { htmlRecipe, textJudgement, textRecipe } from './text-limits.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const stamp = 'Downloaded from the notes of an example campus, where more solutions of every semester are';

/** Recognises much on every page, and counts. */
function countingEngine() {
  const recognised: string[] = [];
  const engine = wordsEngine(async (picture) => {
    recognised.push(picture);
    const words = [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }] as const;
    return { lines: Array.from({ length: 30 }, () => ({ words })), confidence: 90 };
  });
  return { engine, recognised };
}

type Shelf = Awaited<ReturnType<typeof openTextShelf>>;

/**
 * Stores the text of a file as an earlier release extracted it: each page with its own text, or recognised with this
 * text.
 */
async function storeRead(shelf: Shelf, id: string, bytes: Buffer, pages: readonly { ocr?: string; text?: string }[]) {
  const file = await shelf.store(id, bytes, { pageCount: pages.length });
  await shelf.texts.begin({ sha256: file.sha256, pageCount: pages.length, recipe: textRecipe });
  await shelf.texts.store(
    file.sha256,
    pages.map(({ ocr, text }, index) => ({
      page: index + 1,
      source: ocr === undefined ? ('text' as const) : ('ocr' as const),
      text: ocr ?? text ?? '',
      confidence: ocr === undefined ? null : 0,
      lines: ocr === undefined ? null : [],
    })),
  );
  return file;
}

describe('a library that was read by an earlier rule', () => {
  test.skipIf(isOnlyInSweep('recognition'))(
    'recognises the pages whose own text is a stamp, and those that were read as empty, and no others',
    async () => {
      const { engine, recognised } = countingEngine();
      await using shelf = await openTextShelf({ engine });
      const paper = makePdf([['A paper with its own text'], ['Its second page']]);
      const papers = await storeRead(shelf, 'paper', paper, [{ text: 'old first' }, { text: 'old second' }]);
      const stamped = await storeRead(shelf, 'stamped', await makeLayeredScan([{ lines: [stamp], y: 815 }]), [
        { text: stamp },
      ]);
      const layered = await storeRead(shelf, 'layered', await makeLayeredScan([scannedLayer]), [{ text: 'layer' }]);
      const scans = await makeLayeredScan([], { pages: 2 });
      const grey = await storeRead(shelf, 'grey', scans, [{ ocr: '' }, { ocr: 'read before' }]);
      await shelf.service.catchUp();
      await shelf.service.idle();
      const textsOf = async ({ sha256 }: { sha256: string }) =>
        (await shelf.texts.readPages(sha256, 1, 9)).map(({ source, text }) => `${source}: ${text.split('\n')[0]}`);
      expect(await textsOf(papers)).toEqual(['text: old first', 'text: old second']);
      expect(await textsOf(stamped)).toEqual(['ocr: recognised']);
      expect(await textsOf(layered)).toEqual(['text: layer']);
      expect(await textsOf(grey)).toEqual(['ocr: recognised', 'ocr: read before']);
      expect(recognised).toHaveLength(2);
      for (const { sha256 } of [papers, stamped, layered, grey])
        expect(await shelf.texts.find(sha256)).toMatchObject({ judgement: textJudgement, waiting: 0, failed: 0 });
    },
  );

  test('reads new files before it applies the new rule to old ones', async () => {
    const order: string[] = [];
    const { engine } = countingEngine();
    await using shelf = await openTextShelf({
      engine,
      wrapTexts: (texts) => ({
        ...texts,
        rejudge: async (...given) => {
          order.push('judged');
          await texts.rejudge(...given);
        },
        store: async (...given) => {
          order.push('read');
          await texts.store(...given);
        },
      }),
    });
    await storeRead(shelf, 'old', makePdf([['old']]), [{ text: 'old' }]);
    order.splice(0);
    await shelf.store('new', makePdf([['new']]), { pageCount: 1 });
    await shelf.service.catchUp();
    await shelf.service.idle();
    expect(order).toEqual(['read', 'judged']);
  });

  test('keeps its texts if recognition is off, or if a file is missing or damaged', async () => {
    await using off = await openTextShelf({ engine: null });
    const { sha256 } = await storeRead(off, 'stamped', await makeLayeredScan([{ lines: [stamp], y: 815 }]), [
      { text: stamp },
    ]);
    await off.service.catchUp();
    await off.service.idle();
    expect(await off.texts.find(sha256)).toMatchObject({ judgement: 1, read: 1, waiting: 0 });

    const { engine, recognised } = countingEngine();
    await using shelf = await openTextShelf({ engine, pause: 60_000 });
    const damaged = await storeRead(shelf, 'damaged', Buffer.from('%PDF-1.4 and nothing else'), [
      { text: 'as before' },
    ]);
    const missing = await storeRead(shelf, 'missing', makePdf([['missing']]), [{ text: 'as before' }]);
    await shelf.storage.remove('missing');
    const page = await shelf.store('page', Buffer.from(makeHtmlPaper('Compilers')), { mimeType: 'text/html' });
    await shelf.texts.begin({ sha256: page.sha256, pageCount: 1, recipe: htmlRecipe });
    await shelf.service.catchUp();
    await shelf.service.idle();
    for (const file of [damaged, missing, page])
      expect(await shelf.texts.find(file.sha256)).toMatchObject({ judgement: textJudgement, read: 1, failed: 0 });
    expect([recognised, await shelf.texts.countPostponed()]).toEqual([[], 0]);
  });
});
