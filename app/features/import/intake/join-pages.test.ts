import { expect, test } from 'vitest';
import { startUnpackThread } from '#scripts/import/start-unpack-thread.ts';
import { makeRar5, makeSevenZip, makeTar } from '#test/support/make-archives.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { gatherFiles } from './gather-files.ts';
import { intakeLimits, type NotTaken } from './intake-file.ts';

const limits = { ...intakeLimits, fileBytes: 200 * 1024 * 1024 };
const paper = '<h1>Operating Systems 2078</h1><p>1. Explain paging with the figure below, and one example of it.</p>';
const gif = 'GIF89a picture';
const gifUrl = `data:image/gif;base64,${btoa(gif)}`;
const inner = (body: string) => `<meta charset="utf-8">${paper}${body}`;

type Content = string | Uint8Array;

/** Gathers the files; returns the text of each accepted one, and the others with their kind and reason. */
async function gather(files: Record<string, Content>, fileBytes = limits.fileBytes) {
  const chosen = Object.entries(files).map(([path, content]) => {
    const blob = new Blob([content as BlobPart]);
    return { path, sizeBytes: blob.size, open: async () => blob };
  });
  const taken: Record<string, string> = {};
  const left: Record<string, NotTaken> = {};
  const opened: (() => Promise<void>)[] = [];
  for await (const found of gatherFiles(chosen, { ...limits, fileBytes }, startUnpackThread)) {
    if ('notTaken' in found) left[found.notTaken.path] = found.notTaken;
    if (!('file' in found)) continue;
    const { file } = found;
    const text = async () => (await file.open()).text();
    taken[file.path] = await text();
    expect([file.path.split('/').at(-1), new Blob([taken[file.path] ?? '']).size]).toEqual([file.name, file.sizeBytes]);
    opened.push(async () => expect(await text()).toBe(taken[file.path]));
  }
  // An upload opens the files again later, in any order.
  for (const again of opened.toReversed()) await again();
  const kinds = Object.fromEntries(Object.entries(left).map(([path, { kind }]) => [path, kind]));
  return { taken, left, kinds };
}

const savedPage = {
  'drive/OS 2078.html': inner(
    '<link rel="stylesheet" href="OS%202078_files/s.css"><img src="./OS%202078_files/1.gif"><script src="OS%202078_files/a.js"></script>',
  ),
  'drive/OS 2078_files/1.gif': gif,
  'drive/OS 2078_files/2.gif': 'GIF89a not shown',
  'drive/OS 2078_files/s.css': 'p { background: url(sub/b.gif) }',
  'drive/OS 2078_files/sub/b.gif': gif,
  'drive/OS 2078_files/a.js': 'alert(1)',
};
const joined = inner(
  `<style>p { background: url("${gifUrl}") }</style><img src="${gifUrl}"><script src="OS%202078_files/a.js"></script>`,
);

test('a saved page and its pictures are one file; the report names the pieces that are in it, and the others', async () => {
  const { taken, left, kinds } = await gather(savedPage);
  expect(taken).toEqual({ 'drive/OS 2078.html': joined });
  expect(kinds).toEqual({
    'drive/OS 2078_files/1.gif': 'joined',
    'drive/OS 2078_files/2.gif': 'piece',
    'drive/OS 2078_files/s.css': 'joined',
    'drive/OS 2078_files/sub/b.gif': 'joined',
    'drive/OS 2078_files/a.js': 'piece',
  });
  expect(left['drive/OS 2078_files/1.gif']?.reason).toBe('It is inside the saved page “OS 2078.html” now.');
  expect(left['drive/OS 2078_files/2.gif']?.reason).toBe('It is a piece of the saved page “OS 2078.html”.');
});

test('several saved pages keep their own pictures, whichever comes first in the list', async () => {
  const { taken } = await gather({
    'a_files/1.gif': 'GIF89a of a',
    'b.html': inner('<img src="b_files/1.gif">'),
    'a.html': inner('<img src="a_files/1.gif">'),
    'b_files/1.gif': 'GIF89a of b',
  });
  expect(taken).toEqual({
    'a.html': inner(`<img src="data:image/gif;base64,${btoa('GIF89a of a')}">`),
    'b.html': inner(`<img src="data:image/gif;base64,${btoa('GIF89a of b')}">`),
  });
});

