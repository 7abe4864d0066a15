import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  makeLockedRar5,
  makeRar4,
  makeRar5,
  makeSevenZip,
  makeTar,
  type ArchiveFile,
} from '#test/support/make-archives.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { gatherFiles } from './gather-files.ts';
import { intakeLimits, type IntakeLimits, type NotTaken } from './intake-file.ts';
import { unpackArchive } from './unpack-archive.ts';
import type { StartUnpacking } from './unpacker.ts';

const limits: IntakeLimits = { ...intakeLimits, fileBytes: 200 * 1024 * 1024 };
/** Unpacks without a thread; `run-import.test.ts` does so with one. */
const startHere: StartUnpacking = (request, onReply, onError) => {
  unpackArchive(request, onReply).catch(onError);
  return () => undefined;
};
const pdf = Buffer.from('%PDF-1.4 some bytes');
const file = (name: string, bytes: Uint8Array = pdf): ArchiveFile => ({ name, bytes });

/** Gathers the files of one archive. */
async function open(name: string, bytes: Buffer<ArrayBuffer>, less: Partial<IntakeLimits> = {}) {
  const blob = new Blob([bytes]);
  const chosen = [{ path: name, sizeBytes: blob.size, open: async () => blob }];
  const taken: Record<string, string> = {};
  const left: NotTaken[] = [];
  for await (const found of gatherFiles(chosen, { ...limits, ...less }, startHere))
    if ('notTaken' in found) left.push(found.notTaken);
    else if ('file' in found) taken[found.file.path] = await (await found.file.open()).text();
  return { taken, names: Object.keys(taken), left, reasons: left.map(({ path, reason }) => `${path}: ${reason}`) };
}

const formats: [string, (files: readonly ArchiveFile[]) => Buffer<ArrayBuffer>][] = [
  ['a.rar', makeRar5],
  ['a.rar', makeRar4],
  ['a.7z', makeSevenZip],
  ['a.tar', makeTar],
  ['a.tar.gz', (files) => gzipSync(makeTar(files)) as Buffer<ArrayBuffer>],
];

test.each(formats)('the files of an archive keep their folders and bytes: %s by %o', async (name, make) => {
  const { taken, left } = await open(name, make([file('CSIT/Sem 4/OS.pdf'), file('CSIT/photo.exe'), file('DSA.pdf')]));
  expect(taken).toEqual({ [`${name}/CSIT/Sem 4/OS.pdf`]: String(pdf), [`${name}/DSA.pdf`]: String(pdf) });
  expect(left).toEqual([{ path: `${name}/CSIT/photo.exe`, kind: 'program', reason: 'It is a program file.' }]);
});

test('names in three scripts are read in RAR 5, 7z and tar', async () => {
  const names = ['प्रश्नपत्र/अपरेटिङ सिस्टम २०७९.pdf', '操作系统/试卷.pdf', 'Системы/экзамен.pdf'];
  for (const make of [makeRar5, makeSevenZip, makeTar])
    expect((await open('a.rar', make(names.map((name) => file(name))))).names).toEqual(
      names.map((name) => `a.rar/${name}`),
    );
});

test('a 7z archive packed by LZMA is unpacked', async () => {
  // Made with bsdtar from a text of ours.
  const lzma = Buffer.from(lzmaExample, 'base64');
  const { taken } = await open('a.7z', lzma);
  expect(Object.keys(taken)).toEqual(['a.7z/पुरानो/OS 2079.pdf']);
  expect(taken['a.7z/पुरानो/OS 2079.pdf']).toBe(`%PDF-1.4 ${'Explain semaphores. '.repeat(200)}`);
});

test('the bytes decide the format of an archive, not its name', async () => {
  const files = [file('OS.pdf')];
  for (const name of ['a.zip', 'a.rar', 'a.7z', 'papers of 2079'])
    for (const make of [makeRar5, makeRar4, makeSevenZip, (each: ArchiveFile[]) => makeZip(each)])
      expect((await open(name, make(files))).names).toEqual([`${name}/OS.pdf`]);
  expect((await open('a.rar', Buffer.from('no archive'))).left).toEqual([
    { path: 'a.rar', kind: 'archive', reason: 'It isn’t a ZIP, RAR, 7z or tar archive. Unpack it first.' },
  ]);
});

