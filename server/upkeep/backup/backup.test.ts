import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { digestsOf, listTree, openSmallLibrary, type SmallLibrary } from '#test/support/small-library.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { pruneFolder } from '#server/upkeep/backup/daily/prune-folder.ts';
import { contentPath } from '#server/upkeep/backup/format/layout.ts';
import { endOfTar, indexTar, readTarEntry, tarHeader, tarPadding } from '#server/upkeep/backup/format/tar-file.ts';
import { BackupIsRunning, makeBackup, type BackupOptions } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const passphrase = 'four words and more';

/** Backs the library up; with a cheap encryption of the key, if encrypted. */
const backUp = (library: SmallLibrary, name: string, secret: string | null = null, options: BackupOptions = {}) =>
  makeBackup({ dataDir: library.dataDir, target: library.place(name), passphrase: secret, workFactor: 10 }, options);

const restore = (library: SmallLibrary, name: string, into = 'restored', secret: string | null = null) =>
  restoreBackup({ source: library.place(name), dataDir: library.place(into), passphrase: secret });

/** Stores three files: one of one block, one of several pieces, and one with the same bytes as the first. */
async function fillLibrary(library: SmallLibrary): Promise<Record<string, string>> {
  await library.add('one', 'the first file');
  await library.add('large', randomBytes(700_000));
  await library.add('twin', 'the first file');
  return digestsOf(library.dataDir);
}

describe.each([
  ['an archive', 'library.tar', null],
  ['an encrypted archive', 'library.tar', passphrase],
  ['a folder', 'backups', null],
  ['an encrypted folder', 'backups', passphrase],
])('%s', (_kind, name, secret) => {
  test('restores the same records and the same bytes, and opens as a library', async () => {
    await using library = await openSmallLibrary();
    const digests = await fillLibrary(library);
    await library.database.settings.set('fact', 'remembered');
    const made = await backUp(library, name, secret);
    expect(made).toMatchObject({ materials: 3, files: 3, missing: [] });
    expect(await restore(library, name, 'restored', secret)).toMatchObject({ materials: 3, files: 3, missing: [] });
    expect(await digestsOf(library.place('restored'))).toEqual(digests);
    const options = { publicUrl: 'https://library.test', ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' } };
    const restored = await openSqlite({ dataDir: library.place('restored'), ...options });
    expect(await restored.materials.find('large')).toEqual(await library.database.materials.find('large'));
    expect(await restored.settings.find('fact')).toBe('remembered');
    await restored.close();
  });

  test('is resumed after an interruption, without copying anything again', async () => {
    await using library = await openSmallLibrary();
    const digests = await fillLibrary(library);
    const stop = new AbortController();
    const progress: BackupOptions['progress'] = ({ done }) => done.files === 1 && stop.abort();
    await expect(backUp(library, name, secret, { progress, signal: stop.signal })).rejects.toThrow('aborted');
    await expect(restore(library, name, 'restored', secret)).rejects.toThrow(BackupProblem);
    const copied: number[] = [];
    const again = await backUp(library, name, secret, { progress: ({ total }) => copied.push(total.files) });
    expect(again.copiedBytes).toBe(700_000);
    expect(copied[0]).toBe(1);
    await restore(library, name, 'restored', secret);
    expect(await digestsOf(library.place('restored'))).toEqual(digests);
  });

  test('is refused if any part is changed, cut off or missing, and leaves nothing behind', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    await backUp(library, name, secret);
    const source = library.place(name);
    const files = name.endsWith('.tar') ? [source] : (await listTree(source)).map((each) => path.join(source, each));
    const before = await listTree(library.place('.'));
    let refused = 0;
    for (const file of files) {
      if ((await stat(file)).isDirectory()) continue;
      const bytes = await readFile(file);
      // Every region of a file: its start, its end, and positions between.
      const places = [
        ...new Set([0, 1, 600, 1100, ...[0.2, 0.5, 0.7, 0.9, 1].map((part) => Math.floor(bytes.length * part) - 1)]),
      ];
      const damages = places
        .filter((place) => place >= 0 && place < bytes.length)
        .flatMap((place) => {
          const flipped = Buffer.from(bytes);
          flipped[place] = (flipped[place] ?? 0) ^ 1;
          return [flipped, bytes.subarray(0, place)];
        });
      for (const damaged of damages) {
        await writeFile(file, damaged);
        await expect(restore(library, name, 'restored', secret), file).rejects.toThrow(BackupProblem);
        refused++;
      }
      await writeFile(file, bytes);
    }
    expect(refused).toBeGreaterThan(8);
    expect(await listTree(library.place('.'))).toEqual(before);
    await restore(library, name, 'restored', secret);
  });
});

