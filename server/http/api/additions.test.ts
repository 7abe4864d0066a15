import { expect, test } from 'vitest';
import type { LibraryState } from '#contract/schemas/answer-types.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const notes = '/databases/library/collections/notes/documents';

async function publishNote(admin: ContractCaller, id: string): Promise<string> {
  const fileId = await uploadSmallFile(admin, { name: `${id}.pdf`, content: `${smallPdf}%${id}` });
  const downloadUrl = `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;
  const data = { title: `Note ${id}`, subject: 'Physics', facultyId: 'csit', semesterId: '1', year: null, downloadUrl };
  const answer = await admin.call('POST', notes, { json: { documentId: id, data } });
  if (answer.status !== 201) throw new Error(answer.text);
  return fileId;
}

test('the site and the catalogue can be read without naming a project', async () => {
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

test('a material is found by its id alone; a deleted one gets 410, one that never existed 404', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const fileId = await publishNote(admin, 'n1');
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
  // The response has the subject of the material but nothing else of it: neither title nor file.
  expect(gone.json['place']).toEqual({ kind: 'note', facultyId: 'csit', semesterId: '1', subject: 'Physics' });
  expect(Object.keys(gone.json).sort()).toEqual(['code', 'isHidden', 'message', 'place', 'type', 'version']);
  expect((await visitor.call('GET', `/storage/buckets/files/files/${fileId}/view`)).status).toBe(404);
  await admin.call('POST', '/materials/n1/purge');
  const purged = await visitor.call('GET', '/materials/n1');
  expect([purged.status, purged.json['place']]).toEqual([410, null]);
  expect((await visitor.call('GET', '/materials/n2')).status).toBe(404);
  expect((await visitor.call('GET', '/materials/a%20b')).status).toBe(400);
});

test('the size of the response with counts by faculty does not grow with the library', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const fileId = await publishNote(admin, 'n1');
  const ask = () => callAs(server.url).call('GET', '/materials/counts/faculties');
  const before = await ask();
  expect(before.json).toEqual({
    totals: { paper: 0, note: 1, revision: 0, book: 0 },
    faculties: [{ facultyId: 'csit', totals: { paper: 0, note: 1, revision: 0, book: 0 } }],
  });
  const { terms } = (await callAs(server.url).call('GET', '/catalogue/faculties/csit')).json as {
    terms: { id: string; subjects: { name: string }[] }[];
  };
  const places = terms.flatMap(({ id, subjects }) => subjects.map(({ name }) => ({ semesterId: id, subject: name })));
  const downloadUrl = `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;
  for (const place of places.slice(0, 8)) {
    const data = { ...place, title: 'More', facultyId: 'csit', year: null, downloadUrl };
    expect((await admin.call('POST', notes, { json: { documentId: 'unique()', data } })).status).toBe(201);
  }
  const after = await ask();
  expect(after.json['totals']).toMatchObject({ note: 9 });
  expect(after.text).toHaveLength(before.text.length);
});

test('a subject is found in every place of the catalogue where it has materials', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const fileId = await publishNote(admin, 'n1');
  const downloadUrl = `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;
  const data = { title: 'Web', subject: 'Web Technology', semesterId: '5', year: null, downloadUrl };
  const place = { ...data, facultyId: 'csit' };
  expect((await admin.call('POST', notes, { json: { documentId: 'n2', data: place } })).status).toBe(201);
  const visitor = callAs(server.url);
  const found = (await visitor.call('GET', '/catalogue/subjects?name=web%20TECHNOLOGY')).json;
  expect(found).toEqual({
    total: 1,
    places: [
      {
        facultyId: 'csit',
        facultyName: 'BSc CSIT',
        semesterId: '5',
        termName: 'Semester 5',
        subject: 'Web Technology',
        slug: 'web-technology',
        totals: { paper: 0, note: 1, revision: 0, book: 0 },
      },
    ],
  });
  await admin.call('DELETE', `${notes}/n2`);
  expect((await visitor.call('GET', '/catalogue/subjects?name=Web%20Technology')).json).toEqual({
    total: 0,
    places: [],
  });
  for (const query of ['', '?name=', `?name=${'x'.repeat(256)}`])
    expect((await visitor.call('GET', `/catalogue/subjects${query}`)).status).toBe(400);
});

test('the trash is listed, and its materials are restored and purged', async () => {
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

test('unused files are listed for the administrator', async () => {
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

test.skipIf(isOnlyInSweep('journeys'))('the samples are deleted in one step', async () => {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' } });
  const admin = await callAsAdministrator(server.url);
  const counts = (await admin.call('GET', '/materials/counts')).json['totals'] as Record<string, number>;
  const before = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect((await admin.call('POST', '/samples/remove')).json).toEqual({ removed: before });
  expect((await admin.call('GET', '/materials/counts')).json['places']).toEqual([]);
});

test('the state of the library is shown to administrators only', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publishNote(admin, 'n1');
  await publishNote(admin, 'n2');
  await admin.call('DELETE', `${notes}/n2`);
  const { status, json, headers } = await admin.call('GET', '/library-state');
  expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
  const state = json as LibraryState;
  expect(state.shelf).toEqual({ paper: 0, note: 1, revision: 0, book: 0 });
  expect(state.trash).toBe(1);
  expect(state.backup).toEqual({ isDaily: false, lastAt: null, hasFailed: false });
  expect(state.disk?.totalBytes).toBeGreaterThan(state.disk?.freeBytes ?? 0);
  expect(state.requests).toHaveLength(60);
  expect(state.requests.at(-1)?.requests).toBeGreaterThan(0);
  const none = { waiting: 0, reading: 0, read: 0, failed: 0, postponed: 0 };
  expect(state.texts).toEqual({ ...none, recognition: 'on', trouble: null });
  expect(state.errors).toEqual({ hours: Array.from({ length: 24 }, () => 0), messages: [] });
  expect((await callAs(server.url).call('GET', '/library-state')).status).toBe(401);
});
