import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { openDisk } from './disk.ts';
import { createOpenFiles } from './open-files.ts';
import { describeStorage } from './storage.suite.ts';

describe('disk', () => {
  describeStorage(async () => {
    const folder = await makeFolder();
    const storage = await openDisk({ directory: folder.path });
    return {
      storage,
      async [Symbol.asyncDispose]() {
        await storage.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  });

  test('spreads finished files over folders, at the path that a proxy gets', async () => {
    await using folder = await makeFolder();
    const storage = await openDisk({ directory: folder.path });
    await storage.putPart('a1', 0, Readable.from([Buffer.from('bytes')]));
    await storage.joinParts('a1', 1);
    const prefix = createHash('sha256').update('a1').digest('hex').slice(0, 2);
    expect(storage.relativePath('a1')).toBe(`${prefix}/a1`);
    expect((await stat(path.join(folder.path, prefix, 'a1'))).size).toBe(5);
    await storage.close();
  });

  test('leaves no incomplete file after an interrupted stream or join', async () => {
    await using folder = await makeFolder();
    const storage = await openDisk({ directory: folder.path });
    const broken = new PassThrough();
    const put = storage.putPart('a1', 0, broken);
    broken.write('half');
    broken.destroy(new Error('cut'));
    await expect(put).rejects.toThrow('cut');
    await storage.putPart('b1', 0, Readable.from([Buffer.from('whole')]));
    await storage.joinParts('b1', 1);
    await storage.joinParts('b1', 1);
    expect(await readdir(path.join(folder.path, 'parts', 'a1'))).toEqual([]);
    expect(await readdir(path.join(folder.path, 'parts', 'b1'))).toEqual(['0']);
    expect(await readdir(path.join(folder.path, 'temp'))).toEqual([]);
    await storage.close();
  });

  test('removes incomplete files of a killed process when tidying, but not those being written', async () => {
    await using folder = await makeFolder();
    const storage = await openDisk({ directory: folder.path });
    const line = new PassThrough();
    const coming = storage.putPart('a1', 0, line);
    line.write('half');
    const parts = path.join(folder.path, 'parts', 'a1');
    await expect.poll(() => readdir(parts).catch(() => [])).toHaveLength(1);
    await writeFile(path.join(parts, '1.killed.temp'), 'x');
    await writeFile(path.join(folder.path, 'temp', 'a1.killed'), 'x');
    expect(await storage.tidy()).toBe(2);
    line.end(' and whole');
    expect(await coming).toBe('half and whole'.length);
    expect(await readdir(parts)).toEqual(['0']);
    expect(await readdir(path.join(folder.path, 'temp'))).toEqual([]);
    await storage.close();
  });

  test('closes the handle of an aborted read', async () => {
    await using folder = await makeFolder();
    const storage = await openDisk({ directory: folder.path });
    await storage.putPart('a1', 0, Readable.from([Buffer.alloc(2_000_000)]));
    await storage.joinParts('a1', 1);
    const before = await openHandles(folder.path);
    const stream = await storage.read('a1');
    expect(await openHandles(folder.path)).toBe(before + 1);
    stream?.destroy();
    if (stream) await finished(stream).catch(() => undefined);
    expect(await openHandles(folder.path)).toBe(before);
    await storage.close();
  });
});

describe('open files', () => {
  test('uses one handle for a repeatedly read file and at most the limit for many, and closes all of them', async () => {
    await using folder = await makeFolder();
    const paths = Array.from({ length: 6 }, (_, index) => path.join(folder.path, String(index)));
    for (const [index, file] of paths.entries()) await writeFile(file, `file ${index}`);
    const openFiles = createOpenFiles({ limit: 3 });
    const read = async (file: string) => {
      let text = '';
      await openFiles.pour(file, 0, 100, async (piece) => void (text += Buffer.from(piece).toString()));
      return text;
    };
    expect(await Promise.all(Array.from({ length: 20 }, () => read(paths[0] ?? '')))).toEqual(Array(20).fill('file 0'));
    expect(openFiles.count()).toBe(1);
    const all = paths.concat(paths).map(async (file) => expect(await read(file)).toBe(`file ${path.basename(file)}`));
    await Promise.all(all);
    expect(openFiles.count()).toBe(3);
    await openFiles.close();
    expect(openFiles.count()).toBe(0);
    expect(await openHandles(folder.path)).toBe(0);
  });

  test('uses less than 64 MB for 2,048 readers that read nothing, and then lends large pieces again', async () => {
    await using folder = await makeFolder();
    // As many readers as the server accepts connections (connection-limits.ts).
    const [readers, fileBytes] = [2048, 3 * 1024 * 1024];
    const file = path.join(folder.path, 'file');
    await writeFile(file, Buffer.alloc(fileBytes));
    const openFiles = createOpenFiles();
    const left = Promise.withResolvers<never>();
    left.promise.catch(() => undefined);
    const held: number[] = [];
    const all = Array.from({ length: readers }, () =>
      openFiles.pour(file, 0, fileBytes - 1, (piece) => {
        held.push(piece.buffer.byteLength);
        return left.promise;
      }),
    );
    await expect.poll(() => held.length).toBe(readers);
    // If there is enough memory, a reader has the next piece as well: at most 32 MB of those.
    expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(64 * 1024 * 1024);
    left.reject(new Error('the client has left'));
    expect((await Promise.allSettled(all)).every(({ status }) => status === 'rejected')).toBe(true);
    const sizes: number[] = [];
    await openFiles.pour(file, 0, fileBytes - 1, async (piece) => void sizes.push(piece.byteLength));
    expect(sizes).toEqual(Array.from({ length: 12 }, () => 256 * 1024));
    await openFiles.close();
  });

  test('reads a file that could not be opened or read once, as soon as the cause is gone', async () => {
    await using folder = await makeFolder();
    const openFiles = createOpenFiles();
    const file = path.join(folder.path, 'once');
    const pour = (check?: () => void) => openFiles.pour(file, 0, 3, async () => undefined, check);
    // A link to itself can't be opened, and a folder can't be read as a file, not even by root.
    await symlink(file, file);
    await expect(pour()).rejects.toThrow('ELOOP');
    await unlink(file);
    await mkdir(file);
    await expect(pour()).rejects.toThrow('EISDIR');
    await rmdir(file);
    await writeFile(file, 'here');
    const refuse = () => {
      throw new Error('another size');
    };
    await expect(pour(refuse)).rejects.toThrow('another size');
    expect(openFiles.count()).toBe(0);
    expect(await pour()).toBe(true);
    await openFiles.close();
    expect(await openHandles(folder.path)).toBe(0);
  });

  test('does not cache a missing file as missing', async () => {
    await using folder = await makeFolder();
    const openFiles = createOpenFiles();
    const file = path.join(folder.path, 'late');
    const pour = () => openFiles.pour(file, 0, 3, async () => undefined);
    expect(await pour()).toBe(false);
    await writeFile(file, 'here');
    expect(await pour()).toBe(true);
    await openFiles.close();
  });
});

async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const made = await mkdtemp(path.join(tmpdir(), 'examshelf-disk-'));
  return { path: made, [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }) };
}

/** Lists the open handles of this process below the folder, on Linux. */
async function openHandles(folder: string): Promise<number> {
  const { readlink } = await import('node:fs/promises');
  const links = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(links.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}