test('leaves out a file that is purged during the backup, and includes one that is added meanwhile', async () => {
  await using library = await openSmallLibrary();
  await fillLibrary(library);
  let large = 'large';
  for (const name of ['library.tar', 'backups']) {
    const rounds: number[] = [];
    const seeRound = async (round: number) => {
      rounds.push(round);
      if (round > 2) return;
      await library.purge(round === 1 ? large : `${name}-1`);
      await library.add(`${name}-${round}`, `came in round ${round} of ${name}`);
    };
    await backUp(library, name, null, { seeRound });
    expect(rounds).toEqual([1, 2, 3]);
    await restore(library, name, `restored-${name}`);
    expect(await digestsOf(library.place(`restored-${name}`))).toEqual(await digestsOf(library.dataDir));
    large = `large-after-${name}`;
    await library.add(large, randomBytes(700_000));
  }
});

test('leaves an unfinished upload out of the backup', async () => {
  await using library = await openSmallLibrary();
  await library.add('one', 'the first file');
  const pending = { id: 'half', name: 'half.pdf', folder: '', sizeBytes: 10, chunksTotal: 2, ownerId: 'admin' };
  await library.database.files.insertPending(pending);
  await backUp(library, 'library.tar');
  await restore(library, 'library.tar');
  using copy = new DatabaseSync(path.join(library.place('restored'), sqliteFileName));
  expect(copy.prepare('select id from files').all()).toEqual([{ id: 'one' }]);
  expect(await library.database.files.find('half')).toMatchObject({ isFinished: false });
});

test('names files with lost or damaged bytes, and backs up everything else', async () => {
  await using library = await openSmallLibrary();
  await fillLibrary(library);
  await library.storage.remove('large');
  // The twin of this file has the same bytes, so nothing of the file is lost.
  await writeFile(path.join(library.dataDir, 'files', storedPath('one')), 'the first file'.toUpperCase());
  const missing = [expect.objectContaining({ id: 'large', name: 'large.pdf' })];
  expect(await backUp(library, 'backups')).toMatchObject({ files: 3, missing });
  expect(await restore(library, 'backups')).toMatchObject({ materials: 3, missing });
  expect(await readFile(path.join(library.place('restored'), 'files', storedPath('one')), 'utf8')).toBe(
    'the first file',
  );
});

test('never accepts a damaged database as a backup', async () => {
  await using library = await openSmallLibrary();
  await library.add('one', 'the first file');
  await backUp(library, 'library.tar');
  await restore(library, 'library.tar');
  const file = path.join(library.place('restored'), sqliteFileName);
  using database = new DatabaseSync(file);
  const { rootpage } = {
    ...database.prepare("select rootpage from sqlite_schema where name = 'files_by_digest'").get(),
  };
  const { page_size: pageBytes } = { ...database.prepare('pragma page_size').get() };
  database.close();
  // A page that no other statement of a backup reads.
  const bytes = await readFile(file);
  bytes.fill(0xff, (Number(rootpage) - 1) * Number(pageBytes) + 8, Number(rootpage) * Number(pageBytes));
  await writeFile(file, bytes);
  const job = { dataDir: library.place('restored'), target: library.place('backups'), passphrase: null };
  await expect(makeBackup(job)).rejects.toThrow('the database is damaged');
  await expect(restore(library, 'backups', 'again')).rejects.toThrow('no complete backup');
});

