import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compositionLimits } from '#contract/composition.ts';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { callAs, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makeBrokenPdf, makePdf, writePdf } from '#test/support/documents.ts';
import { files, openThreeCallers } from '#test/support/three-callers.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-composed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two pages of a paper next to each other on one sheet, 800 points wide and 600 high. */
const twoUp = writePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 800 600] >>',
  '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  (() => {
    const text = 'BT /F1 14 Tf 60 500 Td (Left half) Tj ET BT /F1 14 Tf 460 500 Td (Right half) Tj ET';
    return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  })(),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
]);

async function openLibrary() {
  const library = await openThreeCallers({ settings: { OCR_LANGUAGES: 'off' } });
  const { admin } = library;
  const add = (id: string, content: Buffer, name = `${id}.pdf`) =>
    uploadSmallFile(admin, { id, name, content: new Uint8Array(content) });
  await add('three', makePdf([['Alpha one'], ['Beta two'], ['Gamma three']]));
  await add('two-up', twoUp);
  const compose = (pages: unknown, fileId = 'new', caller = admin) =>
    caller.call('POST', '/compositions', { json: { fileId, name: 'new.pdf', pages } });
  /** Returns the text, width and height of each page of a stored PDF. */
  async function read(fileId: string) {
    const answer = await fetch(`${library.url}/v1${files}/${fileId}/download?project=examshelf`, {
      headers: { cookie: admin.cookie },
    });
    const file = path.join(folder, 'read.pdf');
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    try {
      return Array.from({ length: pdf.pageCount }, (_, index) => {
        const size = pdf.render(index + 1, 100);
        const text = pdf.readText(index + 1, { characters: 1000, fontSamples: 10, objects: 10 })?.text;
        return [text, size && size.width < size.height ? 'tall' : 'wide'];
      });
    } finally {
      pdf.close();
    }
  }
  return { ...library, add, compose, read };
}

test('pages are left out, moved, turned and joined, and their text stays', async () => {
  await using library = await openLibrary();
  const { admin, compose, read } = library;
  await admin.call('PUT', '/files/three/turns', { json: { turned: [{ first: 2, last: 2, degrees: 90 }] } });
  const pages = [
    { fileId: 'three', page: 3 },
    { fileId: 'three', page: 1, turn: 90 },
    { fileId: 'two-up', page: 1 },
    // The library shows it turned already, which becomes a part of the file.
    { fileId: 'three', page: 2 },
  ];
  expect((await compose(pages)).json).toEqual({ fileId: 'new', state: 'made' });
  const [third, first, sheet, second] = await read('new');
  expect([third, first, second]).toEqual([
    ['Gamma three', 'tall'],
    ['Alpha one', 'wide'],
    ['Beta two', 'wide'],
  ]);
  expect(sheet?.[0]).toContain('Left half');
  const { text } = await admin.call('GET', `${files}/new/view`);
  expect(text).toContain('/ExamshelfPages({"files":["three","two-up"],"runs":[[0,3,1],[0,1,1],[1,1,1],[0,2,1]]})');
  expect((await admin.call('GET', `${files}/new`)).json).toMatchObject({
    name: 'new.pdf',
    mimeType: 'application/pdf',
  });
  // The sources stay as they are.
  expect((await read('three')).map(([text]) => text)).toEqual(['Alpha one', 'Beta two', 'Gamma three']);
});

test('a sheet with two pages is cut into halves as the library shows it, each with its own text only', async () => {
  await using library = await openLibrary();
  const { admin, compose, read } = library;
  const half = (part: string, turn = 0) => ({ fileId: 'two-up', page: 1, part, turn });
  await compose([half('left'), half('right'), half('left', 90)]);
  expect(await read('new')).toEqual([
    ['Left half', 'tall'],
    ['Right half', 'tall'],
    ['Left half', 'wide'],
  ]);
  // Shown turned by 90 degrees, its left side is at the top.
  await admin.call('PUT', '/files/two-up/turns', { json: { turned: [{ first: 1, last: 1, degrees: 90 }] } });
  await compose([half('top'), half('bottom', 270)], 'turned');
  expect(await read('turned')).toEqual([
    ['Left half', 'wide'],
    ['Right half', 'tall'],
  ]);
});

test('a repeated request has the same result, and the id of another file is refused', async () => {
  await using library = await openLibrary();
  const { admin, compose, services } = library;
  const pages = [{ fileId: 'three', page: 2 }];
  const same = await Promise.all([compose(pages), compose(pages)]);
  expect(same.map(({ json }) => json)).toEqual(Array.from({ length: 2 }, () => ({ fileId: 'new', state: 'made' })));
  const first = (await admin.call('GET', `${files}/new`)).json;
  expect((await compose(pages)).json).toEqual({ fileId: 'new', state: 'made' });
  expect((await admin.call('GET', `${files}/new`)).json).toEqual(first);
  expect((await compose([{ fileId: 'three', page: 1 }])).status).toBe(409);
  expect((await compose(pages, 'three')).json).toMatchObject({ type: 'storage_file_already_exists' });
  // Nothing is left of the work.
  await services.composing.idle();
  const left = await readdir(path.join(library.dataDir, 'compositions'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test('files and pages that cannot be used are refused with a reason, and no file is made', async () => {
  await using library = await openLibrary();
  const { admin, add, compose, url, student } = library;
  await add('locked', await readFile('test/fixtures/locked.pdf'));
  await add('damaged', makeBrokenPdf());
  await add('page', Buffer.from('<!doctype html><title>A</title><p>Hello'), 'page.html');
  const refused = async (...pages: unknown[]) => {
    const { status, json } = await compose(pages);
    return [status, json['message']];
  };
  const fine = { fileId: 'three', page: 1 };
  expect(await refused(fine, { fileId: 'locked', page: 1 })).toEqual([
    400,
    '"locked.pdf" needs a password. Save it without one, and upload that.',
  ]);
  expect(await refused({ fileId: 'damaged', page: 1 })).toEqual([
    400,
    expect.stringContaining('"damaged.pdf" is damaged'),
  ]);
  expect(await refused({ fileId: 'page', page: 1 })).toEqual([
    400,
    expect.stringContaining('"page.html" isn\'t a PDF'),
  ]);
  expect(await refused({ fileId: 'three', page: 4 })).toEqual([400, expect.stringContaining('has only 3 pages')]);
  expect(await refused({ fileId: 'none', page: 1 })).toEqual([404, expect.any(String)]);
  expect((await compose([])).status).toBe(400);
  const many = Array.from({ length: compositionLimits.maxPages + 1 }, () => fine);
  expect(await refused(...many)).toEqual([400, expect.stringContaining('at most 2000 pages')]);
  for (const caller of [callAs(url), student]) expect((await compose([fine], 'new', caller)).status).toBe(401);
  expect((await admin.call('GET', `${files}/new`)).status).toBe(404);
});
