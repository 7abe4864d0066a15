import { expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { feedPageSize } from '#server/library/feeds/feed-service.ts';
import { callAs } from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { findAttributes, findTexts, findXmlFault } from '#test/support/xml.ts';

const subjectFeed = '/feeds/faculties/csit/semesters/1/subjects/physics';

/** Publishes notes in one subject; the last one is the newest. */
async function publish({ resources: { database } }: TestServer, ids: readonly string[], facts: object = {}) {
  if (!(await database.files.find('file'))) await addFile(database, 'file', { sha256: 'digest' });
  await database.transaction(async ({ materials }) => {
    for (const id of ids) {
      const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
      await materials.insert(
        newMaterial(id, { kind: 'note', title: `Note ${id}`, fileId: 'file', ...place, ...facts }),
      );
    }
  });
}

const linkOf = (text: string, rel: string) => findTexts(text, `/atom:feed/atom:link[@rel='${rel}']/@href`)[0];

test('the feeds of library, faculty and subject are valid Atom with their public materials, newest first', async () => {
  await using server = await openTestServer();
  await publish(server, ['a', 'b']);
  await publish(server, ['elsewhere'], { facultyId: 'bca', subject: 'C Programming' });
  await publish(server, ['members'], { permissions: ['read("users")'] });
  await publish(server, ['hidden', 'deleted']);
  await server.resources.database.materials.update('hidden', { permissions: [] });
  await server.resources.database.materials.withdraw('deleted');
  const visitor = callAs(server.url);
  const shown: Record<string, string[]> = {};
  for (const address of ['/feeds/new', '/feeds/faculties/csit', subjectFeed, '/feeds/faculties/bim']) {
    const { status, text, headers } = await visitor.call('GET', address);
    expect([address, status, headers.get('content-type')]).toEqual([
      address,
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    expect([address, findXmlFault(text, 'atom.rng')]).toEqual([address, null]);
    // RFC 4287, sections 4.1.1 and 4.1.2: rules that the grammar cannot express.
    expect(linkOf(text, 'self')).toBe(`${server.url}/v1${address}`);
    const ids = findTexts(text, '//atom:id');
    expect(new Set(ids).size).toBe(ids.length);
    expect(findTexts(text, "//atom:entry[not(atom:link[@rel='alternate'])]")).toEqual([]);
    shown[address] = findTexts(text, '//atom:entry/atom:title');
  }
  expect(shown).toEqual({
    '/feeds/new': ['Note elsewhere', 'Note b', 'Note a'],
    '/feeds/faculties/csit': ['Note b', 'Note a'],
    [subjectFeed]: ['Note b', 'Note a'],
    '/feeds/faculties/bim': [],
  });
  for (const address of ['/feeds/faculties/none', '/feeds/faculties/csit/semesters/1/subjects/none'])
    expect([address, (await visitor.call('GET', address)).status]).toEqual([address, 404]);
});

test('an entry describes the file, and keeps its id when the library moves to another address', async () => {
  await using server = await openTestServer();
  await publish(server, ['a'], { title: 'नोट <&> \u0001\uFFFE"' });
  const { text } = await callAs(server.url).call('GET', '/feeds/new');
  const [file] = findAttributes(text, "//atom:entry/atom:link[@rel='enclosure']");
  const { sizeBytes = 0, mimeType = '' } = (await server.resources.database.files.find('file')) ?? {};
  expect([file?.['length'], file?.['type']]).toEqual([String(sizeBytes), mimeType]);
  expect(new URL(file?.['href'] ?? '').searchParams.get('name')).toContain('नोट <&>');
  expect(findTexts(text, '//atom:entry/atom:title')[0]).toMatch(/^नोट <&> .*"$/);
  const ids = findTexts(text, '//atom:id');
  expect(
    ids.every((id) => /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  const { place } = server;
  await server.close();
  const settings = { PUBLIC_URL: 'https://other.example.edu' };
  await using moved = await openTestServer({ place, settings });
  const after = (await callAs(moved.url).call('GET', '/feeds/new')).text;
  expect(findTexts(after, '//atom:id')).toEqual(ids);
  expect(linkOf(after, 'alternate')).toBe('https://other.example.edu/');
});

test('a feed has bounded pages, and deletions and additions do not shift the next page', async () => {
  await using server = await openTestServer();
  const ids = Array.from({ length: feedPageSize * 2 + 1 }, (_, index) => `n${index}`);
  await publish(server, ids);
  const visitor = callAs(server.url);
  const found: string[] = [];
  let address: string | undefined = '/feeds/new';
  while (address !== undefined) {
    const { text } = await visitor.call('GET', address);
    expect(findXmlFault(text, 'atom.rng')).toBeNull();
    const titles = findTexts(text, '//atom:entry/atom:title');
    expect(titles.length).toBeLessThanOrEqual(feedPageSize);
    expect(linkOf(text, 'first')).toBe(`${server.url}/v1/feeds/new`);
    if (found.length === 0) {
      await publish(server, ['later']);
      await server.resources.database.materials.withdraw(ids.at(-1) ?? '');
    }
    found.push(...titles);
    address = linkOf(text, 'next')?.replace(`${server.url}/v1`, '');
  }
  expect(found).toEqual(ids.map((id) => `Note ${id}`).toReversed());
  expect((await visitor.call('GET', '/feeds/new?before=x')).status).toBe(400);
});

test('a feed gets 304 until something in it changes, and its time of update is the time of its newest change', async () => {
  await using server = await openTestServer();
  await publish(server, ['a', 'b']);
  const visitor = callAs(server.url);
  const first = await visitor.call('GET', subjectFeed);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await visitor.call('GET', subjectFeed, { headers })).status).toBe(304);
  await publish(server, ['elsewhere'], { facultyId: 'bca', subject: 'C Programming' });
  expect((await visitor.call('GET', subjectFeed, { headers })).status).toBe(304);
  const edited = await server.resources.database.materials.update('a', { title: 'Other' });
  const next = await visitor.call('GET', subjectFeed, { headers });
  expect([next.status, findTexts(next.text, '/atom:feed/atom:updated')]).toEqual([200, [edited?.updatedAt]]);
});

test('pages of the library, a faculty and a subject link to their feeds, and other pages to that of the library', async () => {
  await using server = await openTestServer({ withPages: true });
  await publish(server, ['a']);
  const visitor = callAs(server.url);
  const linksOn = async (address: string) => {
    const html = await (await fetch(server.url + address)).text();
    return [...html.matchAll(/<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)"/g)].map(
      ([, href = '']) => href.replace('/v1', ''),
    );
  };
  const all = ['/feeds/new', '/feeds/faculties/csit', subjectFeed];
  expect(await linksOn('/')).toEqual(all.slice(0, 1));
  expect(await linksOn('/faculty/csit')).toEqual(all.slice(0, 2));
  expect(await linksOn('/faculty/csit/semester/1/subject/physics')).toEqual(all);
  expect(await linksOn('/material/a')).toEqual(all.slice(0, 1));
  expect(await linksOn('/material/none')).toEqual([]);
  for (const address of all) expect([address, (await visitor.call('GET', address)).status]).toEqual([address, 200]);
});
