import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SharpMissing } from '#server/machinery/processes/load-sharp.ts';
import { callAs, callAsAdministrator, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { hideSharp } from '#test/support/hide-sharp.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const files = '/storage/buckets/files/files';

test.skipIf(isOnlyInSweep('starts'))(
  'starts a server without sharp, which accepts files, extracts and finds their text, and only lacks pictures',
  async () => {
    await using cleanup = new AsyncDisposableStack();
    cleanup.use(hideSharp());
    const lines: { level: number }[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    await using server = await openTestServer({ derivesAhead: true, hasOwnWorkers: true, log });
    const admin = await callAsAdministrator(server.url);
    const bytes = makePdf([['Thermodynamics of black holes']]);
    const id = await uploadSmallFile(admin, { name: 'paper.pdf', content: bytes.toString('latin1') });
    const data = {
      title: 'Final',
      subject: 'Physics',
      facultyId: 'csit',
      semesterId: '1',
      downloadUrl: `/v1${files}/${id}/preview`,
    };
    const published = await admin.call('POST', '/databases/library/collections/notes/documents', {
      json: { documentId: 'note', data },
    });
    expect([published.status, published.text]).toEqual([201, expect.any(String)]);
    await server.services.textReading.idle();

    const visitor = callAs(server.url);
    expect((await visitor.call('GET', `${files}/${id}/view`)).status).toBe(200);
    await expect
      .poll(async () => (await visitor.call('GET', '/search?q=thermodynamics')).json['total'], { timeout: 10_000 })
      .toBe(1);
    expect((await fetch(`${server.url}/material/note`)).status).toBe(200);
    expect((await visitor.call('GET', `${files}/${id}/preview?width=200&output=webp`)).status).toBe(503);
    const cover = await sharp({ create: { width: 20, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    expect(await uploadSmallFile(admin, { name: 'cover.png', content: new Uint8Array(cover) })).not.toBe('');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  },
);

test.each([
  ['Unsupported CPU: Prebuilt binaries for Linux x64 require v2 microarchitecture', /x86-64-v2.*another machine$/],
  ['Cannot find module @img/sharp-linux-x64', /run "npm ci --include=optional" on this machine$/],
])('gives helpful advice for sharp that fails with "%s"', (reason, advice) => {
  expect(new SharpMissing(new Error(`Could not load the "sharp" module\n${reason}`)).message).toMatch(advice);
});
