import { expect, test } from 'vitest';
import { startUnpackThread } from '#scripts/import/start-unpack-thread.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { makeDocx, makeOdt } from '#test/support/office-documents.ts';
import { gatherFiles } from './gather-files.ts';
import { intakeLimits, type NotTaken } from './intake-file.ts';

const limits = { ...intakeLimits, fileBytes: 200 * 1024 * 1024 };
const pdf = '%PDF-1.4 some bytes';
const paper =
  '<h1>Operating Systems 2078</h1><p>1. Explain the banker’s algorithm with an example.</p><p>2. What is a trap?</p>';
const latin = (text: string) => Buffer.from(text, 'latin1');

/** Judges the files: returns the names of accepted files, of pictures, and the kinds of the others. */
async function judge(files: Record<string, string | Uint8Array>) {
  const chosen = Object.entries(files).map(([path, content]) => {
    const blob = new Blob([content as BlobPart]);
    return { path, sizeBytes: blob.size, open: async () => blob };
  });
  const taken: string[] = [];
  const pictures: string[] = [];
  const documents: string[] = [];
  const left: NotTaken[] = [];
  for await (const found of gatherFiles(chosen, limits, startUnpackThread)) {
    if ('file' in found) taken.push(found.file.path);
    else if ('picture' in found) pictures.push(found.picture.path);
    else if ('office' in found) documents.push(found.office.name);
    else left.push(found.notTaken);
  }
  return { taken, pictures, documents, left, kinds: Object.fromEntries(left.map(({ path, kind }) => [path, kind])) };
}

/** Judges the files as a folder and as a zip archive. */
async function judgeBoth(files: Record<string, string>) {
  const folder = await judge(files);
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: Buffer.from(content),
    isPacked: true,
  }));
  const archive = await judge({ 'a.zip': makeZip(entries) });
  const without = (path: string) => path.replace(/^a\.zip\//, '');
  expect(archive.taken.map(without)).toEqual(folder.taken);
  expect(archive.left.map((each) => ({ ...each, path: without(each.path) }))).toEqual(folder.left);
  return folder;
}

const saved = (pieces: string) =>
  `<!doctype html><title>DSA</title><img src="${pieces}/figure1.png">${paper}<iframe src="${pieces}/frame.html"></iframe>`;

test.each([
  ['Chrome and Firefox in English', 'DSA 2078_files'],
  ['German', 'DSA 2078-Dateien'],
  ['French', 'DSA 2078_fichiers'],
  ['Spanish', 'DSA 2078_archivos'],
  ['Word', 'DSA 2078.files'],
  ['old Opera', 'DSA 2078 files'],
  ['Nepali', 'DSA 2078_फ़ाइलें'],
  ['a language that is not listed', 'DSA 2078_vahanavut'],
])('the pieces of a saved page are left out, as %s names their folder', async (_, pieces) => {
  const { taken, left } = await judgeBoth({
    'drive/DSA 2078.html': saved(encodeURI(pieces)),
    [`drive/${pieces}/figure1.png`]: 'x',
    [`drive/${pieces}/frame.html`]: paper,
    [`drive/${pieces}/deeper/style.css`]: 'p {}',
    'drive/other.pdf': pdf,
  });
  expect(taken).toEqual(['drive/DSA 2078.html', 'drive/other.pdf']);
  expect(new Set(left.map(({ kind, reason }) => `${kind}: ${reason}`))).toEqual(
    new Set(['piece: It is a piece of the saved page “DSA 2078.html”.']),
  );
});

test('a folder whose name a browser has truncated belongs to the page that refers to it', async () => {
  const title = 'A very long title of a paper of the fourth semester';
  const { taken } = await judge({
    [`${title} 2078.html`]: saved(encodeURI(`${title.slice(0, 30)}_files`)),
    [`${title.slice(0, 30)}_files/frame.html`]: paper,
  });
  expect(taken).toEqual([`${title} 2078.html`]);
});

test("a folder whose name only begins like a page's is accepted, and so are PDFs among the parts of a page", async () => {
  const { taken } = await judgeBoth({
    'Unit 1.html': paper,
    'Unit 1 notes/a.html': paper,
    'Unit 1_files/handout.pdf': pdf,
    'Unit 2_files/a.html': paper,
  });
  expect(taken).toEqual(['Unit 1.html', 'Unit 1 notes/a.html', 'Unit 1_files/handout.pdf', 'Unit 2_files/a.html']);
});

