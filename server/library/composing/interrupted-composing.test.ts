import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { makeBook } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { openTestPlace } from '#test/support/test-place.ts';

const pageCount = 400;

test.skipIf(isOnlyInSweep('kills'))(
  'a server that is killed while it composes a PDF leaves no file, and makes it when it is requested again',
  async () => {
    await using place = await openTestPlace();
    const settings = {
      ...place.settings,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      OCR_LANGUAGES: 'off',
    };
    const remains = async () => {
      const folder = path.join(place.dataDir, 'compositions');
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      return found.filter((entry) => entry.isFile()).length;
    };
    let child: ChildServer | null = null;
    try {
      child = await startChildServer(settings);
      const librarian = await openLibrarian(child.url);
      await librarian.upload('book.pdf', makeBook('a book', pageCount), 'book');
      const pages = Array.from({ length: pageCount }, (_, index) => ({ fileId: 'book', page: pageCount - index }));
      const request = { fileId: 'composed', name: 'composed.pdf', pages };
      const compose = ({ send }: typeof librarian) => send('POST', '/v1/compositions', request);
      const lost = compose(librarian).catch(() => null);
      await expect.poll(remains, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
      const ended = new Promise((resolve) => child?.process.once('exit', resolve));
      child.process.kill('SIGKILL');
      await ended;
      expect(await lost).toBeNull();

      child = await startChildServer(settings);
      const again = await openLibrarian(child.url);
      // Cleaned at start, before any other PDF.
      await expect.poll(remains).toBe(0);
      expect((await again.send('GET', api.file(ids, 'composed'))).status).toBe(404);
      await expect
        .poll(async () => (await compose(again)).json(), { timeout: 60_000 })
        .toEqual({ fileId: 'composed', state: 'made' });
      expect(await (await again.send('GET', api.file(ids, 'composed'))).json()).toMatchObject({ name: 'composed.pdf' });
    } finally {
      child?.process.kill('SIGKILL');
    }
  },
);
