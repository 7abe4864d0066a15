import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharePictureAddress } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makeBook, makeHtmlPaper } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { readPageHead, type PageHead } from '#test/support/page-head.ts';
import { mayRobotsFetch } from '#test/support/robots.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { materialRow, read } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** Heads of pages for search engines and shared links: one address, words and a picture. */

let server: TestServer;
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const term = '/faculty/csit/semester/1';
const subject = `${term}/subject/c-programming`;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makeBook('one', 3), 'one');
  await librarian.upload('web.html', makeHtmlPaper('A paper'), 'web');
  const cover = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#7b2d3a' } })
    .png()
    .toBuffer();
  await librarian.upload('cover.png', cover, 'cover');
  await librarian.publish('paper', { ...place, title: 'Pointers & arrays', year: 2024, fileId: 'one' }, 'pointers');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2023, fileId: 'web' }, 'web-paper');
  await librarian.publish('note', { ...place, title: 'A note', fileId: 'one' }, 'a-note');
  await librarian.publish('note', { ...place, title: 'Withdrawn', fileId: 'one' }, 'withdrawn');
  await librarian.send('DELETE', '/v1/databases/library/collections/notes/documents/withdrawn');
  for (let index = 10; index < 40; index += 1) {
    const semesterId = index < 37 ? '1' : '2';
    const data = { ...place, semesterId, subject: semesterId === '1' ? place.subject : 'Discrete Structures' };
    await librarian.publish(
      'book',
      { ...data, title: `Book ${index}`, fileId: 'one', coverFileId: 'cover' },
      `b${index}`,
    );
  }
});

afterAll(() => server[Symbol.asyncDispose]());

test('an operator sets the name, logo and colours of the library', async () => {
  await using content = await mkdtempDisposable(path.join(tmpdir(), 'content-'));
  const own = {
    name: 'Campus Papers',
    language: 'ne',
    logo: '/content/images/logo.svg',
    accent: { light: '#7a1f5c', dark: '#e39ccb' },
  };
  await mkdir(path.join(content.path, 'images'));
  await writeFile(path.join(content.path, 'images', 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(content.path, 'site.json'), JSON.stringify(own));
  await mkdir(path.join(content.path, 'pages'));
  await writeFile(path.join(content.path, 'pages', 'about.md'), '---\ntitle: A\ndescription: B\n---\nC');
  await using named = await openTestServer({ withPages: true, settings: { CONTENT_DIR: content.path } });
  const html = await (await fetch(`${named.url}/books`)).text();
  // The interface is English; the operator's own texts are in the operator's language.
  expect(await (await fetch(`${named.url}/about`)).text()).toContain('<article lang="ne"');
  expect(await (await fetch(`${named.url}/terms`)).text()).toContain('<article lang="en"');
  const head = readPageHead(html);
  expect(head.titles).toEqual(['Library · Campus Papers']);
  expect(head.meta['og:site_name']).toBe('Campus Papers');
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('<link rel="icon" href="/content/images/logo.svg"');
  expect(html).toMatch(/<img src="\/content\/images\/logo.svg" alt=""/);
  expect(html).not.toMatch(/>Examshelf</);
  const [, sheet = ''] = /href="(\/content\/accent\.css[^"]*)"/.exec(html) ?? [];
  const answer = await fetch(named.url + sheet);
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await answer.text()).toContain('--accent:#7a1f5c');
  // Files missing in the folder come from the shipped one.
  expect((await fetch(`${named.url}/content/images/banner-entrance.svg`)).status).toBe(200);
  expect((await fetch(`${server.url}/content/accent.css`)).status).toBe(404);
});

async function ask(
  address: string,
): Promise<{ status: number; location: string | null; head: PageHead; html: string }> {
  const response = await fetch(server.url + address, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('location'), head: readPageHead(html), html };
}

/** Every kind of page, and the path of its canonical address if it differs. */
const addresses: Record<string, string | true> = {
  '/': true,
  '/?utm_source=x': '/',
  '/faculty/csit': true,
  [term]: true,
  [subject]: true,
  [`${subject}?utm_source=x&open=nothing`]: subject,
  [`/faculty/csit/notes/semester/1/subject/c-programming`]: true,
  [`/faculty/csit/revision/semester/1/subject/c-programming`]: true,
  '/faculty/csit/revision/semester/1': true,
  '/books': true,
  '/books?part=2': true,
  '/books?part=-1': '/books',
  '/books?q=book&part=2': '/books',
  '/books?faculty=csit&semester=2': '/books',
  '/search': true,
  '/search?q=pointers': true,
  '/material/pointers': true,
  '/material/pointers?part=2': '/material/pointers',
  '/material/web-paper': true,
  '/material/b12': true,
  '/discussions': true,
  '/discussions?search=trees': '/discussions',
  '/discussions/create': true,
  '/discussions/normal-forms': true,
  '/contributors': true,
  '/about': true,
  '/about?part=2': '/about',
  '/contact': true,
  '/faq': true,
  '/privacy': true,
  '/terms': true,
  '/login': true,
  '/admin': true,
};