test('a page with hardly any text is left out', async () => {
  const { kinds, taken } = await judgeBoth({
    'CSIT/Web/Lab/table.html': '<table border="1"><tr><td>1<td>2</table>',
    'CSIT/Web/Lab/hello.html': '<html><head><title>My first page of HTML in the lab</title><body>Hello',
    'CSIT/OS/scan.html': `<p><img src="data:image/png;base64,${'A'.repeat(50)}">`,
    'CSIT/OS/2078.html': '<title>x</title><h1>OS 2078</h1><p>1. Explain thrashing.',
    'CSIT/Réseaux/2022.xhtml': "<h1>Réseaux informatiques 2022</h1><p>Étude d'un cas</p>",
    'CSIT/试卷.html': '<h1>操作系统期末试卷</h1>',
  });
  expect(kinds).toEqual({ 'CSIT/Web/Lab/table.html': 'blank', 'CSIT/Web/Lab/hello.html': 'blank' });
  expect(taken).toHaveLength(4);
});

const long = 'A paragraph with many words that say nothing about any subject. '.repeat(12);

test('the pages of a web project are left out, with its styles, scripts and the files next to them', async () => {
  const { taken, kinds } = await judgeBoth({
    'site/index.html': `<link rel="stylesheet" href="css/style.css"><p>${long}`,
    'site/about.html': `<a href="index.html">Home</a><p>${long}`,
    'site/css/style.css': 'p {}',
    'lab/form.html': '<form>Name <input> Address <input> Telephone of the student <button>Send</button>',
    'lab/flex.html': '<script src="custom.js"></script><p>One two three four five six.',
    'lab/rows.html': '<table><tr><td>Name<td>Age<td>Address<td>Telephone<td>Marks in mathematics</table>',
    'lab/text.html': `<p>${long}`,
    'papers/2078.html': paper,
  });
  expect(taken).toEqual(['papers/2078.html']);
  expect(new Set(Object.values(kinds).filter((kind) => kind !== 'program'))).toEqual(new Set(['project']));
});

test("papers among the files of a site are accepted, even with the site's styles next to them", async () => {
  const { taken } = await judgeBoth({
    'site/index.html': `<link rel="stylesheet" href="style.css"><a href="os-2078.html">OS</a><p>${long}`,
    'site/style.css': 'p {}',
    'site/os-2078.html': `<link rel="stylesheet" href="style.css"><p>Full Marks: 60. Attempt any two questions.${paper}`,
    'site/dsa-2078.html': `<link rel="stylesheet" href="style.css">${paper}`,
  });
  expect(taken).toEqual(['site/os-2078.html', 'site/dsa-2078.html']);
});

test('a generated listing is left out, even if some of its pages look like papers', async () => {
  const code = (name: string) =>
    `<pre>/* ${name} */\n#include "a.h"\nint main(void) {\n  return 0; /* [5] */\n}\n</pre><p>1. see also the other file of it`;
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`html/file_${index}.html`, code(`${index}`)]),
  );
  const { taken, kinds } = await judgeBoth({
    ...pages,
    'html/time.html': '<p>Time: 30 s. A report about the runs of it.',
  });
  expect(taken).toEqual([]);
  expect(new Set(Object.values(kinds))).toEqual(new Set(['listing']));
  const single = await judge({ 'docs/a.html': `<meta name="generator" content="Doxygen 1.9"><p>${long}` });
  expect(single.kinds).toEqual({ 'docs/a.html': 'listing' });
});

test('installed programs are left out with everything in them', async () => {
  const { taken, kinds } = await judgeBoth({
    'projects/env/pyvenv.cfg': 'x',
    'projects/env/Lib/site-packages/plot/icon.pdf': pdf,
    'projects/env/Scripts/run.html': paper,
    'projects/node_modules/a/README.md': 'x',
    'projects/node_modules/a/doc.html': paper,
    'projects/report.pdf': pdf,
  });
  expect(taken).toEqual(['projects/report.pdf']);
  expect(kinds).toEqual({
    'projects/env/pyvenv.cfg': 'environment',
    'projects/env/Lib/site-packages/plot/icon.pdf': 'environment',
    'projects/env/Scripts/run.html': 'environment',
    'projects/node_modules/a/README.md': 'leftover',
    'projects/node_modules/a/doc.html': 'packages',
  });
});

