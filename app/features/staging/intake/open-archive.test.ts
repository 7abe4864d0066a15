import { describe, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '#test/support/make-zip.ts';
import type { Found } from './intake-file.ts';
import { intakeLimits, type IntakeLimits } from './intake-limits.ts';
import { openArchive } from './open-archive.ts';

const limits: IntakeLimits = { ...intakeLimits, fileBytes: 200 * 1024 * 1024 };
const pdf = Buffer.from('%PDF-1.4 some bytes');
const open = (entries: readonly ZipEntry[], less: Partial<IntakeLimits> = {}) =>
  openArchive('drive.zip', new Blob([makeZip(entries)]), { ...limits, ...less });
const entry = (name: ZipEntry['name'], more: Partial<ZipEntry> = {}): ZipEntry => ({ name, bytes: pdf, ...more });
const paths = (found: readonly Found[]) => found.flatMap((each) => ('file' in each ? [each.file.path] : []));
const refusals = (found: readonly Found[]) =>
  found.flatMap((each) => ('notTaken' in each ? [[each.notTaken.path, each.notTaken.reason]] : []));

async function read(found: readonly Found[]): Promise<(string | Error)[]> {
  const files = found.flatMap((each) => ('file' in each ? [each.file] : []));
  return Promise.all(
    files.map(({ open: openFile }) =>
      openFile().then(
        (blob) => blob.text(),
        (error: unknown) => error as Error,
      ),
    ),
  );
}

test('files of an archive keep their folders, and are unpacked when they are opened', async () => {
  const found = await open([entry('CSIT/Sem 4/OS.pdf', { isPacked: true }), entry('CSIT/paper.html')]);
  expect(paths(found)).toEqual(['drive.zip/CSIT/Sem 4/OS.pdf', 'drive.zip/CSIT/paper.html']);
  expect(await read(found)).toEqual([String(pdf), String(pdf)]);
});

test('what systems leave, hidden and empty files and folders are skipped in silence; other kinds are told', async () => {
  const found = await open([
    entry('__MACOSX/CSIT/._OS.pdf'),
    entry('CSIT/.DS_Store'),
    entry('CSIT/Thumbs.db'),
    entry('CSIT/.hidden/OS.pdf'),
    entry('CSIT/empty.pdf', { bytes: Buffer.alloc(0) }),
    entry('CSIT/', { bytes: Buffer.alloc(0), mode: 0o040755 }),
    entry('CSIT/photo.JPG'),
    entry('CSIT/notes.docx'),
    entry('CSIT/program.exe'),
  ]);
  expect(paths(found)).toEqual([]);
  expect(refusals(found)).toEqual([
    ['drive.zip/CSIT/photo.JPG', 'It is a picture. Make one PDF of the pages first.'],
    ['drive.zip/CSIT/notes.docx', 'Save it as a PDF first.'],
    ['drive.zip/CSIT/program.exe', 'Only PDF and HTML files are taken.'],
  ]);
});

test('names in three scripts and in an encoding of the last century are read', async () => {
  const found = await open([
    entry('प्रश्नपत्र/अपरेटिङ सिस्टम २०७९.pdf', { isMarked: true }),
    // As by programs that write UTF-8 without saying so.
    entry('操作系统/试卷.pdf'),
    entry('Системы/экзамен.pdf'),
    // é in code page 437.
    entry(Buffer.from([0x72, 0x82, 0x73, 0x75, 0x6d, 0x82, 0x2e, 0x70, 0x64, 0x66])),
  ]);
  expect(paths(found)).toEqual([
    'drive.zip/प्रश्नपत्र/अपरेटिङ सिस्टम २०७९.pdf',
    'drive.zip/操作系统/试卷.pdf',
    'drive.zip/Системы/экзамен.pdf',
    'drive.zip/résumé.pdf',
  ]);
});

describe('hostile archives', () => {
  test('paths that climb or are absolute, links and locked entries are refused, and the rest is taken', async () => {
    const found = await open([
      entry('../../etc/OS.pdf'),
      entry('..\\OS.pdf'),
      entry('/etc/OS.pdf'),
      entry('C:\\Users\\OS.pdf'),
      entry('CSIT/link.pdf', { mode: 0o120777 }),
      entry('CSIT/locked.pdf', { isEncrypted: true }),
      entry('CSIT/OS.pdf'),
    ]);
    expect(paths(found)).toEqual(['drive.zip/CSIT/OS.pdf']);
    expect(refusals(found).map(([, reason]) => reason)).toEqual([
      ...Array.from({ length: 4 }, () => 'Its path leads out of the archive.'),
      'It is a link, not a file.',
      'The archive needs a password. Unpack it first.',
    ]);
  });

  test('a bomb is refused by what it says, and unpacked no further than it says if that is not true', async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024);
    const bomb = await open([entry('bomb.pdf', { bytes: zeros, isPacked: true })]);
    expect(refusals(bomb)).toEqual([['drive.zip/bomb.pdf', 'It is packed so densely that it may be a trap.']]);
    const liar = await open([entry('liar.pdf', { bytes: zeros, isPacked: true, saidBytes: 1000 })]);
    const [error] = await read(liar);
    expect(String(error)).toMatch(/larger than its archive says|cannot be unpacked/);
    const boaster = await open([entry('boaster.pdf', { saidBytes: 1000 })]);
    expect(String((await read(boaster))[0])).toMatch(/smaller than its archive says|cannot be unpacked/);
  });

  test('too many entries, too many bytes in all or too large a file are refused with a sentence', async () => {
    const many = Array.from({ length: 4 }, (_, index) => entry(`${index}.pdf`));
    expect(refusals(await open(many, { entries: 3 }))).toEqual([
      ['drive.zip', 'The archive has more than 3 entries. Divide it.'],
    ]);
    expect(paths(await open(many, { entries: 4 }))).toHaveLength(4);
    expect(refusals(await open(many, { archiveBytes: 3.5 * pdf.length }))).toEqual([
      ['drive.zip', expect.stringContaining('Divide it.')],
    ]);
    expect(refusals(await open(many.slice(0, 1), { fileBytes: 10 }))).toEqual([
      ['drive.zip/0.pdf', 'It is larger than 0 MB, the largest file accepted.'],
    ]);
  });

  test('ten thousand entries are taken', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`folder ${index % 50}/${index}.pdf`));
    expect(paths(await open(many))).toHaveLength(10_000);
  });

  test('an archive of more than four gigabytes, as it says, is refused before anything is unpacked', async () => {
    const huge = Array.from({ length: 22 }, (_, index) => entry(`${index}.pdf`, { saidBytes: limits.fileBytes }));
    expect(refusals(await open(huge, { ratio: Infinity }))).toEqual([
      ['drive.zip', 'Unpacked, the archive has more than 4 GB. Divide it.'],
    ]);
  });

  test('an archive in an archive is opened, one in that is not, and they share the limits', async () => {
    const innermost = makeZip([entry('deep.pdf')]);
    const inner = makeZip([entry('inner.pdf'), entry('innermost.zip', { bytes: innermost })]);
    const found = await open([entry('inner.zip', { bytes: inner })]);
    expect(paths(found)).toEqual(['drive.zip/inner.zip/inner.pdf']);
    expect(refusals(found)).toEqual([
      ['drive.zip/inner.zip/innermost.zip', 'Archives within archives within archives are not opened.'],
    ]);
    const limited = await open([entry('inner.zip', { bytes: inner })], { entries: 2 });
    expect(refusals(limited)).toEqual([['drive.zip/inner.zip', 'The archive has more than 2 entries. Divide it.']]);
  });

  test('what is not a zip archive, cut off or empty is told', async () => {
    const damaged = 'The archive is damaged, or not a zip archive.';
    const whole = makeZip([entry('OS.pdf')]);
    for (const bytes of [Buffer.from('nothing'), whole.subarray(0, whole.length - 30), Buffer.alloc(0)]) {
      const found = await openArchive('a.zip', new Blob([new Uint8Array(bytes)]), limits);
      expect(refusals(found)).toEqual([['a.zip', damaged]]);
    }
    expect(await openArchive('a.zip', new Blob([makeZip([])]), limits)).toEqual([]);
  });
});
