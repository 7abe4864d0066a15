import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, rangeHeaders, uploadForm } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';
import { createDiskRoom } from './disk-room.ts';
import { createFaultWatch } from './fault-watch.ts';

const whyNot = whyNoSmallDisk();
if (whyNot !== null) process.stderr.write(`The tests on a full file system are left out: ${whyNot}.\n`);

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };

test.skipIf(whyNot !== null)(
  'refuses uploads on a full disk, still reads, signs in and deletes, and recovers without a restart',
  async () => {
    await using disk = await openSmallDisk(24);
    const { log, faultLines } = listenToLog();
    await using server = await openTestServer({
      hasOwnWorkers: true,
      dataDir: disk.path,
      log,
      settings: { DISK_RESERVE_MB: '4' },
    });
    const librarian = await openLibrarian(server.url);
    const pdf = makePdf([['one']]);
    for (const id of ['a', 'b']) {
      await librarian.upload(`${id}.pdf`, pdf, id);
      await librarian.publish('paper', { ...place, title: id, fileId: id }, id);
    }
    await expect.poll(() => readdir(disk.path), { timeout: 10_000 }).toContain('ballast');
    disk.fill();

    const refused = await librarian.sendForm(api.files(ids), uploadForm('c', 'c.pdf', pdf), {});
    expect([refused.status, await refused.json()]).toEqual([
      507,
      {
        message: expect.stringContaining("The server's disk is full, so nothing was saved."),
        code: 507,
        type: 'storage_full',
        version: expect.any(String),
      },
    ]);
    const large = new Uint8Array(chunkBytes * 2);
    large.set(pdf);
    const first = await librarian.sendForm(
      api.files(ids),
      uploadForm('d', 'd.pdf', large.subarray(0, chunkBytes)),
      rangeHeaders('d', 0, chunkBytes, large.length),
    );
    expect(first.status).toBe(507);
    expect((await librarian.send('GET', api.file(ids, 'd'))).status).toBe(404);
    expect(await readdir(path.join(disk.path, 'files', 'parts'))).toEqual([]);

    const readiness = await fetch(`${server.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { disk: 'disk-full', database: 'ok' }]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const read = await fetch(`${server.url}${api.fileDownload(ids, 'a')}`);
    expect([read.status, Buffer.from(await read.arrayBuffer()).equals(pdf)]).toEqual([200, true]);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    const width = '&width=1280&output=webp';
    const picture = await fetch(`${server.url}${api.filePreview(ids, 'a')}${width}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);

    // Signs in again, which writes a session, and frees space.
    const again = await openLibrarian(server.url);
    const papers = api.documents(ids, 'papers');
    expect((await again.send('DELETE', `${papers}/a`)).status).toBe(204);
    expect((await again.send('POST', '/v1/materials/a/restore')).status).toBe(200);
    expect((await again.send('DELETE', `${papers}/a`)).status).toBe(204);
    expect((await again.send('POST', '/v1/materials/a/purge')).status).toBe(204);
    expect(await readdir(disk.path)).not.toContain('ballast');
    expect(faultLines()).toEqual([['disk-full', expect.stringContaining('the disk is full: uploads are refused')]]);

    disk.empty();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    expect(faultLines().slice(1)).toEqual([['disk-full', 'over: it works again']]);
    expect((await again.upload('c.pdf', pdf, 'c')).chunksUploaded).toBe(1);
    expect(await readdir(disk.path)).toContain('ballast');
  },
);

test.skipIf(whyNot !== null)('starts on a full disk, so that material can be deleted', async () => {
  await using disk = await openSmallDisk(24);
  const settings = { DISK_RESERVE_MB: '4' };
  const before = await openTestServer({ hasOwnWorkers: true, dataDir: disk.path, settings });
  await (await openLibrarian(before.url)).upload('a.pdf', makePdf([['one']]), 'a');
  await before[Symbol.asyncDispose]();
  disk.fill();
  await using server = await openTestServer({ hasOwnWorkers: true, dataDir: disk.path, settings });
  const librarian = await openLibrarian(server.url);
  expect((await librarian.send('DELETE', api.file(ids, 'a'))).status).toBe(204);
});

test.skipIf(whyNot !== null)('leaves nothing behind of an upload during which the disk fills up', async () => {
  await using disk = await openSmallDisk(16);
  await using server = await openTestServer({
    hasOwnWorkers: true,
    dataDir: disk.path,
    settings: { DISK_RESERVE_MB: '0' },
  });
  const librarian = await openLibrarian(server.url);
  // The other program writes while the first bytes are already on the disk.
  const { hold } = server.services.room;
  server.services.room.hold = async (...what) => {
    disk.fill();
    return hold(...what).catch(() => () => undefined);
  };
  const sent = await librarian.sendForm(api.files(ids), uploadForm('big', 'big.pdf', makePdf([['large']])), {});
  expect(sent.status).toBe(507);
  disk.empty();
  expect((await librarian.send('GET', api.file(ids, 'big'))).status).toBe(404);
  expect(await readdir(path.join(disk.path, 'files', 'parts'))).toEqual([]);
});

test('shares the free space among simultaneous uploads, and counts parts of one upload once', async () => {
  const { log } = listenToLog();
  const faults = createFaultWatch({ log });
  let free = 100;
  const room = createDiskRoom({ directory: '/', reserveBytes: 40, faults, measure: async () => free });
  const one = await room.hold('one', 50);
  const same = await room.hold('one', 45);
  await expect(room.hold('two', 11)).rejects.toMatchObject({ type: 'storage_full' });
  const two = await room.hold('two', 10);
  one();
  one();
  await expect(room.hold('three', 1)).rejects.toMatchObject({ status: 507, headers: { 'Retry-After': '60' } });
  same();
  (await room.hold('three', 50))();
  two();
  // Needing more than the free space, while the reserve itself is free, is not a fault of the disk.
  expect(faults.current()).toEqual([]);
  free = 39;
  await expect(room.hold('four', 0)).rejects.toMatchObject({ type: 'storage_full' });
  expect(faults.current()).toEqual(['disk-full']);
  faults.close();
});

/** Collects the log lines about faults, as fault and message. */
function listenToLog() {
  const lines: { fault?: string; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  return { log, faultLines: () => lines.filter(({ fault }) => fault).map(({ fault, msg }) => [fault, msg]) };
}
