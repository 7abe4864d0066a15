import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

/** Opens a library with a PDF of three pages of this width; the first letters are at the top. */
async function openPages() {
  const library = await openThreeCallers({ readsTexts: true });
  const content = String(makePdf([['First page'], ['Second page'], ['Third page']]));
  await uploadSmallFile(library.admin, { id: 'pages', name: 'pages.pdf', content });
  const downloadUrl = '/v1/storage/buckets/files/files/pages/preview';
  const data = { ...noteData, title: 'Pages', downloadUrl };
  await library.admin.call('POST', notes, { json: { documentId: 'note', data } });
  await library.services.textReading.idle();
  const turn = (turned: object[]) => library.admin.call('PUT', '/files/pages/turns', { json: { turned } });
  /**
   * Returns the width and height of a page's picture, and the position of its ink: the mean row and column, from 0 to
   * 1.
   */
  async function seePage(page: number) {
    const answer = await fetch(
      `${library.url}/v1/storage/buckets/files/files/pages/preview?project=examshelf&width=160&page=${page}&output=png`,
    );
    const picture = sharp(Buffer.from(await answer.arrayBuffer())).greyscale();
    const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    let [ink, across, down] = [0, 0, 0];
    for (const [at, shade] of data.entries()) {
      ink += 255 - shade;
      across += (255 - shade) * (at % info.width);
      down += (255 - shade) * Math.floor(at / info.width);
    }
    return {
      isTall: info.height > info.width,
      width: info.width,
      across: across / ink / info.width,
      down: down / ink / info.height,
    };
  }
  return Object.assign(library, { turn, seePage });
}

test("pages that an administrator rotates are rotated in pictures and in readers' data, and the file stays unchanged", async () => {
  await using library = await openPages();
  const { turn, seePage, visitor } = library;
  const download = async () =>
    Buffer.from(
      await (
        await fetch(`${library.url}/v1/storage/buckets/files/files/pages/download?project=examshelf`)
      ).arrayBuffer(),
    );
  const [file, upright] = [await download(), await seePage(1)];
  expect(upright.down).toBeLessThan(0.3);
  expect((await turn([{ first: 1, last: 2, degrees: 180 }])).json).toEqual({
    turned: [{ first: 1, last: 2, degrees: 180 }],
  });
  const upsideDown = await seePage(2);
  expect([upsideDown.isTall, upsideDown.down > 0.7, upsideDown.width]).toEqual([true, true, upright.width]);
  expect((await seePage(3)).down).toBeLessThan(0.3);
  expect((await turn([{ first: 2, last: 2, degrees: 90 }])).json['turned']).toEqual([
    { first: 1, last: 1, degrees: 180 },
    { first: 2, last: 2, degrees: 90 },
  ]);
  const sideways = await seePage(2);
  expect([sideways.isTall, sideways.across > 0.7, sideways.width]).toEqual([false, true, upright.width]);
  expect((await visitor.call('GET', '/materials/note/text')).json['turned']).toEqual([
    { first: 1, last: 1, degrees: 180 },
    { first: 2, last: 2, degrees: 90 },
  ]);
  expect((await download()).equals(file)).toBe(true);
  await turn([{ first: 1, last: 3, degrees: 0 }]);
  expect(await seePage(2)).toMatchObject({ isTall: true });
  expect((await visitor.call('GET', '/materials/note/text')).json['turned']).toEqual([]);
});

test('only administrators rotate pages, only existing pages of a PDF, and the trail names the administrator', async () => {
  await using library = await openPages();
  const { admin, student, visitor, turn } = library;
  const json = { turned: [{ first: 1, last: 1, degrees: 180 }] };
  for (const caller of [visitor, student])
    expect((await caller.call('PUT', '/files/pages/turns', { json })).status).toBe(401);
  expect((await admin.call('PUT', '/files/none/turns', { json })).json['type']).toBe('storage_file_not_found');
  for (const wrong of [
    { first: 1, last: 4, degrees: 180 },
    { first: 2, last: 1, degrees: 180 },
    { first: 0, last: 1, degrees: 180 },
    { first: 1, last: 1, degrees: 45 },
  ])
    expect([wrong, (await turn([wrong])).json['type']]).toEqual([wrong, 'general_argument_invalid']);
  await uploadSmallFile(admin, { id: 'paper', name: 'paper.html', content: '<html><title>A paper</title><p>Words' });
  const html = await admin.call('PUT', '/files/paper/turns', { json });
  expect(html.json['message']).toBe('Only the pages of a PDF can be rotated.');
  await turn(json.turned);
  const entries = await library.services.trail.list({ limit: 50 });
  expect(entries.find(({ action }) => action === 'file changed')).toMatchObject({
    title: 'pages.pdf',
    detail: 'pages turned',
  });
});

test('words of a recognised page that is rotated are at their visible position', async () => {
  await using library = await openPages();
  const { turn, visitor, resources } = library;
  const { sha256 = '' } = (await resources.database.files.find('pages')) ?? {};
  const words = [{ text: 'upside', box: [0.6, 0.9, 0.3, 0.05] as const, confidence: 90, turn: 180 as const }];
  await resources.texts.store(sha256, [{ page: 2, source: 'ocr', text: 'upside', confidence: 90, lines: [{ words }] }]);
  await turn([{ first: 2, last: 2, degrees: 180 }]);
  const expected = [{ words: [{ text: 'upside', box: [0.1, 0.05, 0.3, 0.05], confidence: 90, turn: 0 }] }];
  expect((await visitor.call('GET', '/materials/note/pages/2/text')).json['lines']).toEqual(expected);
  const pages = (await visitor.call('GET', '/materials/note/pages')).json['pages'] as { lines: unknown }[];
  expect(pages[1]?.lines).toEqual(expected);
});