test('archives of different formats in each other are opened', async () => {
  const inner = makeSevenZip([file('OS.pdf')]);
  const middle = makeZip([file('Sem 4.7z', inner)]);
  const { taken, left } = await open('drive.rar', makeRar5([file('CSIT.zip', middle), file('DSA.pdf')]));
  expect(taken).toEqual({ 'drive.rar/CSIT.zip/Sem 4.7z/OS.pdf': String(pdf), 'drive.rar/DSA.pdf': String(pdf) });
  expect(left).toEqual([]);
});

describe('archives that cannot be opened', () => {
  const locked = 'The archive needs a password. Unpack it first.';
  const damaged =
    'It can’t be unpacked: it is damaged, needs a password, or is packed by an unusual method. Unpack it first.';
  const part = 'It is one part of a split archive. Unpack it with all its parts first.';

  test('encrypted archives and files are reported, and other files accepted', async () => {
    expect((await open('a.rar', makeLockedRar5())).reasons).toEqual([`a.rar: ${locked}`]);
    expect((await open('a.rar', makeRar4([file('OS.pdf')], { archiveFlags: 0x80 }))).reasons).toEqual([
      `a.rar: ${locked}`,
    ]);
    const some = await open('a.rar', makeRar4([file('open.pdf'), { ...file('locked.pdf'), isEncrypted: true }]));
    expect(some.names).toEqual(['a.rar/open.pdf']);
    expect(some.reasons).toEqual([`a.rar/locked.pdf: ${locked}`]);
  });

  test('the parts of a split archive are reported', async () => {
    expect((await open('a.part1.rar', makeRar5([file('OS.pdf')], { archiveFlags: 1 }))).reasons).toEqual([
      `a.part1.rar: ${part}`,
    ]);
    expect((await open('a.r00', makeRar4([file('OS.pdf')], { archiveFlags: 1 }))).reasons).toEqual([`a.r00: ${part}`]);
    expect((await open('a.7z.001', makeSevenZip([file('OS.pdf')]))).reasons).toEqual([`a.7z.001: ${part}`]);
  });

  test('of a damaged archive, the files before the damage are accepted and the rest is reported', async () => {
    const whole = makeRar5([file('1.pdf'), file('2.pdf'), file('3.pdf')]);
    const { names, reasons } = await open('a.rar', whole.subarray(0, whole.length - 10));
    expect(names).toEqual(['a.rar/1.pdf', 'a.rar/2.pdf']);
    expect(reasons).toEqual([expect.stringMatching(/^a\.rar: .+ can’t be read to its end/), `a.rar/3.pdf: ${damaged}`]);
    const start = (bytes: Buffer<ArrayBuffer>, length: number) => bytes.subarray(0, length) as Buffer<ArrayBuffer>;
    expect((await open('a.7z', start(makeSevenZip([file('1.pdf')]), 60))).reasons).toEqual([`a.7z: ${damaged}`]);
    expect((await open('a.rar', start(whole, 20))).reasons).toEqual([
      'a.rar: The archive has no files, or is damaged.',
    ]);
  });

  test('links and paths that lead out of the archive are refused', async () => {
    const { names, reasons } = await open(
      'a.tar',
      makeTar([{ ...file('link.pdf', Buffer.alloc(0)), linkTo: '/etc/passwd' }, file('../../OS.pdf'), file('DSA.pdf')]),
    );
    expect(names).toEqual(['a.tar/DSA.pdf']);
    expect(reasons).toEqual([
      'a.tar/link.pdf: It is a link, not a file.',
      'a.tar/../../OS.pdf: Its path leads out of the archive.',
    ]);
  });
});

