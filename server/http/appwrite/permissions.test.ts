import sharp from 'sharp';
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
const rows = '/tablesdb/library/tables/notes/rows';
const files = '/storage/buckets/files/files';
const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };

async function openShelf() {
  const server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const admin = await callAsAdministrator(server.url);
  const visitor = callAs(server.url);
  const json = { userId: 'student', email: 'student@library.test', password: 'long enough' };
  await visitor.call('POST', '/account', { json });
  const session = await visitor.call('POST', '/account/sessions/email', { json });
  const member = callAs(server.url, session.headers.get('set-cookie')?.split(';')[0]);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const downloadUrl = `/v1${files}/f1/preview`;
  const publish = (id: string, permissions?: string[] | null) =>
    admin.call('POST', notes, {
      json: { documentId: id, data: { ...place, title: `Note ${id}`, downloadUrl }, permissions },
    });
  return { ...server, admin, visitor, member, publish, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function listOf(caller: ContractCaller, query = '') {
  const { json } = await caller.call('GET', `${notes}${query}`);
  const { total, documents } = json as { total: number; documents: { $id: string }[] };
  return [total, ...documents.map(({ $id }) => $id)];
}

test('a document without permissions is public, and sent permissions are returned unchanged', async () => {
  await using shelf = await openShelf();
  expect((await shelf.publish('n1')).json['$permissions']).toEqual(['read("any")']);
  expect((await shelf.publish('n2', null)).json['$permissions']).toEqual(['read("any")']);
  const sent = ['read("users")', 'update("label:admin")', 'write("label:admin")'];
  expect((await shelf.publish('n3', [...sent, 'read("users")'])).json['$permissions']).toEqual(sent);
  expect((await shelf.publish('n4', [])).json['$permissions']).toEqual([]);
  expect((await shelf.member.call('GET', `${notes}/n3`)).json['$permissions']).toEqual(sent);
  expect(await listOf(shelf.visitor)).toEqual([2, 'n1', 'n2']);
});

test('documents that the caller may not read are not found, and absent from lists, totals and counts', async () => {
  await using shelf = await openShelf();
  await shelf.publish('n1');
  await shelf.publish('n2', ['read("users")']);
  await shelf.publish('n3', ['read("label:admin")', 'write("users")']);
  expect(await listOf(shelf.visitor)).toEqual([1, 'n1']);
  expect(await listOf(shelf.member)).toEqual([2, 'n1', 'n2']);
  expect(await listOf(shelf.admin)).toEqual([3, 'n1', 'n2', 'n3']);
  const inSubject = `?queries[]=${encodeURIComponent('{"method":"equal","attribute":"subject","values":["Physics"]}')}`;
  expect(await listOf(shelf.visitor, inSubject)).toEqual([1, 'n1']);
  for (const [caller, id, status] of [
    [shelf.visitor, 'n2', 404],
    [shelf.visitor, 'n3', 404],
    [shelf.member, 'n2', 200],
    [shelf.member, 'n3', 404],
    [shelf.admin, 'n3', 200],
  ] as const) {
    const answer = await caller.call('GET', `${notes}/${id}`);
    expect([id, answer.status, answer.json['type']]).toEqual([
      id,
      status,
      status === 404 ? 'document_not_found' : undefined,
    ]);
    expect((await caller.call('GET', `${rows}/${id}`)).status).toBe(status);
    expect((await caller.call('GET', `/materials/${id}`)).status).toBe(status);
  }
  const after = `?queries[]=${encodeURIComponent('{"method":"cursorAfter","values":["n2"]}')}`;
  expect((await shelf.visitor.call('GET', `${notes}${after}`)).json['type']).toBe('general_cursor_not_found');
  const countedBy = async (caller: ContractCaller) =>
    ((await caller.call('GET', '/materials/counts')).json['totals'] as { note: number }).note;
  expect([await countedBy(shelf.visitor), await countedBy(shelf.member), await countedBy(shelf.admin)]).toEqual([
    1, 2, 3,
  ]);
});

test('permissions change alone or with the data, and only an administrator can change them', async () => {
  await using shelf = await openShelf();
  await shelf.publish('n1');
  const change = (caller: ContractCaller, json: object) => caller.call('PATCH', `${notes}/n1`, { json });
  const hidden = await change(shelf.admin, { permissions: ['read("label:admin")'] });
  expect([hidden.status, hidden.json['$permissions'], hidden.json['title']]).toEqual([
    200,
    ['read("label:admin")'],
    'Note n1',
  ]);
  expect(await listOf(shelf.visitor)).toEqual([0]);
  const both = await change(shelf.admin, { data: { title: 'Again' }, permissions: ['read("any")'] });
  expect(both.json).toMatchObject({ title: 'Again', $permissions: ['read("any")'] });
  expect((await change(shelf.admin, { data: {}, permissions: [] })).json['$permissions']).toEqual([]);
  expect((await change(shelf.admin, { data: { title: 'Once more' } })).json['$permissions']).toEqual([]);
  expect((await change(shelf.admin, {})).json['type']).toBe('document_missing_payload');
  expect((await change(shelf.admin, { permissions: ['read("user:somebody")'] })).json['type']).toBe(
    'user_unauthorized',
  );
  expect((await change(shelf.admin, { permissions: ['read(any)'] })).json['type']).toBe('general_argument_invalid');
  // An account named by `update` may still not: only administrators write.
  await change(shelf.admin, { permissions: ['read("any")', 'update("any")', 'delete("users")'] });
  for (const caller of [shelf.visitor, shelf.member]) {
    expect((await change(caller, { data: { title: 'Mine' } })).json['type']).toBe('user_unauthorized');
    expect((await caller.call('DELETE', `${notes}/n1`, { json: {} })).json['type']).toBe('user_unauthorized');
  }
});

test('no page contains restricted materials', async () => {
  await using shelf = await openShelf();
  await shelf.publish('n1');
  await shelf.publish('n2', ['read("users")']);
  const { shelf: asked } = shelf.services;
  expect((await asked.listMaterials('note', {})).materials.map(({ id }) => id)).toEqual(['n1']);
  expect(await asked.findMaterial('n2')).toEqual({ state: 'missing' });
  expect((await asked.countMaterials('csit')).totals.note).toBe(1);
  expect((await asked.countByFaculty()).totals.note).toBe(1);
});

test('a file can be read only by the users whom its permissions name', async () => {
  await using shelf = await openShelf();
  const { admin, visitor, member } = shelf;
  const one = `${files}/f1`;
  expect((await visitor.call('GET', one)).json['$permissions']).toEqual(['read("any")']);
  const changed = await admin.call('PUT', one, { json: { permissions: ['read("users")'] } });
  expect([changed.status, changed.json['$permissions'], changed.json['name']]).toEqual([
    200,
    ['read("users")'],
    'a.pdf',
  ]);
  for (const address of [one, `${one}/view`, `${one}/download`, `${one}/preview`, `${one}/preview?width=160`]) {
    const refused = await visitor.call('GET', address);
    expect([address, refused.status, refused.json['type']]).toEqual([address, 404, 'storage_file_not_found']);
    expect([address, (await member.call('GET', address)).status]).toEqual([address, 200]);
    expect([address, (await admin.call('GET', address)).status]).toEqual([address, 200]);
  }
  await admin.call('PUT', one, { json: { name: 'b.pdf' } });
  expect((await visitor.call('GET', one)).status).toBe(404);
  await admin.call('PUT', one, { json: { permissions: ['read("any")'] } });
  expect((await visitor.call('GET', `${one}/view`)).status).toBe(200);
});

test('a file and its pictures are only for those who may read a material that uses it', async () => {
  await using shelf = await openShelf();
  const { admin, visitor, member } = shelf;
  const cover = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await uploadSmallFile(admin, { id: 'f2', name: 'b.png', content: new Uint8Array(cover) });
  const addresses = [
    `${files}/f1`,
    `${files}/f1/view`,
    `${files}/f1/download`,
    `${files}/f1/preview?width=160`,
    `${files}/f2/view`,
    `${files}/f2/preview?width=160`,
  ];
  const books = '/databases/library/collections/books/documents';
  const publish = (documentId: string, permissions?: string[]) => {
    const urls = { downloadUrl: `/v1${files}/f1/preview`, coverImageUrl: `/v1${files}/f2/preview` };
    return admin.call('POST', books, {
      json: { documentId, data: { ...place, title: documentId, ...urls }, permissions },
    });
  };
  const setReaders = (id: string, permissions: string[]) =>
    admin.call('PATCH', `${books}/${id}`, { json: { permissions } });
  const range = { headers: { range: 'bytes=0-3' } };
  const seenBy = async (caller: ContractCaller) => {
    const statuses = new Set<number>();
    for (const address of addresses) statuses.add((await caller.call('GET', address)).status);
    const part = (await caller.call('GET', `${files}/f1/view`, range)).status;
    return [...statuses.add(part === 206 ? 200 : part)];
  };
  const seen = async () => [await seenBy(visitor), await seenBy(member), await seenBy(admin)].flat();
  // No material uses the files yet: their own permissions decide.
  expect(await seen()).toEqual([200, 200, 200]);
  await publish('b1');
  expect(await seen()).toEqual([200, 200, 200]);
  await setReaders('b1', ['read("users")']);
  expect(await seen()).toEqual([404, 200, 200]);
  await setReaders('b1', ['read("label:admin")']);
  expect(await seen()).toEqual([404, 404, 200]);
  await publish('b2', ['read("users")']);
  expect(await seen()).toEqual([404, 200, 200]);
  await setReaders('b2', ['read("any")']);
  expect(await seen()).toEqual([200, 200, 200]);
  await admin.call('DELETE', `${books}/b2`, { json: {} });
  expect(await seen()).toEqual([404, 404, 200]);
  // The attribute is still the value that the client wrote.
  expect((await admin.call('GET', `${files}/f1`)).json['$permissions']).toEqual(['read("any")']);
});

test("the file of a new restricted material is refused to others immediately, and served only to the material's readers", async () => {
  await using shelf = await openShelf();
  const { admin, visitor, member } = shelf;
  const statusFor = async (caller: ContractCaller) => (await caller.call('GET', `${files}/f1/view`)).status;
  await shelf.publish('n1', ['read("users")']);
  expect([await statusFor(visitor), await statusFor(member)]).toEqual([404, 200]);
  await shelf.publish('n2');
  await admin.call('PUT', `${files}/f1`, { json: { permissions: ['read("users")'] } });
  expect([await statusFor(visitor), await statusFor(member)]).toEqual([404, 200]);
});
