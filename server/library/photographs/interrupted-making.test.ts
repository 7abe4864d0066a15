import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { PhotographPdfAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { photographSheet } from '#test/support/photographed-sheet.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Does not detect which way up a page is, which would take most of the time. */
const quick = { OCR_LANGUAGES: 'off' };
const address = '/v1/photographs';

async function read({ send }: Librarian, fileId: string) {
  const answer = await send('GET', `${address}/${fileId}`);
  return { status: answer.status, work: (await answer.json()) as PhotographPdfAnswer };
}

/** Polls until this many pages are made or the work has ended. */
async function waitFor(librarian: Librarian, fileId: string, done: number): Promise<PhotographPdfAnswer> {
  for (;;) {
    const { work } = await read(librarian, fileId);
    if (work.state === 'made' || work.state === 'failed' || (work.state === 'making' && work.done >= done)) return work;
  }
}

test.skipIf(isOnlyInSweep('kills'))(
  'a server that is killed while it makes a PDF leaves no partial file, keeps the photographs, and makes it when requested again',
  async () => {
    await using place = await openTestPlace();
    const settings = {
      ...place.settings,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...quick,
    };
    let child: ChildServer | null = null;
    try {
      child = await startChildServer(settings);
      let librarian = await openLibrarian(child.url);
      const names = ['one', 'two', 'three'];
      for (const [index, name] of names.entries()) {
        const { jpeg } = await photographSheet({ table: 'dark', turn: index });
        await librarian.upload(`${name}.jpg`, new Uint8Array(jpeg), name);
      }
      const request = { fileId: 'paper', name: 'paper.pdf', photographs: names.map((fileId) => ({ fileId })) };
      expect((await librarian.send('POST', address, request)).status).toBe(202);
      expect((await waitFor(librarian, 'paper', 1)).state).toBe('making');
      const ended = new Promise((resolve) => child?.process.once('exit', resolve));
      child.process.kill('SIGKILL');
      await ended;
      expect(await readdir(path.join(place.dataDir, 'photographs'))).not.toEqual([]);

      child = await startChildServer(settings);
      const again = await openLibrarian(child.url);
      librarian = again;
      // With several nodes, this happens after the hold of the killed one expires.
      await expect.poll(async () => (await read(again, 'paper')).status).toBe(404);
      expect((await librarian.send('GET', api.file(ids, 'paper'))).status).toBe(404);
      for (const name of names) expect((await librarian.send('GET', api.file(ids, name))).status).toBe(200);
      // Cleaned at start, before any other PDF.
      await expect.poll(() => readdir(path.join(place.dataDir, 'photographs')).catch(() => [])).toEqual([]);
      expect((await librarian.send('POST', address, request)).status).toBe(202);
      expect(await waitFor(librarian, 'paper', 4)).toMatchObject({ state: 'made', done: 3, total: 3 });
    } finally {
      child?.process.kill('SIGKILL');
    }
  },
);

test.skipIf(whyNoSmallDisk() !== null)(
  'on a full disk no PDF is made and the failure says why; once there is space, the same request makes it',
  async () => {
    await using disk = await openSmallDisk(32);
    await using server = await openTestServer({ dataDir: disk.path, settings: { DISK_RESERVE_MB: '4', ...quick } });
    const { photographs } = server.services;
    const librarian = await openLibrarian(server.url);
    const { jpeg } = await photographSheet({ table: 'dark' });
    await librarian.upload('one.jpg', new Uint8Array(jpeg), 'one');
    const request = { fileId: 'paper', name: 'paper.pdf', photographs: [{ fileId: 'one' }] };
    disk.fill();
    expect((await librarian.send('POST', address, request)).status).toBe(202);
    await photographs.idle();
    expect((await read(librarian, 'paper')).work).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining("The server's disk is full"), fileId: null },
    });
    expect((await librarian.send('GET', api.file(ids, 'paper'))).status).toBe(404);

    disk.empty();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    expect((await librarian.send('POST', address, request)).status).toBe(202);
    await photographs.idle();
    expect((await read(librarian, 'paper')).work).toMatchObject({ state: 'made', done: 1 });
  },
);
