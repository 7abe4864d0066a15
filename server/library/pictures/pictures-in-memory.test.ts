import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { FileRecord } from '#server/engines/database/database.ts';
import { fileRecord } from '#test/support/file-record.ts';
import { allOf } from '#test/support/all-of.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { makePdf } from '#test/support/documents.ts';
import { spareInputs } from './picture-cache.ts';
import { pictureLimits } from './picture-capacity.ts';
import { createPictureService } from './picture-service.ts';
import { picturesOnFullDisk, openSpareFolder, spareFolderOf } from './pictures-in-memory.ts';
import { createWorkerProcess } from '#server/machinery/processes/worker-process.ts';

const log = pino({ level: 'silent' });
const options = { width: 160, page: 1, format: 'webp' } as const;
const deviceOf = (folder: string) =>
  stat(folder).then(
    ({ dev }) => dev,
    () => null,
  );
/** Between two file systems there are no hard links. */
const [inMemory, onDisk] = await Promise.all([deviceOf('/dev/shm'), deviceOf(tmpdir())]);
const hasTwoDisks = inMemory !== null && inMemory !== onDisk;

test.runIf(hasTwoDisks)('on a full disk a picture is made in memory without a copy of its file', async () => {
  await using library = await openLibrary({ maxCopiedBytes: 0 });
  const file = await library.store('a1', makePdf([['One']]));
  const made = await library.pictures.picture(file, options);
  expect(path.dirname(path.dirname(made.path))).toBe(spareFolderOf(library.memory, library.dataDir));
  expect((await library.names('pictures')).filter((name) => name.endsWith('.webp'))).toEqual([]);
});

test.runIf(hasTwoDisks)('a large file that could only be copied into memory is refused temporarily', async () => {
  const pdf = makePdf([['One']]);
  await using library = await openLibrary({ maxCopiedBytes: pdf.length });
  const small = await library.store('a1', pdf);
  const large = await library.store('a2', Buffer.concat([pdf, Buffer.from('\n')]));
  // In place of the folder for its hard link.
  await allOf(library.pictures.digests('here'));
  await writeFile(spareInputs(library.pictureFolder), '');
  await expect(library.pictures.picture(large, options)).rejects.toMatchObject({
    type: 'general_service_unavailable',
    headers: { 'Retry-After': '5' },
  });
  expect(await library.pictures.picture(small, options)).toMatchObject({ mediaType: 'image/webp' });
  await rm(spareInputs(library.pictureFolder));
  expect(await library.pictures.picture(large, options)).toMatchObject({ mediaType: 'image/webp' });
});

test('a process with a separate input folder gets a hard link of each file, and its folders are deleted with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-lent-'));
  const [program, input, scratch, inputs] = ['report.mjs', 'stored', 'scratch', 'inputs'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];
  await writeFile(
    program,
    `import fs from 'node:fs';
     import { serveJobs } from '${new URL('../../machinery/processes/serve-jobs.ts', import.meta.url).href}';
     serveJobs(async ({ path, output }) => {
       fs.writeFileSync(output, fs.readFileSync(path));
       return { path, names: fs.statSync(path).nlink };
     });`,
  );
  await writeFile(input, 'its one file');
  const worker = createWorkerProcess<{ kind: string }, { path: string; names: number }>({
    program: pathToFileURL(program),
    scratch,
    inputs: { scratch: inputs, maxCopiedBytes: 0 },
    log,
    limits: pictureLimits,
  });
  try {
    const outcome = await worker.run({ kind: 'report' }, input, async (reported) => reported);
    expect(outcome).toEqual({ path: expect.stringContaining(inputs + path.sep), names: 2 });
  } finally {
    await worker.close();
    expect([await readdir(scratch), await readdir(inputs)]).toEqual([[], []]);
    await rm(folder, { recursive: true });
  }
});

test('pictures in memory are deleted with their file, and listed for the sweep', async () => {
  await using library = await openLibrary();
  const [first, second] = [
    await library.store('a1', makePdf([['One']])),
    await library.store('a2', makePdf([['Two']])),
  ];
  library.disk.isLow = false;
  await library.pictures.picture(first, options);
  await using low = library.reopen();
  library.disk.isLow = true;
  const asked = low.pictures.picture(second, options);
  await expect.poll(() => low.pictures.waiting()).toBe(1);
  const made = await asked;
  expect((await allOf(low.pictures.digests('here'))).toSorted()).toEqual([first.sha256, second.sha256].toSorted());
  await low.pictures.forget(second.sha256);
  await expect(stat(made.path)).rejects.toThrow('ENOENT');
  expect(await allOf(low.pictures.digests('here'))).toEqual([first.sha256]);
  await low.pictures.forget(first.sha256);
  expect(await allOf(low.pictures.digests('here'))).toEqual([]);
});

