import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Storage } from './storage.ts';

type Opened = AsyncDisposable & { storage: Storage };

/**
 * Defines the contract suite of the storage port, which every adapter runs on its real engine. `openEmpty` opens an
 * empty store.
 */
export function describeStorage(openEmpty: () => Promise<Opened>): void {
  describeParts(openEmpty);
  describeReading(openEmpty);
  describeListsAndFilesAside(openEmpty);
}

function describeParts(openEmpty: () => Promise<Opened>): void {
  test('joins a file with the sent bytes from parts that arrived in any order', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    const parts = [randomBytes(300_000), randomBytes(300_000), randomBytes(17)];
    const whole = Buffer.concat(parts);
    for (const index of [2, 0, 1])
      expect(await storage.putPart('a1', index, from(parts[index]))).toBe(parts[index]?.length);
    expect(await storage.find('a1')).toBeNull();
    expect(await storage.joinParts('a1', 3)).toEqual({ sizeBytes: whole.length, sha256: digest(whole) });
    expect(await storage.find('a1')).toEqual({ sizeBytes: whole.length });
    expect(digest(await readAll(storage, 'a1'))).toBe(digest(whole));
  });

  test('joins repeatedly, with one part and with several', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await storage.putPart('one', 0, from(Buffer.from('single')));
    await storage.putPart('two', 0, from(Buffer.from('first ')));
    await storage.putPart('two', 1, from(Buffer.from('second')));
    expect(await storage.joinParts('one', 1)).toEqual(await storage.joinParts('one', 1));
    expect(await storage.joinParts('two', 2)).toEqual(await storage.joinParts('two', 2));
    await storage.removeParts('one');
    await storage.removeParts('two');
    expect(String(await readAll(storage, 'one'))).toBe('single');
    expect(String(await readAll(storage, 'two'))).toBe('first second');
  });

  test('leaves no part after an interrupted stream', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    const broken = new PassThrough();
    const put = storage.putPart('a1', 0, broken);
    broken.write(randomBytes(100_000));
    broken.destroy(new Error('cut'));
    await expect(put).rejects.toThrow('cut');
    expect(await storage.readHead('a1', 10)).toHaveLength(0);
    expect(await storage.joinParts('a1', 1)).toBeNull();
    expect(await storage.find('a1')).toBeNull();
  });

  test('does not change a stored part when the same part arrives again, even several times simultaneously', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    const sizes = await Promise.all(
      Array.from({ length: 5 }, () => storage.putPart('a1', 0, from(Buffer.from('same bytes')))),
    );
    expect(sizes).toEqual([10, 10, 10, 10, 10]);
    expect(await storage.putPart('a1', 0, from(Buffer.from('other')))).toBe(10);
    expect(Buffer.from(await storage.readHead('a1', 4)).toString()).toBe('same');
    expect(Buffer.from(await storage.readHead('a1', 4000)).toString()).toBe('same bytes');
  });

  test('reads a part as it was sent, and returns null for a missing one', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await storage.putPart('a1', 3, from(Buffer.from('the fourth part')));
    expect((await buffer((await storage.readPart('a1', 3)) ?? Readable.from([]))).toString()).toBe('the fourth part');
    expect(await storage.readPart('a1', 0)).toBeNull();
    expect(await storage.readPart('a2', 3)).toBeNull();
  });

  test('returns null and makes nothing when joining with a missing part', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await storage.putPart('a1', 1, from(Buffer.from('second')));
    expect(await storage.joinParts('a1', 2)).toBeNull();
    expect(await storage.find('a1')).toBeNull();
  });
}

function describeReading(openEmpty: () => Promise<Opened>): void {
  test('reads ranges inclusive at both ends, up to the end of the file', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await store(storage, 'a1', Buffer.from('0123456789'));
    expect(String(await readAll(storage, 'a1', { start: 2, end: 4 }))).toBe('234');
    expect(String(await readAll(storage, 'a1', { start: 9, end: 9 }))).toBe('9');
    expect(await pourAll(storage, 'a1', { start: 0, end: 0 })).toBe('0');
    expect(await pourAll(storage, 'a1', { start: 7, end: 700 })).toBe('789');
  });

  test('reads a large range in pieces, one after another, until the reader stops', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    const bytes = randomBytes(1_500_000);
    await store(storage, 'a1', bytes);
    const many = Array.from({ length: 4 }, () => pourAll(storage, 'a1', { start: 1000, end: 1_400_000 }));
    for (const poured of await Promise.all(many)) expect(poured).toBe(bytes.toString('latin1', 1000, 1_400_001));
    let running = 0;
    let most = 0;
    let largest = 0;
    const pouring = storage.pour('a1', { start: 0, end: 1_499_999 }, async (piece) => {
      largest = Math.max(largest, piece.length);
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    });
    expect(await pouring).toBe(true);
    expect([most, largest <= 256 * 1024]).toEqual([1, true]);
    const enough = storage.pour('a1', { start: 0, end: 1_499_999 }, () => Promise.reject(new Error('enough')));
    await expect(enough).rejects.toThrow('enough');
  });

  test('returns null for a missing file, which may be removed twice', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    expect(await storage.find('none')).toBeNull();
    expect(await storage.read('none')).toBeNull();
    expect(await pourAll(storage, 'none', { start: 0, end: 9 })).toBeNull();
    expect(await storage.withLocalFile('none', async () => 'never')).toBeNull();
    await store(storage, 'a1', Buffer.from('bytes'));
    expect(await pourAll(storage, 'a1', { start: 0, end: 9 })).toBe('bytes');
    await storage.remove('a1');
    await storage.remove('a1');
    expect(await storage.find('a1')).toBeNull();
    expect(await pourAll(storage, 'a1', { start: 0, end: 9 })).toBeNull();
    await storage.removeParts('none');
    await storage.removeParts('none');
  });

  test('gives a program a path to the bytes', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await store(storage, 'a1', Buffer.from('for a program'));
    expect(await storage.withLocalFile('a1', async (path) => String(await readFile(path)))).toBe('for a program');
    await expect(storage.withLocalFile('a1', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });
}

