import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileExtension, isOfficeDocument, judgedBytes, typeByBytes } from '#domain/file-type.ts';
import { createRandom } from '#bench/documents/random.ts';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { makeZip } from '#test/support/make-zip.ts';
import {
  makeDocx,
  makeOdp,
  makeOdt,
  makeRtf,
  makeXlsx,
  officeSocket,
  whyNoOffice,
} from '#test/support/office-documents.ts';
import { isRunning } from '#test/support/running-programs.ts';
import { casesOf } from '#test/support/sweeps.ts';
import { findLibreOffice } from './find-libreoffice.ts';
import { createOfficeConverter, officeLimits, type OfficeLimits } from './office-converter.ts';
import { openRecordingSite } from '#test/support/recording-site.ts';

const live = new AbortController().signal;
const usual: OfficeLimits = { ...officeLimits, maxPdfBytes: 10_000_000 };
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-office-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(name: string, bytes: Buffer, { limits = usual, signal = live, find }: Given = {}) {
  const input = path.join(folder, 'input');
  await writeFile(input, bytes);
  const scratch = path.join(folder, 'scratch');
  await mkdir(scratch, { recursive: true });
  const converter = createOfficeConverter({
    scratch,
    log: pino({ level: 'silent' }),
    limits,
    ...(find && { find }),
  });
  const mediaType = typeByBytes(name, bytes)?.mediaType ?? '';
  const made = await converter.convert(input, { mediaType, extension: fileExtension(name) }, signal);
  expect(await readdir(scratch)).toEqual([]);
  return made;
}
type Given = { limits?: OfficeLimits; signal?: AbortSignal; find?: () => string | null };

/** Returns the text of each page of the PDF, and the share of the first page that is pictures. */
async function read(made: Awaited<ReturnType<typeof convert>>) {
  if (!('bytes' in made)) throw new Error(`no PDF: ${made.state}`);
  const file = path.join(folder, 'made.pdf');
  await writeFile(file, made.bytes);
  const pdf = await openPdf(file);
  if (typeof pdf === 'string') throw new Error(pdf);
  try {
    const limits = { characters: 10_000, fontSamples: 100, objects: 1000 };
    const pages = Array.from({ length: pdf.pageCount }, (_, index) => pdf.readText(index + 1, limits));
    return { texts: pages.map((page) => page?.text ?? ''), imageShare: pages[0]?.imageShare ?? 0 };
  } finally {
    pdf.close();
  }
}

describe.skipIf(whyNoOffice())('office documents', () => {
  const question = 'Define deadlock.';

  const kinds = casesOf(
    'documents',
    [
      ['paper.docx', makeDocx([question])],
      ['paper.odt', makeOdt([question])],
      ['paper.rtf', makeRtf([question])],
      ['slides.odp', makeOdp([question, 'Second slide'])],
      ['marks.xlsx', makeXlsx([[question], ['Second row']])],
    ] as const,
    ([name]) => name === 'paper.docx' || name === 'slides.odp',
  );
  test.each(kinds)('%s becomes a PDF with its text', async (name, bytes) => {
    const { texts } = await read(await convert(name, bytes));
    expect(texts[0]).toContain(question);
    expect(texts.length).toBe(name === 'slides.odp' ? 2 : 1);
  });

  test('Devanagari in Unicode stays Unicode', async () => {
    const { texts } = await read(await convert('a.docx', makeDocx(['नेपालको भूगोल र जलवायुको परिचय दिनुहोस्।'])));
    expect(texts[0]).toContain('भूगोल');
  });

  test('nothing that a document only refers to is loaded, from this machine or from the network', async () => {
    const text = path.join(folder, 'secret.txt');
    const picture = path.join(folder, 'secret.png');
    await writeFile(text, 'a file of this machine');
    await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toFile(picture);
    using site = await openRecordingSite();
    const address = site.url;
    for (const [name, bytes] of [
      ['a.docx', makeDocx(['Before'], { picture: `${pathToFileURL(picture)}` })],
      ['b.docx', makeDocx(['Before'], { picture: `${address}/picture.png` })],
      ['a.odt', makeOdt(['Before'], { section: `${pathToFileURL(text)}`, picture: `${pathToFileURL(picture)}` })],
      ['b.odt', makeOdt(['Before'], { section: `${address}/text.txt`, picture: `${address}/picture.png` })],
    ] as const) {
      const { texts, imageShare } = await read(await convert(name, bytes));
      expect(texts[0], name).toContain('Before');
      expect(texts[0], name).not.toContain('this machine');
      expect(imageShare, name).toBe(0);
    }
    expect(site.requests).toEqual([]);
  });

  test('a damaged document, one that is too slow, and one whose PDF is too large fail with their reason', async () => {
    const whole = makeDocx([question]);
    expect(await convert('a.docx', whole.subarray(0, 300))).toEqual({ state: 'damaged' });
    expect(await convert('a.docx', whole, { limits: { ...usual, jobMs: 1 } })).toEqual({ state: 'too-slow' });
    const random = createRandom(1);
    const lines = Array.from({ length: 3000 }, () => String(random()).repeat(3));
    const limits = { ...usual, maxPdfBytes: 50_000 };
    expect(await convert('a.docx', makeDocx(lines), { limits })).toEqual({ state: 'too-large' });
  });

  test('a LibreOffice that is stopped leaves no socket', async () => {
    const words = path.join(folder, 'words');
    const office = path.join(findLibreOffice() ?? '', 'soffice');
    const program = await installProgram(`echo "$1" > ${words}.new\nmv ${words}.new ${words}\nexec ${office} "$@"`);
    const aborting = new AbortController();
    const made = convert('a.docx', makeDocx(['One']), { signal: aborting.signal, find: () => program }).catch(() => 0);
    await expect.poll(() => existsSync(words), { timeout: 10_000 }).toBe(true);
    const socket = officeSocket((await readFile(words, 'utf8')).trim());
    await expect.poll(() => existsSync(socket), { timeout: 10_000 }).toBe(true);
    aborting.abort(new Error('the server stops'));
    expect(await made).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });
});