describe('a folder', () => {
  test('gets only new contents, and every backup in it can be restored', async () => {
    await using library = await openSmallLibrary();
    await fillLibrary(library);
    const first = await backUp(library, 'backups');
    const before = await digestsOf(library.dataDir);
    await library.add('later', 'a later file');
    await library.purge('large');
    const second = await backUp(library, 'backups');
    expect(second).toMatchObject({ copiedBytes: 12, files: 3 });
    expect([first.snapshot.slice(0, 6), second.snapshot.slice(0, 6)]).toEqual(['000001', '000002']);
    await restore(library, 'backups', 'newest');
    expect(Object.keys(await digestsOf(library.place('newest')))).toEqual(['one', 'twin', 'later']);
    const source = library.place('backups');
    await restoreBackup({ source, dataDir: library.place('first'), passphrase: null, snapshot: first.snapshot });
    expect(await digestsOf(library.place('first'))).toEqual(before);
    const unknown = { source, dataDir: library.place('none'), passphrase: null, snapshot: '000009' };
    await expect(restoreBackup(unknown)).rejects.toThrow(`has no backup 000009; it has ${first.snapshot}`);
  });

  test('retains the newest few by number, regardless of the clock, and the bytes they need', async () => {
    await using library = await openSmallLibrary();
    await fillLibrary(library);
    // The clock was far ahead when the first one was made.
    await backUp(library, 'backups', null, { now: () => Date.UTC(2099, 0, 1) });
    await library.purge('large');
    await backUp(library, 'backups');
    await backUp(library, 'backups');
    const folder = library.place('backups');
    expect(await pruneFolder({ folder, keep: 2, passphrase: null })).toEqual({ removed: 1, refused: null });
    const names = await listTree(folder);
    expect(names.filter((name) => name.includes('manifest'))).toHaveLength(2);
    expect(names.filter((name) => /files\/..\//.test(name))).toHaveLength(1);
    await restore(library, 'backups');
    expect(Object.keys(await digestsOf(library.place('restored')))).toEqual(['one', 'twin']);
  });

  test('retains older backups if the newest has less than half of their files', async () => {
    await using library = await openSmallLibrary();
    await fillLibrary(library);
    await backUp(library, 'backups');
    await library.purge('large');
    await library.purge('one');
    await backUp(library, 'backups');
    const folder = library.place('backups');
    const before = await listTree(folder);
    const { removed, refused } = await pruneFolder({ folder, keep: 1, passphrase: null });
    expect([removed, refused]).toEqual([0, expect.stringContaining('the newest backup has 1 files and 000001-')]);
    expect(await listTree(folder)).toEqual(before);
  });

  test('is refused if it contains other files, or backups of another library', async () => {
    await using library = await openSmallLibrary();
    await using other = await openSmallLibrary();
    await library.add('one', 'the first file');
    await mkdir(library.place('photos'));
    await writeFile(path.join(library.place('photos'), 'holiday.jpg'), 'a picture');
    await expect(backUp(library, 'photos')).rejects.toThrow('holds other things');
    expect(await listTree(library.place('photos'))).toEqual(['holiday.jpg']);
    await backUp(library, 'backups');
    using file = new DatabaseSync(path.join(other.dataDir, sqliteFileName));
    file.exec('update migrations set applied_at = applied_at - 1000');
    const job = { dataDir: other.dataDir, target: library.place('backups'), passphrase: null };
    await expect(makeBackup(job)).rejects.toThrow('holds the backups of another library');
  });
});

test('refuses to write a backup into the data folder or over an existing file', async () => {
  await using library = await openSmallLibrary();
  await writeFile(library.place('thesis.tar'), 'years of work');
  await expect(backUp(library, 'thesis.tar')).rejects.toThrow('exists already');
  await expect(backUp(library, 'missing/library.tar')).rejects.toThrow('library.tar does not exist; is its disk');
  await expect(backUp(library, 'data/backups/mine')).rejects.toThrow('inside the data folder');
  expect(await readFile(library.place('thesis.tar'), 'utf8')).toBe('years of work');
});

test('never makes two backups of one library simultaneously', async () => {
  await using library = await openSmallLibrary();
  await library.add('one', 'the first file');
  const seeRound = async () => {
    await expect(backUp(library, 'other')).rejects.toThrow(BackupIsRunning);
  };
  await backUp(library, 'backups', null, { seeRound });
  await backUp(library, 'other');
});

test('reports a wrong, missing or unnecessary passphrase', async () => {
  await using library = await openSmallLibrary();
  await library.add('one', 'the first file');
  await backUp(library, 'library.tar', passphrase);
  await backUp(library, 'locked', passphrase);
  await backUp(library, 'plain');
  for (const name of ['library.tar', 'locked']) {
    await expect(restore(library, name, 'restored', 'another one')).rejects.toThrow('the passphrase does not open');
    await expect(restore(library, name)).rejects.toThrow('is encrypted; give its passphrase');
  }
  await expect(backUp(library, 'locked', 'another passphrase')).rejects.toThrow('the passphrase does not open');
  await expect(backUp(library, 'locked')).rejects.toThrow('are encrypted; give their passphrase');
  await expect(backUp(library, 'plain', passphrase)).rejects.toThrow('are not encrypted');
  const text = await readFile(library.place('library.tar'), 'latin1');
  expect(text).not.toContain('the first file');
  expect(await listTree(library.place('.'))).not.toContain('restored');
});

describe('restoring', () => {
  test('is refused into a folder that is not empty, but not into an empty one', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    await backUp(library, 'library.tar');
    await mkdir(library.place('used'));
    await writeFile(path.join(library.place('used'), 'notes.txt'), 'mine');
    await expect(restore(library, 'library.tar', 'used')).rejects.toThrow(
      'is not empty and holds more than a library; name another folder',
    );
    await expect(restore(library, 'library.tar', 'data')).rejects.toThrow(
      'is not empty; stop the server and move the folder away',
    );
    await expect(restore(library, 'library.tar', 'used/notes.txt')).rejects.toThrow('is not a folder');
    expect(await listTree(library.place('used'))).toEqual(['notes.txt']);
    await mkdir(library.place('empty'));
    await restore(library, 'library.tar', 'empty');
    expect(Object.keys(await digestsOf(library.place('empty')))).toEqual(['one']);
  });

  test('refuses a source that is not a backup', async () => {
    await using library = await openSmallLibrary();
    const foreign = Buffer.concat([tarHeader('readme.txt', 5), Buffer.from('hello'), tarPadding(5), endOfTar]);
    await writeFile(library.place('foreign.tar'), foreign);
    await writeFile(library.place('picture.tar'), randomBytes(5000));
    await writeFile(library.place('empty.tar'), '');
    await mkdir(library.place('folder'));
    for (const name of ['foreign.tar', 'picture.tar', 'empty.tar', 'folder'])
      await expect(restore(library, name), name).rejects.toThrow('is not a backup made by Examshelf');
    await expect(restore(library, 'nowhere')).rejects.toThrow('does not exist');
    expect(await listTree(library.place('restored'))).toEqual([]);
  });

  test('ignores the remains of a killed restoration next to the data folder', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    await backUp(library, 'library.tar');
    await mkdir(library.place('restored.restoring/library'), { recursive: true });
    await writeFile(library.place('restored.restoring/restore.lock'), '');
    await writeFile(library.place('restored.restoring/library/half'), 'half');
    await restore(library, 'library.tar');
    expect(await listTree(library.place('restored.restoring'))).toEqual([]);
    expect(Object.keys(await digestsOf(library.place('restored')))).toEqual(['one']);
    await mkdir(library.place('third.restoring'));
    await writeFile(library.place('third.restoring/photo.jpg'), 'mine');
    await expect(restore(library, 'library.tar', 'third')).rejects.toThrow('is in the way');
    expect(await listTree(library.place('third.restoring'))).toEqual(['photo.jpg']);
  });

  test('refuses a backup of a newer release, or with other migrations', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    using file = new DatabaseSync(path.join(library.dataDir, sqliteFileName));
    file.exec("insert into migrations (name, digest, applied_at) values ('9999-future.sql', '', 0)");
    await backUp(library, 'newer.tar');
    await expect(restore(library, 'newer.tar')).rejects.toThrow('"9999-future.sql", which this release does not know');
    file.exec("delete from migrations where name = '9999-future.sql'");
    await backUp(library, 'backups');
    const header = path.join(library.place('backups'), 'examshelf-backup.json');
    await writeFile(header, (await readFile(header, 'utf8')).replace('"version":1', '"version":2'));
    await expect(restore(library, 'backups')).rejects.toThrow('was made by a newer release');
    expect(await listTree(library.place('restored'))).toEqual([]);
  });
});