test('files without a known extension are judged by their bytes and get the right extension', async () => {
  const { taken, pictures, kinds } = await judge({
    'OS/DBMS 2079 without ending': pdf,
    'OS/a.pdf (1)': pdf,
    'OS/Unit 2.3 notes': pdf,
    'OS/Old paper': `<!DOCTYPE html>${paper}`,
    'OS/scan': latin('\xff\xd8\xff\xe0 a photograph'),
    'OS/paper.jfif': latin('\xff\xd8\xff\xe0 a photograph'),
    'OS/drawn': 'GIF89a a picture of another kind',
    'OS/Makefile': 'all:\n\tcc a.c',
    'OS/wrong.html': pdf,
  });
  expect(taken).toEqual([
    'OS/DBMS 2079 without ending.pdf',
    'OS/a (1).pdf',
    'OS/Unit 2.3 notes.pdf',
    'OS/Old paper.html',
    'OS/wrong.pdf',
  ]);
  expect(pictures).toEqual(['OS/scan', 'OS/paper.jfif']);
  expect(kinds).toEqual({ 'OS/drawn': 'picture', 'OS/Makefile': 'other' });
});

test('a file that is not a PDF is refused when it is opened', async () => {
  const files = { 'photo.pdf': latin('\xff\xd8\xff\xe0'), 'none.pdf': 'text', 'page.html': 'a\0b' };
  const reasons: unknown[] = [];
  const chosen = Object.entries(files).map(([path, content]) => {
    const blob = new Blob([content as BlobPart]);
    return { path, sizeBytes: blob.size, open: async () => blob };
  });
  for await (const found of gatherFiles(chosen, limits, startUnpackThread)) {
    if ('notTaken' in found) reasons.push(found.notTaken.reason);
    else if ('file' in found) await found.file.open().catch((error: Error) => reasons.push(error.message));
  }
  expect(reasons).toEqual([
    'The file is named .pdf but is not a PDF.',
    'The file is named .pdf but is not a PDF.',
    'The file is named .html but is not a web page.',
  ]);
});

test('names decoded with a wrong encoding are repaired, with their folders', async () => {
  const { taken } = await judge({ 'drive/L”sungen/FranÃ§ais.pdf': pdf });
  expect(taken).toEqual(['drive/Lösungen/Français.pdf']);
});

test('leftovers of systems and programs are distinguished from files that somebody may need', async () => {
  const files = [
    '~$unit 1.docx',
    '_$img.pptx',
    'README.md',
    'notes.txt~',
    '.DS_Store',
    '._x.pdf',
    'Thumbs.db',
    'a.tmp',
  ];
  const { kinds } = await judge(
    Object.fromEntries([...files, 'unit 1.pages', 'x.key', 'notes.txt'].map((name) => [name, 'x'])),
  );
  expect(kinds).toEqual({
    ...Object.fromEntries(files.map((name) => [name, 'leftover'])),
    'unit 1.pages': 'document',
    'x.key': 'slides',
    'notes.txt': 'text',
  });
});

test('office documents are taken, also by their bytes, unless the PDF of the same name is beside them', async () => {
  const { taken, documents, left } = await judge({
    'OS/paper 2079.docx': makeDocx(['One']),
    'OS/without an extension': makeDocx(['One']),
    'OS/unit 1.PPTX': 'x',
    'OS/Unit 1.pdf': pdf,
    'OS/unit 2.odt': makeOdt(['Two']),
    'slides/unit 1.ppt': 'x',
  });
  expect(taken).toEqual(['OS/Unit 1.pdf']);
  expect(documents).toEqual(['paper 2079.docx', 'without an extension.docx', 'unit 2.odt', 'unit 1.ppt']);
  expect(left).toEqual([
    { path: 'OS/unit 1.PPTX', kind: 'slides', reason: 'The PDF of the same name is taken instead.' },
  ]);
});