test('without LibreOffice a document is not made, and says so', async () => {
  expect(await convert('a.docx', makeDocx(['One']), { find: () => null })).toEqual({ state: 'not-installed' });
});

/** Writes a program in the place of LibreOffice, with this shell script, and returns its folder. */
async function installProgram(script: string): Promise<string> {
  const program = path.join(folder, 'program');
  await mkdir(program, { recursive: true });
  await writeFile(path.join(program, 'libswlo.so'), '');
  await writeFile(path.join(program, 'soffice'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

test('a program that uses too much processor time is ended, with all programs that it has started', async () => {
  const ids = path.join(folder, 'ids');
  const program = await installProgram(`sleep 600 &\necho $! > ${ids}\nwhile :; do :; done`);
  const limits = { ...usual, cpuMs: 1000 };
  expect(await convert('a.docx', makeDocx(['One']), { limits, find: () => program })).toEqual({ state: 'too-slow' });
  const id = Number(await readFile(ids, 'utf8'));
  await expect.poll(() => isRunning(id)).toBe(false);
});

test('an abort ends the running program, and leaves nothing', async () => {
  const ids = path.join(folder, 'running');
  const program = await installProgram(`echo $$ > ${ids}.new\nmv ${ids}.new ${ids}\nexec sleep 600`);
  const aborting = new AbortController();
  const made = convert('a.docx', makeDocx(['One']), { signal: aborting.signal, find: () => program }).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => existsSync(ids)).toBe(true);
  aborting.abort(new Error('the server stops'));
  expect(await made).toMatchObject({ message: 'the server stops' });
  expect(await readdir(path.join(folder, 'scratch'))).toEqual([]);
  const id = Number(await readFile(ids, 'utf8'));
  await expect.poll(() => isRunning(id)).toBe(false);
});

test('the type of an office document is judged by its bytes, and the old formats by their names as well', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const judge = (name: string, bytes: Uint8Array) => typeByBytes(name, bytes)?.mediaType ?? null;
  expect(judge('paper.pdf', makeDocx(['One']))).toMatch(/wordprocessingml\.document$/);
  expect(judge('marks', makeXlsx([['One']]))).toMatch(/spreadsheetml\.sheet$/);
  expect(judge('a.odt', makeOdp(['One']))).toBe('application/vnd.oasis.opendocument.presentation');
  expect(judge('a.doc', makeRtf(['One']))).toBe('application/rtf');
  expect(judge('a.DOC', ole)).toBe('application/msword');
  expect(judge('a.ppt', ole)).toBe('application/vnd.ms-powerpoint');
  expect(judge('setup.msi', ole)).toBeNull();
  expect(judge('a.docx', Buffer.from('PK\x03\x04, and no document'))).toBeNull();
  // As Google Docs exports it: the main part comes after large ones.
  const parts = ['word/numbering.xml', 'word/fonts/a.ttf', 'word/document.xml'];
  const late = makeZip(parts.map((name) => ({ name, bytes: Buffer.alloc(20_000, 'x') })));
  const head = late.subarray(0, judgedBytes);
  expect(judge('a.docx', head)).toMatch(/wordprocessingml\.document$/);
  expect(judge('a.zip', head)).toBeNull();
  expect(judge('a.pptx', head)).toBeNull();
  expect(isOfficeDocument('application/msword')).toBe(true);
  expect(isOfficeDocument('application/pdf')).toBe(false);
});