test.each([
  ['a.zip', makeZip],
  ['a.rar', makeRar5],
  ['a.7z', makeSevenZip],
  ['a.tar', makeTar],
])('a saved page in an archive is one file: %s', async (name, makeArchive) => {
  const entries = Object.entries(savedPage).map(([path, content]) => ({ name: path, bytes: Buffer.from(content) }));
  const { taken } = await gather({ [name]: await makeArchive(entries) });
  expect(taken).toEqual({ [`${name}/drive/OS 2078.html`]: joined });
});

test.each([
  'a_files/../../../etc/passwd',
  '../a_files/../../secret.gif',
  '../secret.gif',
  '../../drive/a_files/1.gif',
  'a_files%2f1.gif',
  'a_files/..%2f..%2fsecret.gif',
  'a_files/%2e%2e/%2e%2e/secret.gif',
  'a_files\\..\\..\\secret.gif',
  'beside.gif',
  'b_files/1.gif',
  '/a_files/1.gif',
  'file:///drive/a_files/1.gif',
  'file:a_files/1.gif',
  '//a_files/1.gif',
  'http://a.example/a_files/1.gif',
  'a_files/1%00.gif',
  'a_files/none.gif',
  'a_files/empty.gif',
  'a_files',
])('only files in the folder of a page are found: %s is not', async (address) => {
  const page = inner(`<img src="${address}">`);
  const files = {
    'secret.gif': gif,
    'drive/beside.gif': gif,
    'drive/b_files/1.gif': gif,
    'drive/a.html': page,
    'drive/a_files/1.gif': gif,
    'drive/a_files/empty.gif': '',
  };
  expect((await gather(files)).taken).toEqual({ 'drive/a.html': page });
});

test.each([
  ['Bild%20eins.gif', 'Bild eins.gif'],
  ['%E0%A4%AA%E0%A5%8D%E0%A4%B0.gif', 'प्र.gif'],
  ['100%.gif', '100%.gif'],
  ['50%25.gif', '50%25.gif'],
  ['50%25.gif', '50%.gif'],
  ['I.GIF?v=1#a', 'i.gif'],
  ['é.gif', 'e\u0301.gif'],
  ['x/../1.gif', '1.gif'],
])('a file is found by its address in the page: %s is %s', async (address, name) => {
  const { taken } = await gather({ 'a.html': inner(`<img src="a_files\\${address}">`), [`a_files/${name}`]: gif });
  expect(taken).toEqual({ 'a.html': inner(`<img src="${gifUrl}">`) });
});

test('a page in another encoding becomes UTF-8 with its pictures, and keeps its bytes without', async () => {
  const latin = (text: string) => Buffer.from(text.replace('utf-8', 'windows-1252'), 'latin1');
  const page = inner('<p>Übung <img src="a_files/1.gif">');
  const { taken } = await gather({ 'a.html': latin(page), 'a_files/1.gif': gif });
  expect(taken).toEqual({ 'a.html': page.replace('a_files/1.gif', gifUrl) });
  const wide = Buffer.from(`\ufeff${page}`, 'utf16le');
  expect((await gather({ 'a.html': wide, 'a_files/1.gif': gif })).taken).toEqual(taken);
  const chosen = [{ path: 'a.html', sizeBytes: page.length, open: async () => new Blob([latin(page) as BlobPart]) }];
  for await (const found of gatherFiles(chosen, limits, startUnpackThread)) {
    if (!('file' in found)) throw new Error('It is not accepted.');
    expect(Buffer.from(await (await found.file.open()).arrayBuffer())).toEqual(latin(page));
  }
});

test('pictures for which a page has no room are left out, with the number and the reason', async () => {
  const page = inner('<img src="a_files/1.gif"><img src="a_files/2.gif"><img src="a_files/3.gif">');
  const megabyte = 1024 * 1024;
  const { taken, left } = await gather(
    {
      'a.html': page,
      'a_files/1.gif': gif,
      'a_files/2.gif': gif.padEnd(megabyte),
      'a_files/3.gif': gif.padEnd(2 * megabyte),
    },
    megabyte,
  );
  expect(taken).toEqual({ 'a.html': page.replace('a_files/1.gif', gifUrl) });
  const reason = 'The page “a.html” was added without 2 of its pictures and other files: it would be larger than 1 MB.';
  expect(left).toEqual({
    'a_files/1.gif': { path: 'a_files/1.gif', kind: 'joined', reason: 'It is inside the saved page “a.html” now.' },
    'a_files/2.gif': { path: 'a_files/2.gif', reason },
    'a_files/3.gif': { path: 'a_files/3.gif', reason },
  });
});

