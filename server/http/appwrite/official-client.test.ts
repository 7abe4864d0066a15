import { Account, Client, Databases, Query, Storage, TablesDB } from 'appwrite';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator, smallPdf } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

// The official client unchanged, in a program: its session is sent as a header instead of a cookie.
async function openClient() {
  const server = await openTestServer();
  const { cookie } = await callAsAdministrator(server.url);
  const client = new Client()
    .setEndpoint(`${server.url}/v1`)
    .setProject('examshelf')
    .setSession(cookie.slice(cookie.indexOf('=') + 1));
  return { ...server, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const hidden = ['read("label:admin")', 'update("label:admin")'];

const paper = { title: 'Model question', subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };

test('the client uploads files into a folder with permissions, small and in chunks, and finds them there', async () => {
  await using opened = await openClient();
  const storage = new Storage(opened.client);
  const said = { bucketId: 'files', permissions: hidden, folder: 'exams/2080' };
  const small = await storage.createFile({ ...said, fileId: 'small', file: new File([smallPdf], 'small.pdf') });
  expect(small).toMatchObject({ $id: 'small', folder: 'exams/2080', $permissions: hidden });
  const bytes = new Uint8Array(11 * 1024 * 1024).fill(32);
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
  const large = await storage.createFile({ ...said, fileId: 'large', file: new File([bytes], 'large.pdf') });
  expect(large).toMatchObject({ $id: 'large', folder: 'exams/2080', $permissions: hidden, chunksUploaded: 3 });
  const found = await storage.listFiles({ bucketId: 'files', queries: [Query.equal('folder', ['exams/2080'])] });
  expect([found.total, found.files.map(({ $id }) => $id)]).toEqual([2, ['small', 'large']]);
  const open = await storage.updateFile({ bucketId: 'files', fileId: 'small', permissions: ['read("any")'] });
  expect(open.$permissions).toEqual(['read("any")']);
  expect((await callAs(opened.url).call('GET', '/storage/buckets/files/files/small/view')).status).toBe(200);
  expect((await callAs(opened.url).call('GET', '/storage/buckets/files/files/large/view')).status).toBe(404);
});

test('the client creates documents and rows with permissions, and changes only the permissions', async () => {
  await using opened = await openClient();
  const storage = new Storage(opened.client);
  await storage.createFile({ bucketId: 'files', fileId: 'f1', file: new File([smallPdf], 'a.pdf') });
  const data = {
    ...paper,
    downloadUrl: storage.getFilePreview({ bucketId: 'files', fileId: 'f1' }),
  };
  const place = { databaseId: 'library', collectionId: 'papers', documentId: 'p1' };
  const databases = new Databases(opened.client);
  const made = await databases.createDocument({ ...place, data, permissions: hidden });
  expect(made.$permissions).toEqual(hidden);
  const changed = await databases.updateDocument({ ...place, permissions: ['read("users")'] });
  expect([changed.$permissions, changed['title']]).toEqual([['read("users")'], 'Model question']);
  const rows = await new TablesDB(opened.client).listRows({ databaseId: 'library', tableId: 'papers', ttl: 60 });
  expect(rows.rows).toMatchObject([{ $id: 'p1', $tableId: 'papers', $permissions: ['read("users")'] }]);
  const visitor = new Databases(new Client().setEndpoint(`${opened.url}/v1`).setProject('examshelf'));
  await expect(visitor.getDocument(place)).rejects.toMatchObject({ code: 404, type: 'document_not_found' });
  await expect(databases.deleteDocument({ ...place, transactionId: 't1' })).rejects.toMatchObject({
    code: 404,
    type: 'transaction_not_found',
  });
});

test('the client pings, lists its sessions and ends them', async () => {
  await using opened = await openClient();
  const account = new Account(opened.client);
  expect(await opened.client.ping()).toMatchObject({ message: 'Pong!' });
  const { total, sessions } = await account.listSessions();
  expect([total, sessions[0]?.current]).toEqual([1, true]);
  await account.deleteSession({ sessionId: 'current' });
  await expect(account.get()).rejects.toMatchObject({ code: 401, type: 'general_unauthorized_scope' });
});

test('the client sets a new password for its account, and is refused with a wrong old one', async () => {
  await using opened = await openClient();
  const account = new Account(opened.client);
  const changed = await account.updatePassword({
    password: 'four other plain words',
    oldPassword: administrator.password,
  });
  expect(changed).toMatchObject({ email: administrator.email, labels: ['admin'] });
  const again = account.updatePassword({ password: 'yet other plain words', oldPassword: administrator.password });
  await expect(again).rejects.toMatchObject({ code: 401, type: 'user_invalid_credentials' });
  expect((await account.get()).passwordUpdate).toBe(changed.passwordUpdate);
});
