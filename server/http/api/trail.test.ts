import { expect, test } from 'vitest';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

test("the trail records an administrator's actions in order, with the administrator and the network", async () => {
  await using server = await openTestServer({ settings: { ADMIN_NAME: 'Ada' } });
  const admin = await callAsAdministrator(server.url);
  const notes = '/databases/library/collections/notes/documents';
  const file = await uploadSmallFile(admin, { id: 'f1', name: 'graphs.pdf', content: smallPdf });
  const faculty = server.services.catalogue.faculties[0];
  const term = faculty?.terms[0];
  const place = { facultyId: faculty?.id, semesterId: term?.id, subject: term?.subjects[0]?.name };
  const data = { title: 'Graphs', ...place, downloadUrl: `/v1/storage/buckets/files/files/${file}/preview` };
  const steps: [method: string, path: string, json?: unknown][] = [
    ['PUT', `/storage/buckets/files/files/${file}`, { name: 'graphs-2.pdf' }],
    ['POST', notes, { documentId: 'n1', data }],
    ['PATCH', `${notes}/n1`, { data: { title: 'Graphs and trees' } }],
    ['DELETE', `${notes}/n1`, {}],
    ['POST', '/materials/n1/restore'],
    ['DELETE', `${notes}/n1`, {}],
    ['POST', '/materials/n1/purge'],
    ['DELETE', '/account/sessions'],
  ];
  const statuses = [];
  for (const [method, path, json] of steps) statuses.push((await admin.call(method, path, { json })).status);
  expect(statuses).toEqual([200, 201, 200, 204, 200, 204, 204, 204]);
  const entries = (await server.services.trail.list({ limit: 50 })).toReversed();
  expect(entries.map(({ action, subjectId, title }) => [action, subjectId, title])).toEqual([
    ['administrator created', expect.any(String), administrator.email],
    ['signed in', '', ''],
    ['uploaded', 'f1', 'graphs.pdf'],
    ['file changed', 'f1', 'graphs-2.pdf'],
    ['published', 'n1', 'Graphs'],
    ['edited', 'n1', 'Graphs and trees'],
    ['deleted', 'n1', 'Graphs and trees'],
    ['restored', 'n1', 'Graphs and trees'],
    ['deleted', 'n1', 'Graphs and trees'],
    ['deleted permanently', 'n1', 'Graphs and trees'],
    ['signed out everywhere', '', ''],
  ]);
  expect(new Set(entries.map(({ userName, network }) => `${userName} ${network}`))).toEqual(
    new Set(['the settings ', 'Ada 127.0.0.0/24']),
  );
});

test('failed sign-ins are counted, and no typed text is stored', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const visitor = callAs(server.url);
  const signIn = (json: object) => visitor.call('POST', '/account/sessions/email', { json });
  for (let count = 0; count < 12; count += 1) await signIn({ ...administrator, password: 'wrong password' });
  for (let count = 0; count < 3; count += 1) await signIn({ email: 'typed@library.test', password: 'typed password' });
  const student = { userId: 'asha', email: 'asha@library.test', password: 'long enough' };
  await visitor.call('POST', '/account', { json: student });
  for (let count = 0; count < 2; count += 1) await signIn(student);
  const entries = await server.services.trail.list({ limit: 50, isDeed: false });
  const account = await server.resources.database.accounts.findByEmail(administrator.email);
  expect(entries.map(({ action, userId, times }) => [action, userId, times]).toSorted()).toEqual([
    ['sign-in failed', '', 3],
    ['sign-in failed', account?.id, 10],
    ['sign-in refused', '', 2],
    ['signed in', 'asha', 2],
    ['signed up', 'asha', 1],
  ]);
  expect(JSON.stringify(entries)).not.toContain('typed');
});
