import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createChanges } from '#server/library/changes.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { createQuickFiles } from './quick-files.ts';

test('the ranges of a file get responses like the first one, until the file is hidden', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const address = '/v1/storage/buckets/files/files/f1/view';
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  const data = { title: 'A paper', ...place, year: 2021, downloadUrl: address };
  await admin.call('POST', '/databases/library/collections/papers/documents', { json: { documentId: 'p1', data } });
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(server.url + address, { method, headers });
    const { 'x-request-id': _, date: __, ...others } = Object.fromEntries(answer.headers);
    return { status: answer.status, text: await answer.text(), headers: others };
  };
  const [first, again] = [await ask({ range: 'bytes=0-7' }), await ask({ range: 'bytes=0-7' })];
  expect([first.status, first.text]).toEqual([206, '%PDF-1.4']);
  expect(again).toEqual(first);
  expect((await ask({ range: 'bytes=5-7' })).text).toBe('1.4');
  expect((await ask({ range: 'bytes=99999-' })).status).toBe(416);
  expect((await ask({ 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
  expect((await ask({}, 'HEAD')).headers['content-length']).toBe(String(smallPdf.length));
  // Only a page of an allowed origin gets the header to read the response.
  expect((await ask({ origin: server.url })).headers['access-control-allow-origin']).toBe(server.url);
  await ask({});
  await admin.call('POST', '/materials/p1/hide', { json: { reason: 'Under review' } });
  expect((await ask({})).status).toBe(404);
});

test('a further range has the same headers as the first one, but its own request id', async () => {
  await using server = await openTestServer({ settings: { PUBLIC_URL: 'https://library.test' } });
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  const address = '/v1/storage/buckets/files/files/f1/view';
  const data = { title: 'A paper', ...place, year: 2021, downloadUrl: address };
  await admin.call('POST', '/databases/library/collections/papers/documents', { json: { documentId: 'p1', data } });
  const ask = async () => (await fetch(server.url + address, { headers: { range: 'bytes=0-7' } })).headers;
  const [first, again] = [await ask(), await ask()];
  const names = ({ ...headers }: Record<string, string>) => Object.keys(headers).sort();
  expect(names(Object.fromEntries(again))).toEqual(names(Object.fromEntries(first)));
  expect(again.get('strict-transport-security')).toBe('max-age=15768000');
  expect(again.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(again.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  expect(again.get('x-request-id')).not.toBe(first.get('x-request-id'));
  const metrics = await server.metrics.render();
  expect(metrics.text).toMatch(/duration_seconds_count\{kind="file",status="2xx",cached="false"\} 2/);
  // Like the first one: a page of another site that points its name at this address reads nothing.
  const { answer } = await exchange(
    server.url,
    `GET ${address} HTTP/1.1\r\nhost: elsewhere.test\r\nconnection: close\r\n\r\n`,
  );
  expect(answer.split('\r\n')[0]).toContain('421');
});

test('a file that can no longer be sent is looked up again', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const ask = async () => (await fetch(`${server.url}/v1/storage/buckets/files/files/f1/view`)).status;
  const before = [await ask(), await ask()];
  await server.resources.storage.remove('f1');
  expect([...before, await ask()]).toEqual([200, 200, 404]);
});

test('a file is not cached if something changed while its permissions were checked', () => {
  const changes = createChanges(() => undefined);
  const files = createQuickFiles({
    changes,
    naming: { ids: { projectId: 'examshelf' }, publicUrl: 'http://library.test' },
    baseHeaders: [],
    httpsOnly: () => null,
    isKnownHost: () => true,
  });
  const request = { method: 'HEAD', url: '/file', headers: {} } as IncomingMessage;
  const remember = files.begin();
  changes.tell({ subject: 'file', action: 'update', file: {} as FileRecord });
  remember(request, {} as Parameters<typeof remember>[1]);
  const response = {} as Parameters<typeof files.send>[1];
  expect(files.send(request, response, () => 'id')).toBe(null);
});
