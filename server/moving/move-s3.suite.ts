import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { readS3Address } from '#server/storage/s3/s3-address.ts';
import { digest, ids } from '#test/support/library.ts';
import { fillMovableLibrary, paperBytes, readMovable } from '#test/support/movable-library.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { moveLibrary } from './move-library.ts';
import type { Place } from './place.ts';

const events = { step: () => undefined, file: () => undefined, table: () => undefined };
const move = (from: Place, to: Place) => moveLibrary(from, to, { events, signal: new AbortController().signal });
const settings = { PUBLIC_URL: 'http://library.test' };

/** Moving files to a store of objects and back. */
export function describeMoveWithS3(store: () => S3Server): void {
  test('files go to a store and back; servers that still have the old one change nothing', async () => {
    await using folder = await makeFolder();
    const dataDir = path.join(folder.path, 'data');
    await mkdir(dataDir);
    const url = store().newUrl();
    const onDisk = { dataDir, database: null, store: null };
    const inStore = { ...onDisk, store: readS3Address(url) };
    let librarian;
    let before: unknown[];
    {
      await using server = await openTestServer({ dataDir, settings });
      librarian = await fillMovableLibrary(server);
      before = await readMovable(server.url, librarian);
      const report = await move(onDisk, inStore);
      expect(report).toMatchObject({ files: { files: 5, copied: 5, missing: [] }, parts: 1, tables: [] });
      const late = await librarian.send('DELETE', api.document(ids, 'papers', 'one'));
      expect(late.status).toBe(503);
    }
    await expect(openTestServer({ dataDir, settings })).rejects.toThrow(/was moved to SQLite .* with files in s3:/);
    {
      await using server = await openTestServer({ dataDir, settings: { ...settings, STORAGE_URL: url } });
      expect(await readMovable(server.url, librarian)).toEqual(before);
      const file = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
      expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(paperBytes));
      const deleted = await fetch(`${server.url}${api.document(ids, 'papers', 'one')}`, {
        method: 'DELETE',
        headers: librarian.headers,
      });
      expect(deleted.status).toBe(204);
    }
    const other = { dataDir: path.join(folder.path, 'other'), database: null, store: null };
    expect(await move(inStore, other)).toMatchObject({ files: { files: 5, copied: 5, missing: [] }, parts: 1 });
    await using server = await openTestServer({ dataDir: other.dataDir, settings });
    expect((await server.resources.database.materials.find('one'))?.deletedAt).not.toBeNull();
  });
}

async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-move-'));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
