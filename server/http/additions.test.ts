import { expect, test } from 'vitest';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';

const notes = '/databases/library/collections/notes/documents';

async function publishNote(admin: ContractCaller, id: string): Promise<string> {
  const fileId = await uploadSmallFile(admin, { name: `${id}.pdf`, content: `${smallPdf}%${id}` });
  const downloadUrl = `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;
  const data = { title: `Note ${id}`, subject: 'Physics', facultyId: 'csit', semesterId: '1', year: null, downloadUrl };
  const answer = await admin.call('POST', notes, { json: { documentId: id, data } });
  if (answer.status !== 201) throw new Error(answer.text);
  return fileId;
}

test('pages are told of the site and the catalogue without naming a project', async () => {
  await using server = await openTestServer();
  const ask = async (path: string) =>
    (await fetch(`${server.url}/v1${path}`)).json() as Promise<Record<string, unknown>>;
  expect(await ask('/site')).toMatchObject({ ids: { projectId: 'examshelf' }, publicUrl: server.url });
  expect(await ask('/site/pages/about')).toMatchObject({ name: 'about', html: expect.any(String) });
  expect(await ask('/site/pages/none')).toMatchObject({ code: 404 });
  expect(await ask('/catalogue/faculties')).toMatchObject({ total: 15 });
  expect(await ask('/catalogue/faculties/csit')).toMatchObject({ id: 'csit', terms: expect.any(Array) });
  expect(await ask('/catalogue/faculties/none')).toMatchObject({ code: 404 });
});

test('a material is found by its id alone, is gone when withdrawn, and never was otherwise', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publishNote(admin, 'n1');
  const visitor = callAs(server.url);
  expect((await visitor.call('GET', '/materials/n1')).json).toMatchObject({
    kind: 'note',
    document: { $id: 'n1', $collectionId: 'notes' },
  });
  expect((await visitor.call('GET', '/materials/counts?facultyId=csit')).json).toEqual({
    totals: { paper: 0, note: 1, revision: 0, book: 0 },
    places: [{ facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'note', count: 1 }],
  });
  await admin.call('DELETE', `${notes}/n1`);
  const gone = await visitor.call('GET', '/materials/n1');
  expect([gone.status, gone.json['code'], gone.json['type']]).toEqual([410, 410, 'document_not_found']);
  expect((await visitor.call('GET', '/materials/n2')).status).toBe(404);
  expect((await visitor.call('GET', '/materials/a%20b')).status).toBe(400);
});

test('the trash is listed, restored from and purged', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const fileId = await publishNote(admin, 'n1');
  const file = `/storage/buckets/files/files/${fileId}`;
  expect((await admin.call('DELETE', file)).json).toMatchObject({ code: 409, type: 'general_resource_locked' });
  await admin.call('DELETE', `${notes}/n1`);
  expect((await callAs(server.url).call('GET', `${file}/view`)).status).toBe(404);
  const trash = await admin.call('GET', '/materials/trash?kind=note&limit=10');
  expect(trash.json).toMatchObject({
    total: 1,
    documents: [{ $id: 'n1', $deletedAt: expect.stringMatching(/\+00:00$/) }],
  });
  expect(trash.headers.get('cache-control')).toBe('no-store');
  expect((await admin.call('GET', '/materials/trash?kind=book')).json['total']).toBe(0);
  expect((await admin.call('GET', '/materials/trash?kind=song')).status).toBe(400);

  const restored = await admin.call('POST', '/materials/n1/restore');
  expect([restored.status, restored.json['$id']]).toEqual([200, 'n1']);
  expect((await callAs(server.url).call('GET', `${file}/view`)).status).toBe(200);
  expect((await admin.call('POST', '/materials/n1/purge')).status).toBe(404);

  await admin.call('DELETE', `${notes}/n1`);
  const purged = await admin.call('POST', '/materials/n1/purge');
  expect([purged.status, purged.text]).toEqual([204, '']);
  expect((await admin.call('GET', '/materials/trash')).json['total']).toBe(0);
  expect((await admin.call('GET', file)).status).toBe(404);
  expect((await admin.call('POST', '/materials/n1/restore')).status).toBe(404);
});

test('files without a record are listed for the administrator', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publishNote(admin, 'n1');
  await uploadSmallFile(admin, { id: 'stray', name: 'stray.pdf', content: smallPdf });
  expect((await admin.call('GET', '/materials/unused-files')).json).toMatchObject({
    total: 1,
    files: [{ $id: 'stray', name: 'stray.pdf' }],
  });
  expect((await admin.call('GET', '/materials/misplaced')).json).toEqual({ total: 0, documents: [] });
  expect((await admin.call('GET', '/materials/misplaced?limit=0')).status).toBe(400);
});

test('the samples go in one step', async () => {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' } });
  const admin = await callAsAdministrator(server.url);
  const counts = (await admin.call('GET', '/materials/counts')).json['totals'] as Record<string, number>;
  const before = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect((await admin.call('POST', '/samples/remove')).json).toEqual({ removed: before });
  expect((await admin.call('GET', '/materials/counts')).json['places']).toEqual([]);
});