function describeListsAndFilesAside(openEmpty: () => Promise<Opened>): void {
  test('lists finished files and files with parts separately, with their times', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await store(storage, 'done', Buffer.from('x'));
    await store(storage, 'Other.file_2', Buffer.from('y'));
    await storage.putPart('half', 0, from(Buffer.from('z')));
    const finished = await collect(storage.list());
    expect(finished.map((found) => found.fileId).sort()).toEqual(['Other.file_2', 'done']);
    expect((await collect(storage.listParts())).map((found) => found.fileId)).toEqual(['half']);
    for (const found of finished) expect(Math.abs(Date.now() - found.modifiedAt)).toBeLessThan(60_000);
  });

  test('sends nothing of a file that has another size than expected', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await store(storage, 'a1', Buffer.from('0123456789'));
    const take = () => Promise.reject(new Error('never'));
    await expect(storage.pour('a1', { start: 0, end: 9 }, take, 11)).rejects.toThrow('10 bytes instead of 11');
    expect(await storage.pour('a1', { start: 0, end: 9 }, async () => undefined, 10)).toBe(true);
  });

  test('moves files aside out of the store, moves them back, and removes them only after their retention time', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await store(storage, 'a1', Buffer.from('stray'));
    await storage.putPart('half', 0, from(Buffer.from('part')));
    expect(await storage.setAside('none', 'bytes')).toBeNull();
    expect(await storage.setAside('a1', 'bytes')).toContain('a1');
    expect(await storage.setAside('half', 'parts')).toContain('half');
    expect([await storage.find('a1'), await collect(storage.list()), await collect(storage.listParts())]).toEqual([
      null,
      [],
      [],
    ]);
    expect(await collect(storage.listAside())).toEqual(['a1']);
    const file = { id: 'a1', sizeBytes: 5, sha256: digest(Buffer.from('stray')) };
    expect(await storage.bringBack({ ...file, sha256: digest(Buffer.from('other')) })).toBe(false);
    expect(await storage.ageAside(1000, 2000)).toEqual([]);
    expect(await storage.ageAside(1000, 2000)).toEqual([]);
    expect(await storage.bringBack(file)).toBe(true);
    expect(String(await readAll(storage, 'a1'))).toBe('stray');
    await storage.setAside('a1', 'bytes');
    expect(await storage.ageAside(1, 2000)).toHaveLength(1);
    expect(await collect(storage.listAside())).toEqual([]);
  });

  test('accepts only an identifier as a key', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    for (const key of ['', '..', '../a', 'a/b', '.hidden', 'a\0b', 'x'.repeat(37)]) {
      await expect(storage.putPart(key, 0, from(Buffer.from('x')))).rejects.toThrow('identifier');
      await expect(storage.find(key)).rejects.toThrow('identifier');
      await expect(storage.read(key)).rejects.toThrow('identifier');
      await expect(pourAll(storage, key, { start: 0, end: 1 })).rejects.toThrow('identifier');
      await expect(storage.remove(key)).rejects.toThrow('identifier');
      await expect(storage.removeParts(key)).rejects.toThrow('identifier');
    }
  });

  test('responds to a ping and has space if the store works', async () => {
    await using opened = await openEmpty();
    await expect(opened.storage.ping()).resolves.toBeUndefined();
    await expect(opened.storage.tryRoom()).resolves.toBeUndefined();
  });
}

function from(bytes: Uint8Array | undefined): Readable {
  return Readable.from(bytes ? [bytes] : []);
}

async function store(storage: Storage, fileId: string, bytes: Buffer): Promise<void> {
  await storage.putPart(fileId, 0, from(bytes));
  await storage.joinParts(fileId, 1);
  await storage.removeParts(fileId);
}

async function readAll(storage: Storage, fileId: string, range?: { start: number; end: number }): Promise<Buffer> {
  const stream = await storage.read(fileId, range);
  if (!stream) throw new Error(`${fileId} is missing`);
  return buffer(stream);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Returns the bytes, one character each, or null if the file is missing. */
async function pourAll(
  storage: Storage,
  fileId: string,
  range: { start: number; end: number },
): Promise<string | null> {
  const pieces: Buffer[] = [];
  const isThere = await storage.pour(fileId, range, async (piece) => void pieces.push(Buffer.from(piece)));
  return isThere ? Buffer.concat(pieces).toString('latin1') : null;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
