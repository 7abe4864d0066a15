import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChanges } from '#server/library/changes.ts';
import { makeHtmlPaper } from '#test/support/documents.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { mayRobotsFetch } from '#test/support/robots.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { findXmlFault } from '#test/support/xml.ts';
import { createSiteMap } from './site-map.ts';

/** Tests the list of pages that is announced to search engines. */

let server: TestServer;
let librarian: Librarian;
const publicUrl = 'https://library.example.edu';
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const dates = new Map<string, string>();
/** The schema that sitemaps.org publishes, as included in the package `sitemap`. */
const publishedSchema = path.join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'node_modules',
  'sitemap',
  'schema',
  'sitemap.xsd',
);

beforeAll(async () => {
  server = await openTestServer({ settings: { PUBLIC_URL: publicUrl, LANGUAGES: 'en' } });
  librarian = await openLibrarian(server.url);
  await librarian.upload('web.html', makeHtmlPaper('A paper'), 'web');
  for (let index = 1; index <= 7; index += 1) {
    const paper = { ...place, title: `Paper & ${index}`, year: 2024, fileId: 'web' };
    dates.set(`p${index}`, (await librarian.publish('paper', paper, `p${index}`)).$updatedAt);
  }
  await librarian.send('POST', '/v1/materials/p2/hide', { reason: 'a test' });
  await librarian.send('DELETE', '/v1/databases/library/collections/papers/documents/p3');
});

afterAll(() => server[Symbol.asyncDispose]());

const ask = (address: string, headers: Record<string, string> = {}) => fetch(server.url + address, { headers });

/** Returns the addresses in a site map, each with the day of its last change if there is one. */
function readMap(xml: string, element: 'sitemap' | 'url'): [loc: string, lastmod: string | undefined][] {
  // The package has the schema of maps, and none of their index.
  expect(element === 'url' ? findXmlFault(xml, publishedSchema) : null).toBeNull();
  const rest = xml
    .replace(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<(?:sitemapindex|urlset) xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
      '',
    )
    .replace(/<\/(?:sitemapindex|urlset)>\n$/, '');
  const entry = new RegExp(`<${element}><loc>([^<>&]*)</loc>(?:<lastmod>([^<]*)</lastmod>)?</${element}>`, 'g');
  expect(rest.replaceAll(entry, '').trim()).toBe('');
  return [...rest.matchAll(entry)].map(([, loc = '', lastmod]) => [loc, lastmod]);
}

test('robots.txt names the site map below the public address, and allows every robot the same', async () => {
  const rules = await (await ask('/robots.txt')).text();
  expect(rules).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  const file = '/v1/storage/buckets/files/files/web';
  const open = [
    '/',
    '/search',
    '/books?part=2',
    '/material/p1',
    '/sitemap.xml',
    '/share/material/p1.jpg',
    `${file}/view?project=examshelf`,
    `${file}/preview?project=examshelf&width=320&output=auto`,
    `${file}/download?project=examshelf&name=a`,
    '/v1/feeds/new',
    '/v1/feeds/faculties/csit',
    '/v1/opds',
    '/v1/opds/new?kind=book',
    '/v1/opds2/faculties/csit',
    '/v1/oai?verb=Identify',
    '/v1/docs',
  ];
  const closed = [
    '/search?q=a',
    '/search?q=%E0%A4%AD&kind=note',
    '/admin',
    '/login',
    '/v1/site',
    '/v1/account',
    '/v1/openapi.json',
    '/v1/materials/p1/hide',
    '/v1/materials/counts',
    '/v1/materials/archive?facultyId=csit',
    '/v1/search?q=a',
    '/v1/databases/library/collections/papers/documents',
    '/v1/storage/buckets/files/files',
  ];
  expect([...open, ...closed].filter((path) => mayRobotsFetch(rules, path))).toEqual(open);
});

