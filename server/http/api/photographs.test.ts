import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callAs, uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { photographSheet } from '#test/support/photographed-sheet.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const files = '/storage/buckets/files/files';

/** Makes two small photographs of a sheet. */
const takeTwo = memoizeSuccess(async () => {
  const photographs = [await photographSheet({ table: 'dark' }), await photographSheet({ table: 'dark', turn: 4 })];
  return photographs.map(({ jpeg }) => jpeg);
});

/** Opens a library that does not detect the orientation of pages, because that would take most of the time. */
async function openLibrary() {
  const library = await openThreeCallers({ settings: { OCR_LANGUAGES: 'off' } });
  const { admin, services } = library;
  const [upright, turned] = await takeTwo();
  // As a phone writes it: with the location.
  const withPlace = await sharp(upright)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' }, IFD0: { Make: 'TestPhone' } })
    .jpeg()
    .toBuffer();
  await uploadSmallFile(admin, { id: 'one', name: 'IMG_1.jpg', content: new Uint8Array(withPlace) });
  await uploadSmallFile(admin, { id: 'two', name: 'IMG_2.jpg', content: new Uint8Array(turned ?? []) });
  const begin = (photographs: unknown[], fileId = 'paper', caller: ContractCaller = admin) =>
    caller.call('POST', '/photographs', { json: { fileId, name: 'paper.pdf', photographs } });
  const make = async (photographs: unknown[], fileId = 'paper') => {
    const begun = await begin(photographs, fileId);
    if (begun.status !== 202) throw new Error(begun.text);
    await services.photographs.idle();
    return (await admin.call('GET', `/photographs/${fileId}`)).json;
  };
  return { ...library, begin, make, turned };
}

const both = [{ fileId: 'one' }, { fileId: 'two', turn: 90 }];

test('photographs become one PDF without their location, and administrators can read them until the PDF is purged', async () => {
  await using library = await openLibrary();
  const { admin, make, begin, url } = library;
  const visitor = callAs(url);
  const made = await make(both);
  expect(made).toMatchObject({ state: 'made', done: 2, total: 2, failure: null });
  expect(made['photographs']).toMatchObject([
    { fileId: 'one', turn: 0, keepsWhole: false, name: 'IMG_1.jpg' },
    { fileId: 'two', turn: 90, keepsWhole: false, name: 'IMG_2.jpg' },
  ]);
  expect((await admin.call('GET', `${files}/paper`)).json).toMatchObject({
    name: 'paper.pdf',
    mimeType: 'application/pdf',
  });
  const pdf = await admin.call('GET', `${files}/paper/view`);
  expect(pdf.text.match(/\/MediaBox \[0 0 (?:595|841)/g)).toEqual(['/MediaBox [0 0 595', '/MediaBox [0 0 841']);
  expect(pdf.text).not.toMatch(/GPS|TestPhone|Exif/);
  // The same request once more returns the existing PDF; another PDF needs another id.
  expect((await begin(both)).json).toMatchObject({ state: 'made' });
  expect((await begin([{ fileId: 'two' }])).status).toBe(409);

  // Another order is another PDF. Deleting it leaves the photographs that the first one uses.
  expect(await make([{ fileId: 'two', keepsWhole: true }], 'second')).toMatchObject({ state: 'made', total: 1 });
  expect((await admin.call('DELETE', `${files}/second`)).status).toBe(204);
  expect((await admin.call('GET', `${files}/two`)).status).toBe(200);

  expect((await visitor.call('GET', `${files}/one/view`)).status).toBe(404);
  expect((await admin.call('GET', `${files}/one/view`)).status).toBe(200);
  expect((await admin.call('DELETE', `${files}/one`)).status).toBe(409);
  const unused = (await admin.call('GET', '/materials/unused-files')).json['files'] as { $id: string }[];
  expect(unused.map(({ $id }) => $id)).toEqual(['paper', 'f2']);

  const downloadUrl = `/v1${files}/paper/preview`;
  const data = { ...noteData, title: 'Paper', downloadUrl };
  expect((await admin.call('POST', notes, { json: { documentId: 'note', data } })).status).toBe(201);
  expect((await visitor.call('GET', `${files}/paper/view`)).status).toBe(200);
  await admin.call('DELETE', `${notes}/note`);
  expect((await admin.call('DELETE', `${files}/two`)).status).toBe(409);
  expect((await admin.call('POST', '/materials/note/purge')).status).toBe(204);
  for (const id of ['paper', 'one', 'two']) expect((await admin.call('GET', `${files}/${id}`)).status).toBe(404);
  expect((await admin.call('GET', '/photographs/paper')).status).toBe(404);
});

test.skipIf(isOnlyInSweep('photographs'))(
  'files other than photographs are refused; a truncated one is named, and the PDF can be made without it',
  async () => {
    await using library = await openLibrary();
    const { admin, make, begin, turned = Buffer.alloc(0) } = library;
    const cut = new Uint8Array(turned.subarray(0, turned.length * 0.6));
    await uploadSmallFile(admin, { id: 'cut', name: 'cut.jpg', content: cut });
    expect(await make([{ fileId: 'one' }, { fileId: 'cut' }])).toMatchObject({
      state: 'failed',
      done: 1,
      failure: { fileId: 'cut', message: expect.stringContaining('"cut.jpg" is damaged or was cut off') },
    });
    // Nothing is half-made: there is no file, and the photographs still exist.
    expect((await admin.call('GET', `${files}/paper`)).status).toBe(404);
    expect(await make([{ fileId: 'one' }])).toMatchObject({ state: 'made', total: 1 });
    expect((await begin([{ fileId: 'paper' }], 'other')).json).toMatchObject({ type: 'storage_file_type_unsupported' });
    expect((await begin([{ fileId: 'none' }], 'other')).status).toBe(404);
    // HEIC is read in the process, which may not make code of strings.
    const heic = await readFile(path.join(import.meta.dirname, '../../../test/fixtures/photograph.heic'));
    await uploadSmallFile(admin, { id: 'heic', name: 'IMG_3.HEIC', content: new Uint8Array(heic) });
    expect((await admin.call('GET', `${files}/heic`)).json).toMatchObject({ mimeType: 'image/heic', warning: null });
    expect(await make([{ fileId: 'heic' }], 'of-heic')).toMatchObject({ state: 'made' });
    expect((await begin([], 'other')).status).toBe(400);
    expect(
      (
        await begin(
          Array.from({ length: 101 }, () => ({ fileId: 'one' })),
          'other',
        )
      ).status,
    ).toBe(400);
  },
);

test('only administrators make, list and stop PDFs of photographs', async () => {
  await using library = await openLibrary();
  const { admin, begin, services } = library;
  for (const caller of [library.visitor, library.student]) {
    expect((await begin(both, 'theirs', caller)).status).toBe(401);
    for (const method of ['GET', 'DELETE']) expect((await caller.call(method, '/photographs/theirs')).status).toBe(401);
  }
  // One is made, twenty wait, and the next gets Retry-After.
  const ids = Array.from({ length: 22 }, (_, index) => `paper-${index}`);
  const answers = await Promise.all(ids.map((id) => begin(both, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 21 }, () => 202), 503]);
  expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('60');
  for (const id of ids.toReversed()) expect((await admin.call('DELETE', `/photographs/${id}`)).status).toBe(204);
  await services.photographs.idle();
  expect((await admin.call('GET', '/photographs/paper-0')).status).toBe(404);
  expect((await admin.call('GET', `${files}/one`)).status).toBe(200);
});