test('the remains of a killed server in memory are deleted when the next one makes its first picture', async () => {
  await using library = await openLibrary();
  const file = await library.store('a1', makePdf([['One']]));
  const left = path.join(spareFolderOf(library.memory, library.dataDir), file.sha256);
  await mkdir(left, { recursive: true });
  const ofAnother = spareFolderOf(library.memory, path.join(library.dataDir, 'another'));
  await mkdir(ofAnother);
  library.disk.isLow = false;
  await library.pictures.picture(file, options);
  expect(await readdir(library.memory)).toEqual([path.basename(ofAnother)]);
});

test("the folder in memory is private and emptied when it is opened; other users' files are left alone", async () => {
  await using library = await openLibrary();
  const { memory, dataDir } = library;
  const folder = openSpareFolder(memory, dataDir);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await writeFile(path.join(folder, 'left'), 'of a killed server');
  expect(openSpareFolder(memory, dataDir)).toBe(folder);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });

  const theirs = path.join(dataDir, 'theirs');
  await mkdir(theirs);
  await writeFile(path.join(theirs, 'kept'), '');
  await symlink(theirs, folder);
  const other = openSpareFolder(memory, dataDir);
  expect(other).not.toBe(folder);
  expect([await readdir(other), await readdir(theirs)]).toEqual([[], ['kept']]);
});

test.runIf(process.getuid?.() === 0)('a folder in memory that another user made is not used', async () => {
  await using library = await openLibrary();
  const folder = spareFolderOf(library.memory, library.dataDir);
  await mkdir(path.join(folder, 'kept'), { recursive: true });
  await chown(folder, 12_345, 12_345);
  expect(openSpareFolder(library.memory, library.dataDir)).not.toBe(folder);
  expect(await readdir(folder)).toEqual(['kept']);
});

test('if the usual service fails to close, the other one is still closed and its folder deleted', async () => {
  await using library = await openLibrary();
  const file = await library.store('a1', makePdf([['One']]));
  let closed = 0;
  const usual = createPictureService({ storage: library.storage, directory: library.pictureFolder, log });
  const pictures = picturesOnFullDisk(
    {
      ...usual,
      async close() {
        await usual.close();
        throw new Error('injected');
      },
    },
    {
      ...library.parts,
      openSpare(directory) {
        const spare = library.parts.openSpare(directory);
        return {
          ...spare,
          async close() {
            await spare.close();
            closed += 1;
          },
        };
      },
    },
  );
  await pictures.picture(file, options);
  expect(await readdir(library.memory)).toHaveLength(1);
  await expect(pictures.close()).rejects.toThrow('injected');
  expect([closed, await readdir(library.memory)]).toEqual([1, []]);
});

/** Opens real services on a real store whose disk is low until the test says otherwise; in memory if that is possible. */
async function openLibrary({ maxCopiedBytes = 1024 * 1024 } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-full-'));
  const memory = await mkdtemp(path.join(hasTwoDisks ? '/dev/shm' : tmpdir(), 'examshelf-memory-'));
  const storage = await openDisk({ directory: path.join(dataDir, 'files') });
  const pictureFolder = path.join(dataDir, 'pictures');
  const disk = { isLow: true };
  const parts = {
    dataDir,
    memory,
    isDiskLow: async () => disk.isLow,
    openSpare: (directory: string) =>
      createPictureService({
        storage,
        directory,
        log,
        inputs: { scratch: spareInputs(pictureFolder), maxCopiedBytes },
      }),
  };
  const open = () => picturesOnFullDisk(createPictureService({ storage, directory: pictureFolder, log }), parts);
  const pictures = open();
  return {
    dataDir,
    memory,
    storage,
    pictureFolder,
    disk,
    parts,
    pictures,
    /** Lists everything below a folder of the data folder. */
    names: (name: string) => readdir(path.join(dataDir, name), { recursive: true }),
    reopen() {
      const next = open();
      return { pictures: next, [Symbol.asyncDispose]: () => next.close() };
    },
    async store(id: string, bytes: Buffer): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      return fileRecord(id, bytes);
    },
    async [Symbol.asyncDispose]() {
      await pictures.close();
      await storage.close();
      for (const folder of [dataDir, memory]) await rm(folder, { recursive: true, force: true });
    },
  };
}
