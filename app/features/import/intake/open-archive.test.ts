import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startUnpackThread } from '#scripts/import/start-unpack-thread.ts';
import { makeZip, type ZipEntry } from '#test/support/make-zip.ts';
import { intakeLimits, type Found, type IntakeLimits } from './intake-file.ts';
import { openArchive } from './open-archive.ts';
import { createUnpacker } from './unpacker.ts';

const limits: IntakeLimits = { ...intakeLimits, fileBytes: 200 * 1024 * 1024 };
const pdf = Buffer.from('%PDF-1.4 some bytes');
const page = Buffer.from('<h1>Operating Systems</h1><p>1. What is a semaphore? Explain with an example.');
const open = (entries: readonly ZipEntry[], less: Partial<IntakeLimits> = {}) =>
  openBytes('drive.zip', makeZip(entries), { ...limits, ...less });

function openBytes(path: string, bytes: Uint8Array<ArrayBuffer>, its = limits): Promise<Found[]> {
  const blob = new Blob([bytes]);
  const unpacker = createUnpacker(startUnpackThread, its.unpackedBytes);
  return openArchive({ path, sizeBytes: blob.size, open: async () => blob }, its, unpacker);
}
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
  const found = await open([entry('CSIT/Sem 4/OS.pdf', { isPacked: true }), entry('CSIT/paper.html', { bytes: page })]);
  expect(paths(found)).toEqual(['drive.zip/CSIT/Sem 4/OS.pdf', 'drive.zip/CSIT/paper.html']);
  expect(await read(found)).toEqual([String(pdf), String(page)]);
});

test('system files and hidden files are leftovers, empty files are empty, other kinds have a reason, and folders are ignored', async () => {
  const found = await open([
    entry('__MACOSX/CSIT/._OS.pdf'),
    entry('CSIT/.DS_Store'),
    entry('CSIT/Thumbs.db'),
    entry('CSIT/.hidden/OS.pdf'),
    entry('CSIT/empty.pdf', { bytes: Buffer.alloc(0) }),
    entry('CSIT/', { bytes: Buffer.alloc(0), mode: 0o040755 }),
    entry('CSIT/photo.JPG'),
    entry('CSIT/notes.pages'),
    entry('CSIT/program.exe'),
  ]);
  expect(paths(found)).toEqual([]);
  expect(found.flatMap((each) => ('picture' in each ? [each.picture.path] : []))).toEqual(['drive.zip/CSIT/photo.JPG']);
  expect(found.flatMap((each) => ('notTaken' in each ? [each.notTaken.kind] : []))).toEqual([
    ...Array.from({ length: 4 }, () => 'leftover'),
    'empty',
    'document',
    'program',
  ]);
  expect(refusals(found).slice(5)).toEqual([
    ['drive.zip/CSIT/notes.pages', 'Save it as a PDF first.'],
    ['drive.zip/CSIT/program.exe', 'It is a program file.'],
  ]);
});

test('names in three scripts are read with and without the UTF-8 flag of the archive', async () => {
  const found = await open([
    entry('प्रश्नपत्र/अपरेटिङ सिस्टम २०७९.pdf', { isMarked: true }),
    entry('操作系统/试卷.pdf'),
    entry('Системы/экзамен.pdf'),
  ]);
  expect(paths(found)).toEqual([
    'drive.zip/प्रश्नपत्र/अपरेटिङ सिस्टम २०७९.pdf',
    'drive.zip/操作系统/试卷.pdf',
    'drive.zip/Системы/экзамен.pdf',
  ]);
});

test.each([
  ['code page 437', '72 82 73 75 6d 82', 'résumé'],
  ['windows-1252', '52 e9 73 65 61 75 78', 'Réseaux'],
  ['code page 850', '43 6f 6d 70 75 74 61 87 c6 6f', 'Computação'],
  ['code page 866', '9d aa a7 a0 ac a5 ad', 'Экзамен'],
  ['GBK', 'b2 d9 d7 f7 cf b5 cd b3', '操作系统'],
  ['Shift JIS, with a backslash within a character', '95 5c 82 c6 8e 8e 8c b1', '表と試験'],
])('names in %s are read', async (_, hex, name) => {
  const raw = (ending: string) => Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.from(ending)]);
  for (const mode of [0o100644, 0]) {
    const found = await open([entry(raw('/1.pdf'), { mode }), entry(raw(' 2.pdf'), { mode }), entry('plain.pdf')]);
    expect(paths(found)).toEqual([`drive.zip/${name}/1.pdf`, `drive.zip/${name} 2.pdf`, 'drive.zip/plain.pdf']);
  }
});

test('the field for Unicode paths takes precedence over the bytes if it belongs to them', async () => {
  const found = await open([
    entry('?????? 2079.pdf', { unicodePath: 'नेपाली 2079.pdf' }),
    entry('other.pdf', { unicodePath: 'नेपाली.pdf', unicodePathOf: 'another name' }),
  ]);
  expect(paths(found)).toEqual(['drive.zip/नेपाली 2079.pdf', 'drive.zip/other.pdf']);
});