describe('restoring a manipulated backup', () => {
  test.each([
    ['a path that climbs out', '../outside', 'File'],
    ['an absolute path', '/tmp/outside', 'File'],
    ['a path that climbs out of the files', 'files/aa/../../../outside', 'File'],
    ['a link', 'files/aa', 'SymbolicLink'],
  ])('refuses an archive with %s', async (_what, name, type) => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    await backUp(library, 'library.tar');
    const bytes = await readFile(library.place('library.tar'));
    const header = tarHeader(name, type === 'File' ? 5 : 0);
    if (type !== 'File') asLink(header, '/etc');
    const entry = type === 'File' ? [header, Buffer.from('hello'), tarPadding(5)] : [header];
    // After the first entry, so that it begins like a backup.
    await writeFile(
      library.place('hostile.tar'),
      Buffer.concat([bytes.subarray(0, 1024), ...entry, bytes.subarray(1024)]),
    );
    await expect(restore(library, 'hostile.tar')).rejects.toThrow('the backup is damaged');
    expect(await listTree(library.place('restored'))).toEqual([]);
    expect(await stat(library.place('outside')).catch(() => null)).toBeNull();
  });

  test('does not follow a link in a folder', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    await backUp(library, 'backups');
    const [file] = (await listTree(library.place('backups'))).filter((each) => /files\/..\/./.test(each));
    const stored = path.join(library.place('backups'), String(file));
    await rename(stored, library.place('elsewhere'));
    await symlink(library.place('elsewhere'), stored);
    await expect(restore(library, 'backups')).rejects.toThrow('the backup is damaged');
  });

  test('refuses a database that names a file by a path', async () => {
    await using library = await openSmallLibrary();
    await library.add('one', 'the first file');
    using file = new DatabaseSync(path.join(library.dataDir, sqliteFileName));
    file.exec("pragma foreign_keys = off; update files set id = '../../outside'");
    // As an attacker would, with bytes where the library would read them.
    const place = path.join(library.dataDir, 'files', storedPath('../../outside'));
    await mkdir(path.dirname(place), { recursive: true });
    await copyFile(path.join(library.dataDir, 'files', storedPath('one')), place);
    await backUp(library, 'backups');
    await rm(place);
    await expect(restore(library, 'backups')).rejects.toThrow('the database names a file "../../outside"');
    expect(await listTree(library.place('restored'))).toEqual([]);
    expect(await stat(place).catch(() => null)).toBeNull();
  });
});