test('every page names one canonical address, which returns 200 and names itself', async () => {
  for (const [address, expected] of Object.entries(addresses)) {
    const { status, head } = await ask(address);
    const canonical = server.url + (expected === true ? address : expected);
    expect({ address, status, canonicals: head.canonicals, url: head.meta['og:url'] }).toEqual({
      address,
      status: 200,
      canonicals: [canonical],
      url: canonical,
    });
    const itself = await ask(canonical.slice(server.url.length));
    expect({ address, status: itself.status, canonicals: itself.head.canonicals }).toEqual({
      address,
      status: 200,
      canonicals: [canonical],
    });
  }
});

test('every page has one title, one description and a picture with its stated size that robots may fetch', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  const pictures = new Set<string>();
  for (const address of Object.keys(addresses)) {
    const { head } = await ask(address);
    const { meta, titles, repeated } = head;
    expect([address, titles.length, repeated]).toEqual([address, 1, []]);
    expect([address, meta['og:title'], meta['og:description']]).toEqual([address, titles[0], meta['description']]);
    expect([address, meta['twitter:card'], meta['og:image:alt']]).toEqual([address, 'summary_large_image', titles[0]]);
    const path = meta['og:image']?.replace(server.url, '') ?? '';
    expect([address, path, mayRobotsFetch(robots, path)]).toEqual([address, sharePictureAddress(address), true]);
    pictures.add(path);
    expect([meta['og:image:type'], meta['og:image:width'], meta['og:image:height']]).toEqual([
      'image/jpeg',
      '1200',
      '630',
    ]);
  }
  // Of Home and similar pages, four of places without a list and three lists, three materials.
  expect(pictures.size).toBe(10);
  // server/library/share-pictures/share-pictures.test.ts checks one of every kind.
  for (const path of ['/share/home.jpg', '/share/material/b12.jpg']) {
    const response = await fetch(server.url + path, { method: 'HEAD' });
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
  }
});

test('pages describe themselves by schema.org if there is something to describe', async () => {
  const typesOf = async (address: string) => {
    const { html } = await ask(address);
    const [, json = '{"@graph":[]}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    return JSON.parse(json)['@graph'].map((thing: { '@type': string }) => thing['@type']);
  };
  for (const [address, types] of Object.entries({
    '/': ['WebSite'],
    '/faculty/csit': ['CollectionPage', 'BreadcrumbList'],
    [term]: ['CollectionPage', 'BreadcrumbList'],
    [subject]: ['CollectionPage', 'BreadcrumbList'],
    '/books?part=2': ['CollectionPage'],
    '/material/pointers': ['LearningResource', 'BreadcrumbList'],
    '/material/b12': ['Book', 'BreadcrumbList'],
    [`${subject}?open=pointers&page=2`]: ['LearningResource', 'BreadcrumbList'],
    '/about': [],
    '/search?q=pointers': [],
    '/nowhere': [],
    '/material/withdrawn': [],
  }))
    expect([address, await typesOf(address)]).toEqual([address, types]);
});

test('robots may fetch every page, file and picture, and none of the lists', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  const file = '/v1/storage/buckets/files/files/one';
  const may = (paths: string[]) => paths.filter((path) => mayRobotsFetch(robots, path));
  const open = ['/', subject, '/books?part=2', '/share/home.jpg', `${file}/view?project=examshelf`, `${file}/download`];
  expect(may([...open, `${file}/preview?width=320`])).toEqual([...open, `${file}/preview?width=320`]);
  const lists = ['/v1/databases/library/collections/papers/documents', '/v1/storage/buckets/files/files'];
  expect(may([...lists, '/v1/materials/counts', '/v1/site', '/v1/account', '/admin', '/login'])).toEqual([]);
});

test('an unknown page has its own title, no canonical address, and is excluded from search engines', async () => {
  for (const [address, status, title] of [
    ['/not-found', 404, 'Page not found · Examshelf'],
    ['/nowhere', 404, 'Page not found · Examshelf'],
    ['/material/nothing', 404, 'Page not found · Examshelf'],
    ['/discussions/999', 404, 'Discussion not found · Examshelf'],
    ['/material/withdrawn', 410, 'No longer available · Examshelf'],
  ] as const) {
    const { head, ...answer } = await ask(address);
    expect([address, answer.status, head.titles, head.canonicals, head.meta['og:url'], head.meta['robots']]).toEqual([
      address,
      status,
      [title],
      [],
      undefined,
      'noindex',
    ]);
  }
});

test('pages without their own content are excluded from search engines, and all others are included', async () => {
  const hidden = [];
  for (const address of Object.keys(addresses))
    if ((await ask(address)).head.meta['robots'] === 'noindex') hidden.push(address);
  expect(hidden).toEqual([
    '/search',
    '/search?q=pointers',
    '/discussions',
    '/discussions?search=trees',
    '/discussions/create',
    '/discussions/normal-forms',
    '/login',
    '/admin',
  ]);
});