describe('limits', () => {
  const two = [file('1.pdf'), file('2.pdf')];

  test.each(formats.slice(0, 4))('each limit of %s by %o holds at its value, and not above it', async (name, make) => {
    const bytes = make(two);
    const accepts = async (less: Partial<IntakeLimits>) =>
      expect((await open(name, bytes, less)).names).toEqual([`${name}/1.pdf`, `${name}/2.pdf`]);
    const refuses = async (less: Partial<IntakeLimits>, reason: string) =>
      expect(await open(name, bytes, less)).toMatchObject({ names: [], reasons: [`${name}: ${reason}`] });
    await accepts({ entries: 2 });
    await refuses({ entries: 1 }, 'The archive has more than 1 entries. Divide it.');
    await accepts({ archiveBytes: 2 * pdf.length });
    await refuses({ archiveBytes: 2 * pdf.length - 1 }, 'Unpacked, the archive has more than 0 GB. Divide it.');
    await accepts({ unpackedBytes: 2 * pdf.length });
    await refuses(
      { unpackedBytes: 2 * pdf.length - 1 },
      'Unpacked, the archive has more than 0 GB that may be papers. Unpack it first.',
    );
    await accepts({ packedBytes: bytes.length });
    await refuses(
      { packedBytes: bytes.length - 1 },
      'An archive that is not ZIP may have at most 0 MB. Unpack it first.',
    );
  });

  test('an archive that unpacks to more than the ratio is refused, and in another archive too', async () => {
    const zeros = Buffer.concat([pdf, Buffer.alloc(2 * 1024 * 1024)]);
    const bomb = gzipSync(makeTar([file('bomb.pdf', zeros)])) as Buffer<ArrayBuffer>;
    const ratio = zeros.length / bomb.length;
    expect((await open('a.tgz', bomb, { ratio: Math.ceil(ratio) })).names).toEqual(['a.tgz/bomb.pdf']);
    const reason = 'It is compressed so much that it may be malicious.';
    expect((await open('a.tgz', bomb, { ratio: Math.floor(ratio) })).reasons).toEqual([`a.tgz: ${reason}`]);
    expect((await open('a.rar', makeRar5([file('b.tgz', bomb)]))).reasons).toEqual([`a.rar/b.tgz: ${reason}`]);
  });

  test('archives of several formats in each other share the limits of depth, entries and bytes', async () => {
    const inner = makeRar5(two);
    const outer = makeSevenZip([file('inner.rar', inner)]);
    const archiveBytes = inner.length + 2 * pdf.length;
    expect(await open('a.7z', outer, { archiveDepth: 2, entries: 3, archiveBytes })).toMatchObject({
      names: ['a.7z/inner.rar/1.pdf', 'a.7z/inner.rar/2.pdf'],
      reasons: [],
    });
    const reasonOf = async (less: Partial<IntakeLimits>) => (await open('a.7z', outer, less)).reasons;
    expect(await reasonOf({ archiveDepth: 1 })).toEqual([
      'a.7z/inner.rar: It is nested more than 1 deep in other archives. Unpack it first.',
    ]);
    expect(await reasonOf({ entries: 2 })).toEqual(['a.7z/inner.rar: The archive has more than 2 entries. Divide it.']);
    expect(await reasonOf({ archiveBytes: archiveBytes - 1 })).toEqual([
      'a.7z/inner.rar: Unpacked, the archive has more than 0 GB. Divide it.',
    ]);
    expect(await reasonOf({ innerArchiveBytes: inner.length - 1 })).toEqual([
      'a.7z/inner.rar: An archive within an archive may have at most 0 MB. Unpack it first.',
    ]);
  });
});

const lzmaExample =
  'N3q8ryccAAP33p09PgAAAAAAAAB9AAAAAAAAABaIQ/sAEpQEhHCtpMcnhW6EF5tzA0NxIW66k1djktROc01P1o8Rpc+bJt5I+a+WM59bNT6S2da/K+jZEy//+u+gAAEEBgABCT4ABwsBAAEjAwEBBV0AAIAADI+pAAgKAcclhBgAAAUBEScAKglBCTAJPgkoCUsJLwBPAFMAIAAyADAANwA5AC4AcABkAGYAAAAUCgEA0tHYGdeA3QESCgEA0tHYGdeA3QETCgEAh2TYGdeA3QEVBgEAIICkgQAA';