describe('hostile archives', () => {
  test('relative parent paths, absolute paths, links and locked entries are refused, and the rest is accepted', async () => {
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

  test('a zip bomb is refused by its claimed size, and never unpacked beyond a false claim', async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024);
    const bomb = await open([entry('bomb.pdf', { bytes: zeros, isPacked: true })]);
    expect(refusals(bomb)).toEqual([['drive.zip/bomb.pdf', 'It is compressed so much that it may be malicious.']]);
    const liar = await open([entry('liar.pdf', { bytes: zeros, isPacked: true, saidBytes: 1000 })]);
    const [error] = await read(liar);
    expect(String(error)).toMatch(/larger than its archive says|can’t be unpacked/);
    const boaster = await open([entry('boaster.pdf', { saidBytes: 1000 })]);
    expect(String((await read(boaster))[0])).toMatch(/smaller than its archive says|can’t be unpacked/);
  });

  test('too many entries, too many bytes in total or too large a file are refused with a sentence', async () => {
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

  test('ten thousand entries are accepted', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`folder ${index % 50}/${index}.pdf`));
    expect(paths(await open(many))).toHaveLength(10_000);
  });

  test('an archive that claims more than four gigabytes is refused before anything is unpacked', async () => {
    const huge = Array.from({ length: 22 }, (_, index) => entry(`${index}.pdf`, { saidBytes: limits.fileBytes }));
    expect(refusals(await open(huge, { ratio: Infinity }))).toEqual([
      ['drive.zip', 'Unpacked, the archive has more than 4 GB. Divide it.'],
    ]);
  });

  test('files that are not a zip archive, truncated or empty are reported', async () => {
    const damaged = 'The archive is damaged, or not a zip archive.';
    const whole = makeZip([entry('OS.pdf')]);
    for (const bytes of [Buffer.from('nothing'), whole.subarray(0, whole.length - 30), Buffer.alloc(0)]) {
      const found = await openBytes('a.zip', new Uint8Array(bytes));
      expect(refusals(found)).toEqual([['a.zip', damaged]]);
    }
    expect(await openBytes('a.zip', makeZip([]))).toEqual([]);
  });
});

describe('archives in archives', () => {
  test('archives in archives are opened to the depth of the limit, and their paths count as folders', async () => {
    const nested = (depth: number): Buffer<ArrayBuffer> =>
      makeZip([
        entry(`level ${depth}.pdf`),
        ...(depth > 1 ? [entry(`inner ${depth}.zip`, { bytes: nested(depth - 1) })] : []),
      ]);
    const allowed = await open([entry('CSIT.zip', { bytes: nested(intakeLimits.archiveDepth - 1) })]);
    expect(paths(allowed)).toEqual([
      'drive.zip/CSIT.zip/level 3.pdf',
      'drive.zip/CSIT.zip/inner 3.zip/level 2.pdf',
      'drive.zip/CSIT.zip/inner 3.zip/inner 2.zip/level 1.pdf',
    ]);
    expect(refusals(allowed)).toEqual([]);
    expect(await read(allowed)).toEqual(Array.from({ length: 3 }, () => String(pdf)));
    const deeper = await open([entry('CSIT.zip', { bytes: nested(intakeLimits.archiveDepth) })]);
    expect(paths(deeper)).toHaveLength(3);
    expect(refusals(deeper)).toEqual([
      [
        'drive.zip/CSIT.zip/inner 4.zip/inner 3.zip/inner 2.zip',
        'It is nested more than 4 deep in other archives. Unpack it first.',
      ],
    ]);
  });

  test('archives in an archive share its limits of entries and bytes', async () => {
    const inner = makeZip([entry('1.pdf'), entry('2.pdf')]);
    const holder = [entry('inner.zip', { bytes: inner })];
    expect(paths(await open(holder, { entries: 3 }))).toHaveLength(2);
    expect(refusals(await open(holder, { entries: 2 }))).toEqual([
      ['drive.zip/inner.zip', 'The archive has more than 2 entries. Divide it.'],
    ]);
    const archiveBytes = inner.length + 2 * pdf.length;
    expect(paths(await open(holder, { archiveBytes }))).toHaveLength(2);
    expect(refusals(await open(holder, { archiveBytes: archiveBytes - 1 }))).toEqual([
      ['drive.zip', expect.stringContaining('Divide it.')],
    ]);
    expect(paths(await open(holder, { innerArchiveBytes: inner.length }))).toHaveLength(2);
    expect(refusals(await open(holder, { innerArchiveBytes: inner.length - 1 }))).toEqual([
      ['drive.zip/inner.zip', 'An archive within an archive may have at most 0 MB. Unpack it first.'],
    ]);
  });

  test('an entry at the limit of the ratio is accepted, above it refused, in an inner archive too', async () => {
    const zeros = Buffer.concat([pdf, Buffer.alloc(2 * 1024 * 1024)]);
    const bomb = [entry('bomb.pdf', { bytes: zeros, isPacked: true })];
    const ratio = zeros.length / deflateRawSync(zeros).length;
    for (const entries of [bomb, [entry('inner.zip', { bytes: makeZip(bomb) })]]) {
      expect(paths(await open(entries, { ratio: Math.ceil(ratio) }))).toHaveLength(1);
      const refused = await open(entries, { ratio: Math.floor(ratio) });
      expect(refusals(refused).map(([, reason]) => reason)).toEqual([
        'It is compressed so much that it may be malicious.',
      ]);
    }
  });
});