test('an address that opens a material over a page has the head of the material, and an unknown material that of the page', async () => {
  const own = (await ask('/material/pointers')).head;
  expect(own.titles).toEqual(['Pointers & arrays · Question Paper · Examshelf']);
  expect(own.meta['description']).toMatch(/^Question Paper for C Programming, Bachelor of .*, Semester 1: /);
  for (const address of [`${subject}?open=pointers&page=4`, '/books?q=x&open=pointers', '/?open=pointers&page=0'])
    expect({ address, ...(await ask(address)).head }).toEqual({ address, ...own });
  const second = (await ask(`${subject}?open=pointers&page=2`)).head;
  expect(second.titles).toEqual(['Pointers & arrays · Page 2 · Question Paper · Examshelf']);
  expect([second.canonicals, second.meta['og:image']]).toEqual([own.canonicals, own.meta['og:image']]);
  const list = (await ask(subject)).head;
  for (const id of ['nothing', 'withdrawn', '..%2F..', '%00'])
    expect({ id, ...(await ask(`${subject}?open=${id}&page=2`)).head }).toEqual({ id, ...list });
});

test('a part beyond the end of a list redirects to its last part, with all other parameters', async () => {
  for (const [address, ends] of [
    ['/books?part=999', '/books?part=2'],
    ['/Books?part=999', '/books?part=2'],
    ['/books?faculty=csit&semester=2&part=5', '/books?faculty=csit&semester=2'],
    ['/books?q=nothing&part=2', '/books?q=nothing'],
    [`${subject}?part=9&open=pointers`, `${subject}?open=pointers`],
    [
      '/faculty/csit/notes/semester/1/subject/c-programming?part=2',
      '/faculty/csit/notes/semester/1/subject/c-programming',
    ],
  ] as const) {
    const { status, location } = await ask(address);
    expect([address, status, sorted(location)]).toEqual([address, 307, sorted(ends)]);
    expect([ends, (await ask(ends)).status]).toEqual([ends, 200]);
  }
});

/** Returns an address with its parameters in order. */
function sorted(address: string | null): string {
  const url = new URL(address ?? '', server.url);
  url.searchParams.sort();
  return url.pathname + url.search;
}

test('icons exist for every browser and phone', async () => {
  const { html } = await ask('/');
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    expect(html).toMatch(new RegExp(`<link rel="(?:icon|apple-touch-icon)"[^>]* href="${path}"`));
    const response = await fetch(server.url + path);
    const { headers } = response;
    expect([path, response.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      path,
      200,
      type,
      'public, max-age=86400',
    ]);
  }
  const bytesOf = async (path: string) => Buffer.from(await (await fetch(server.url + path)).arrayBuffer());
  expect(await sharp(await bytesOf('/apple-touch-icon.png')).metadata()).toMatchObject({ width: 180, height: 180 });
  const icon = await bytesOf('/favicon.ico');
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.readUInt8(6 + 16 * index));
  expect(sizes).toEqual([16, 32, 48]);
});

test('in the browser the tab has the title of the paper while it is open, and that of the list afterwards', async () => {
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const trouble = watchForTrouble(page);
  await openPage(page, server.url + subject);
  const head = async () => readPageHead(`<head>${await page.evaluate(() => document.head.innerHTML)}</head>`);
  const readHead = async () => {
    const { titles, canonicals, meta, repeated } = await head();
    return [titles, canonicals, meta['og:url'], meta['og:title'], repeated];
  };
  const [list, paper] = [
    [subject, 'C Programming · Question Papers · Examshelf'] as const,
    ['/material/pointers', 'Pointers & arrays · Question Paper · Examshelf'] as const,
  ].map(([path, title]) => [[title], [server.url + path], server.url + path, title, []]);
  await expect.poll(readHead).toEqual(list);
  const reader = await read(page, materialRow(page, 'Pointers & arrays'));
  await expect.poll(readHead).toEqual(paper);
  expect((await head()).meta['og:image:type']).toBe('image/jpeg');
  await reader.getByRole('button', { name: 'Close' }).click();
  await expect.poll(readHead).toEqual(list);
  await openPage(page, `${server.url}${subject}?open=pointers`);
  await page.getByRole('dialog').waitFor();
  await expect.poll(readHead).toEqual(paper);
  expect(trouble()).toEqual([]);
});

test('a list that has become shorter while its last part was open redirects to the new last part', async () => {
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  const trouble = watchForTrouble(page);
  await page.route('**/documents?*', async (route) => {
    const response = await route.fetch();
    const isSecondPart = decodeURIComponent(route.request().url()).includes('"offset","values":[24]');
    await route.fulfill(isSecondPart ? { response, json: { total: 24, documents: [] } } : { response });
  });
  await openPage(page, `${server.url}/books`);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(`${server.url}/books`);
  await materialRow(page, 'Book 10').waitFor();
  expect(trouble()).toEqual([]);
});