test('resumes an interrupted archive after the last complete file', async () => {
  await using library = await openSmallLibrary();
  const digests = await fillLibrary(library);
  const stop = new AbortController();
  const progress: BackupOptions['progress'] = ({ done }) => done.files === 2 && stop.abort();
  await expect(backUp(library, 'library.tar', null, { progress, signal: stop.signal })).rejects.toThrow('aborted');
  const partial = library.place('library.tar.partial');
  // A power cut: the last file has its length and not all of its bytes, and garbage follows.
  const bytes = await readFile(partial);
  bytes.fill(0, bytes.length - 5000);
  await writeFile(partial, Buffer.concat([bytes, randomBytes(300)]));
  expect(await backUp(library, 'library.tar')).toMatchObject({ copiedBytes: 700_000 });
  await restore(library, 'library.tar');
  expect(await digestsOf(library.place('restored'))).toEqual(digests);
});

test('writes a plain tar file as an archive, with digests of the contents as names', async () => {
  await using library = await openSmallLibrary();
  const { one = '' } = await fillLibrary(library);
  await backUp(library, 'library.tar');
  const { stdout } = spawnSync('tar', ['-tf', library.place('library.tar')]);
  await using handle = await open(library.place('library.tar'));
  const { entries, end } = await indexTar(handle);
  expect(end).toBe('whole');
  expect(stdout.toString().trim().split('\n')).toEqual(entries.map(({ name }) => name));
  expect(entries.map(({ name }) => name.replace(/\/0.*Z\//, '/…/'))).toEqual([
    'examshelf-backup.json',
    contentPath(one),
    expect.stringMatching(/^files/),
    'snapshots/…/database.sqlite.gz',
    'snapshots/…/manifest.ndjson',
  ]);
  const [, first] = entries;
  const pieces: Uint8Array[] = [];
  if (first) for await (const piece of readTarEntry(handle, first)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('the first file');
});

/** Turns a header into one of a symbolic link, with its checksum. */
function asLink(header: Buffer, to: string): void {
  header.write('2', 156);
  header.write(to, 157);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
}
