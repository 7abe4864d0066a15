import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm } from '#test/support/library.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { place } from './s3-library.suite.ts';

/** Defines the tests with a store whose quota is used up. */
export function describeFullStore(store: () => S3Server): void {
  test('rejects uploads with 507 while a store is full, but still reads and deletes, and recovers once there is space', async () => {
    await using gateway = await openGateway(store().endpoint);
    const url = new URL(store().newUrl());
    url.searchParams.set('endpoint', gateway.url);
    await using server = await openTestServer({ settings: { STORAGE_URL: url.href } });
    const librarian = await openLibrarian(server.url);
    const bytes = makePdf([['Question 1']]);
    for (const id of ['paper', 'other']) {
      await librarian.upload('paper.pdf', bytes, id);
      await librarian.publish('paper', { ...place, title: `C Programming ${id}`, fileId: id }, id);
    }

    gateway.isFull = true;
    const large = new Uint8Array(chunkBytes * 2);
    large.set(bytes);
    const chunk = uploadForm('large', 'large.pdf', large.subarray(0, chunkBytes));
    const range = rangeHeaders('large', 0, chunkBytes, large.length);
    for (const refused of [
      await librarian.sendForm(api.files(ids), uploadForm('new', 'new.pdf', bytes), {}),
      await librarian.sendForm(api.files(ids), chunk, range),
    ])
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
        507,
        '60',
        { type: 'storage_full', message: expect.stringContaining('The store of the files is full, so nothing was') },
      ]);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { disk: 'ok', faults: ['store-full'] }]);
    const read = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
    expect(digest(Buffer.from(await read.arrayBuffer()))).toBe(digest(bytes));
    const papers = api.documents(ids, 'papers');
    expect((await librarian.send('DELETE', `${papers}/other`)).status).toBe(204);
    expect((await librarian.send('POST', panelApi.purgeMaterial('other'))).status).toBe(204);

    gateway.isFull = false;
    await server.services.faults.recheck();
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok');
    expect(server.services.faults.current()).toEqual([]);
    expect((await librarian.upload('new.pdf', bytes, 'new')).chunksUploaded).toBe(1);
  });
}

/**
 * Opens a proxy of the real gateway. While `isFull`, it rejects every object that is not empty, as Ceph's does when a
 * quota is used up. The tests' own store can't set quotas on every machine.
 */
async function openGateway(endpoint: string) {
  const gateway = { url: '', isFull: false };
  const server = http.createServer((request, response) => {
    if (gateway.isFull && request.method === 'PUT' && Number(request.headers['content-length'] ?? 0) > 0) {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>QuotaExceeded</Code><Message></Message></Error>');
      return;
    }
    const { method, headers } = request;
    const onward = http.request(`${endpoint}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(gateway, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