test('a page whose text is not searched completely gets no pictures beyond that size', async () => {
  const half = gif.padEnd(7 * 1024 * 1024);
  const { left } = await gather({
    'a.html': inner('<img src="a_files/1.gif"><img src="a_files/2.gif">'),
    'a_files/1.gif': half,
    'a_files/2.gif': half,
  });
  expect(Object.values(left).map(({ path, kind }) => [path, kind])).toEqual([
    ['a_files/1.gif', 'joined'],
    ['a_files/2.gif', undefined],
  ]);
  expect(left['a_files/2.gif']?.reason).toBe(
    'The page “a.html” was added without one of its pictures and other files: it would be larger than 16 MB.',
  );
});

test('the pieces of a page that is no paper are left out with it', async () => {
  const { taken, kinds } = await gather({ 'a.html': '<img src="a_files/1.gif">', 'a_files/1.gif': gif });
  expect([taken, kinds]).toEqual([{}, { 'a.html': 'blank', 'a_files/1.gif': 'piece' }]);
});

const mhtml = (body: string, more = '') =>
  `From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n` +
  `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n` +
  `--b\r\nContent-Type: image/gif\r\nContent-ID: <1>\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(gif)}\r\n${more}--b--\r\n`;
const latinBytes = (text: string) => Buffer.from(text, 'latin1');

test('MHTML becomes a page with its pictures, by its bytes, also in archives', async () => {
  const file = latinBytes(mhtml(inner('<img src="cid:1">')));
  const { taken, left } = await gather({
    'OS/DBMS 2079.mht': file,
    'OS/Unit 1.5.MHTML': file,
    'OS/saved.html': file,
    'OS/without ending': file,
    'OS/same.mht': file,
    'OS/same.html': inner(''),
    'OS/a.zip': makeZip([{ name: 'x.mht', bytes: file }]),
    'OS/a.7z': makeSevenZip([{ name: 'y.mht', bytes: file }]),
  });
  const page = inner(`<img src="${gifUrl}">`);
  expect(taken).toEqual({
    'OS/DBMS 2079.html': page,
    'OS/Unit 1.5.html': page,
    'OS/saved.html': page,
    'OS/without ending.html': page,
    'OS/same.mht.html': page,
    'OS/same.html': inner(''),
    'OS/a.zip/x.html': page,
    'OS/a.7z/y.html': page,
  });
  expect(left).toEqual({});
});

test('MHTML that is damaged, too large or something else is refused with the reason', async () => {
  const large = `--b\r\nContent-Type: image/gif\r\nContent-ID: <2>\r\n\r\n${gif.padEnd(2000)}\r\n`;
  const { taken, left } = await gather(
    {
      'cut.mht': latinBytes('MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b'),
      'none.mht': 'The exam is on Monday.',
      'page.mht': `<!doctype html>${inner('')}`,
      'long.mht': latinBytes(mhtml(inner('<p>1.').padEnd(5000))),
      'pictures.mht': latinBytes(mhtml(inner('<img src="cid:1"><img src="cid:2">'), large)),
    },
    2600,
  );
  expect(taken).toEqual({
    'page.html': `<!doctype html>${inner('')}`,
    'pictures.html': inner(`<img src="${gifUrl}"><img src="cid:2">`),
  });
  expect(Object.values(left)).toEqual([
    { path: 'cut.mht', reason: 'It contains no web page, or is damaged.' },
    { path: 'none.mht', reason: 'The file is named .mht but is not a saved web page.' },
    { path: 'long.mht', reason: 'It is larger than 0 MB, the largest file accepted.' },
    {
      path: 'pictures.mht/2/image/gif',
      reason:
        'The page “pictures.html” was added without one of its pictures and other files: it would be larger than 0 MB.',
    },
  ]);
});