test("the site map names every public page and material, and the time of each material's last change", async () => {
  const index = readMap(await (await ask('/sitemap.xml')).text(), 'sitemap');
  const [p7 = ''] = [dates.get('p7')];
  expect(index).toEqual([
    [`${publicUrl}/sitemap/pages-1.xml`, undefined],
    [`${publicUrl}/sitemap/materials-1.xml`, p7],
  ]);
  const listed = readMap(await (await ask('/sitemap/materials-1.xml')).text(), 'url');
  expect(listed).toEqual(['p1', 'p4', 'p5', 'p6', 'p7'].map((id) => [`${publicUrl}/material/${id}`, dates.get(id)]));
  const pages = readMap(await (await ask('/sitemap/pages-1.xml')).text(), 'url').map(([loc]) =>
    loc.slice(publicUrl.length),
  );
  const subject = '/faculty/csit/semester/1/subject/c-programming';
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/books', '/faq', '/faculty/csit', '/faculty/csit/semester/1', subject]),
  );
  // Lists without any entries, and pages with `noindex`.
  expect(pages.filter((page) => /\/(?:notes|revision)\/|^\/(?:search|login|admin|discussions)/.test(page))).toEqual([]);
});

test('the next response shows a change, and without a change the site map is not sent again', async () => {
  const before = await ask('/sitemap/materials-1.xml');
  const etag = before.headers.get('etag') ?? '';
  expect((await ask('/sitemap/materials-1.xml', { 'if-none-match': etag })).status).toBe(304);
  await librarian.send('POST', '/v1/materials/p2/show');
  const after = await ask('/sitemap/materials-1.xml', { 'if-none-match': etag });
  expect([after.status, (await after.text()).includes('/material/p2<')]).toEqual([200, true]);
});

test('a part that does not exist is not found', async () => {
  for (const path of ['/sitemap/materials-2.xml', '/sitemap/pages-2.xml', '/sitemap/materials-0.xml', '/sitemap/x.xml'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test('a long list is split: no part is longer than allowed, none is empty, and together they are complete', async () => {
  const { database } = server.resources;
  const { materials, catalogue, changes } = server.services;
  const map = createSiteMap({ database, materials, catalogue, changes, partSize: 2 });
  await librarian.send('DELETE', '/v1/databases/library/collections/papers/documents/p4');
  const parts = (await map.listParts()).filter(({ path }) => path.includes('materials'));
  // p1 and p2, nothing of p3 and p4, p5 and p6, p7.
  expect(parts.map(({ path, updatedAt }) => [path, updatedAt])).toEqual([
    ['/sitemap/materials-1.xml', expect.any(String)],
    ['/sitemap/materials-3.xml', dates.get('p6')],
    ['/sitemap/materials-4.xml', dates.get('p7')],
  ]);
  const listed = await Promise.all(parts.map(({ path }) => map.readPart(path)));
  expect(listed.map((part) => part?.length)).toEqual([2, 2, 1]);
  expect(listed.flat().map((each) => each?.path)).toEqual(
    ['p1', 'p2', 'p5', 'p6', 'p7'].map((id) => `/material/${id}`),
  );
  // A part remembers the time of its last change until it changes.
  await librarian.send('DELETE', '/v1/databases/library/collections/papers/documents/p6');
  expect((await map.listParts()).at(-2)?.updatedAt).toBe(dates.get('p5'));
});

test('after an unspecified change of another node, the last change of each part is queried again', async () => {
  const { database } = server.resources;
  const { materials, catalogue } = server.services;
  // Nothing else is announced to this one, as if the changes below were made by another node.
  const changes = createChanges(() => undefined);
  const map = createSiteMap({ database, materials, catalogue, changes });
  const lastChange = async () => (await map.listParts()).at(-1)?.updatedAt;
  const before = await lastChange();
  const edited = await librarian.send('PATCH', '/v1/databases/library/collections/papers/documents/p1', {
    data: { title: 'Changed elsewhere' },
  });
  const { $updatedAt } = (await edited.json()) as { $updatedAt: string };
  expect(await lastChange()).toBe(before);
  changes.tell({ subject: 'anything' }, 'elsewhere');
  expect(await lastChange()).toBe($updatedAt);
});
