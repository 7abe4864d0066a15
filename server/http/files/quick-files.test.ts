import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createChanges } from '#server/changes.ts';
import type { FileRecord } from '#server/database/database.ts';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { createQuickFiles } from './quick-files.ts';

test('the ranges of a file are answered like the first one, and no longer once it is hidden', async () => {
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
  // A page of another origin is told that it may not read it, and one that is allowed that it may.
  expect((await ask({ origin: server.url })).headers['access-control-allow-origin']).toBe(server.url);
  await ask({});
  await admin.call('POST', '/materials/p1/hide', { json: { reason: 'Under review' } });
  expect((await ask({})).status).toBe(404);
});

test('a file is not remembered if something changed while it was checked who may read it', () => {
  const changes = createChanges(() => undefined);
  const files = createQuickFiles({ changes, projectId: 'examshelf' });
  const request = { method: 'HEAD', url: '/file', headers: {} } as IncomingMessage;
  const remember = files.begin();
  changes.tell({ subject: 'file', action: 'update', file: {} as FileRecord });
  remember(request, {} as Parameters<typeof remember>[1]);
  let wentOn = 0;
  files.send(request, {} as Parameters<typeof files.send>[1], () => (wentOn += 1));
  expect(wentOn).toBe(1);
});
