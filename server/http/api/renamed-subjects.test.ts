import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { emptyQuery, equal, type Filter } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { visitor as guest } from '#domain/account.ts';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { openTestPlace } from '#test/support/test-place.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const atTerm = [equal('facultyId', 'csit'), equal('semesterId', '1')];
const year = 2024;

/** Opens a library whose subject was renamed between two starts, after its materials were updated. */
async function openRenamed() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'examshelf-catalogue-')));
  const library = stack.use(await openTestPlace());
  const file = path.join(folder.path, 'catalogue.json');
  const settings = { CATALOGUE: file };
  const write = (...subjects: { name: string; formerly?: string[] }[]) => {
    const structure = [{ id: '1', name: 'Semester 1', subjects }];
    const faculty = { id: 'csit', name: 'BSc CSIT', type: 'semester', duration: 8, structure };
    return writeFile(file, JSON.stringify({ faculties: [faculty] }));
  };
  await write({ name: 'C Programming' }, { name: 'Physics' });
  {
    await using before = await openTestServer({ place: library, settings });
    const admin = await callAsAdministrator(before.url);
    await uploadSmallFile(admin, { id: 'file', name: 'a.pdf', content: smallPdf });
    await before.resources.database.materials.insert(newMaterial('paper', { ...place, year }));
    await before.resources.database.materials.insert(newMaterial('other', { ...place, subject: 'Physics' }));
  }
  await write({ name: 'Programming in C', formerly: ['Computing', 'C Programming'] }, { name: 'Physics' });
  const server = stack.use(await openTestServer({ place: library, settings }));
  const { changes, materials } = server.services;
  const hasFollowed = Promise.withResolvers<void>();
  const check = async () => {
    const found = await materials.find(guest, 'paper');
    if (found.state === 'published' && found.material.subject === 'Programming in C') hasFollowed.resolve();
  };
  changes.listen(() => void check().catch(hasFollowed.reject));
  await check();
  await hasFollowed.promise;
  const dispose = stack.move();
  return { server, visitor: callAs(server.url), [Symbol.asyncDispose]: () => dispose.disposeAsync() };
}

test('after a renaming the next start moves materials to the new name, and old queries and addresses find them', async () => {
  await using library = await openRenamed();
  const { server, visitor } = library;
  const get = (address: string) => visitor.call('GET', address.replace(/^\/v1/, ''));
  const list = async (...filters: Filter[]) => {
    const words = new URLSearchParams();
    writeQueries({ ...emptyQuery, filters }).forEach((text, index) => words.set(`queries[${index}]`, text));
    const { json } = await get(`${api.documents(ids, 'papers')}?${words}`);
    return (json['documents'] as { $id: string; subject: string }[]).map(({ $id, subject }) => [$id, subject]);
  };
  const found = [['paper', 'Programming in C']];
  expect(await list(...atTerm, equal('subject', 'Programming in C'))).toEqual(found);
  expect(await list(...atTerm, equal('subject', 'C Programming'))).toEqual(found);
  expect(await list(equal('subject', 'C Programming'))).toEqual(found);
  expect(await list(...atTerm, equal('subject', 'Algebra'))).toEqual([]);

  const feed = (slug: string) => fetch(server.url + api.subjectFeed('csit', '1', slug));
  const [current, former] = await Promise.all(['programming-in-c', 'c-programming'].map(feed));
  expect(await current?.text()).toContain('Title of paper');
  expect(await former?.text()).toContain(`${server.url}${api.subjectFeed('csit', '1', 'programming-in-c')}`);
  const opds = `${api.opds('opds')}/faculties/csit/semesters/1/subjects/c-programming`;
  expect((await fetch(server.url + opds)).status).toBe(200);

  const archive = await fetch(server.url + api.subjectArchive({ ...place, kind: 'paper' }));
  expect([archive.status, archive.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('Programming in C'),
  ]);
  await archive.body?.cancel();
  expect((await get(api.subjectPlaces('C Programming'))).json).toMatchObject({
    total: 1,
    places: [{ subject: 'Programming in C', slug: 'programming-in-c' }],
  });
  expect((await get(api.suggest('comput'))).json['subjects']).toMatchObject([{ subject: 'Programming in C' }]);
  const { json } = await get(api.faculty('csit'));
  expect(json['terms']).toMatchObject([
    {
      subjects: [
        {
          name: 'Programming in C',
          formerly: [
            { name: 'Computing', slug: 'computing' },
            { name: 'C Programming', slug: 'c-programming' },
          ],
        },
        { name: 'Physics', slug: 'physics' },
      ],
    },
  ]);

  await server.services.indexKeeper.idle();
  const { json: findings } = await get('/search?q=paper&subject=C%20Programming');
  expect(findings).toMatchObject({ total: 1, results: [{ document: { subject: 'Programming in C' } }] });

  // A cached response to an old query is evicted when the subject gets a material.
  const admin = await callAsAdministrator(server.url);
  const downloadUrl = '/v1/storage/buckets/files/files/file/preview?project=examshelf';
  const data = { ...place, subject: 'Programming in C', title: 'Second', year, downloadUrl };
  const documents = api.documents(ids, 'papers').replace(/^\/v1/, '');
  expect((await admin.call('POST', documents, { json: { documentId: 'second', data } })).status).toBe(201);
  expect(await list(...atTerm, equal('subject', 'C Programming'))).toHaveLength(2);
  const { json: inventory } = await admin.call('GET', '/materials/inventory?subject=C%20Programming');
  expect(inventory['total']).toBe(2);
  const refused = await admin.call('POST', documents, { json: { documentId: 'third', data: { ...data, ...place } } });
  expect([refused.status, refused.json['message']]).toEqual([
    400,
    expect.stringContaining('Choose one of: Programming in C, Physics'),
  ]);
});
