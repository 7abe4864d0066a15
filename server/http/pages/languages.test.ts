import type { IncomingMessage } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Faculty } from '#domain/catalogue.ts';
import { html, openPages } from '#test/support/plain-pages.ts';
import { openTestServer } from '#test/support/server.ts';

/** Tests the addresses of pages in several languages. */

const textOf = async (pages: ReturnType<typeof openPages>['pages'], address: string) =>
  (await pages.fetch(new Request(`http://library.test${address}`))).text();

test('a page is rendered at the address of its language, and both languages are cached', async () => {
  const rendered: string[] = [];
  const { pages } = openPages(({ url }) => {
    rendered.push(new URL(url).pathname);
    return html(`<p>${new URL(url).pathname}</p>`);
  });
  for (const address of ['/books', '/ne/books', '/', '/ne']) {
    expect(await textOf(pages, address)).toBe(`<p>${address}</p>`);
    const request = { method: 'GET', url: address, headers: {} } as IncomingMessage;
    expect(String(pages.peek(request)?.answer.body.identity)).toBe(`<p>${address}</p>`);
    await textOf(pages, address);
  }
  expect(rendered).toEqual(['/books', '/ne/books', '/', '/ne']);
});

test.each([
  ['/NE/Books/', '/ne/books'],
  ['/ne/', '/ne'],
  ['/en/books?tab=favorites', '/books?tab=favorites'],
])('%s redirects to %s', async (address, own) => {
  const { pages } = openPages(() => html('<p>page</p>'));
  const response = await pages.fetch(new Request(`http://library.test${address}`));
  expect([response.status, response.headers.get('location')]).toEqual([308, own]);
});

test('a redirect of a page keeps the language', async () => {
  const { pages } = openPages(({ url }) =>
    new URL(url).pathname === '/ne/faculty/csit'
      ? html('<p>csit</p>')
      : new Response(null, { status: 308, headers: { location: '/ne/faculty/csit' } }),
  );
  const response = await pages.fetch(new Request('http://library.test/ne/faculty/CSIT'));
  expect([response.status, response.headers.get('location')]).toEqual([308, '/ne/faculty/csit']);
});

test('addresses of a language that is switched off lead to the English page for now', async () => {
  const { pages } = openPages(() => html('<p>page</p>'), { languages: ['en'] });
  const response = await pages.fetch(new Request('http://library.test/ne/search?q=heap'));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/search?q=heap']);
  const home = await pages.fetch(new Request('http://library.test/ne'));
  expect(home.headers.get('location')).toBe('/');
});

test('a missing place redirects to the not-found page of the language', async () => {
  const { pages } = openPages(() => html('<p>page</p>'), { findMissing: async () => 'elsewhere' });
  const response = await pages.fetch(new Request('http://library.test/ne/faculty/nowhere'));
  expect(response.headers.get('location')).toBe('/ne/not-found');
});

test('robots find the pages of every language, and no search results of any', async () => {
  await using server = await openTestServer({});
  const map = await (await fetch(`${server.url}/sitemap/pages-1.xml`)).text();
  expect(map).toContain(`<loc>${server.url}/books</loc>`);
  expect(map).toContain(`<loc>${server.url}/ne/books</loc>`);
  expect(map).toContain(`<loc>${server.url}/ne</loc>`);
  const rules = await (await fetch(`${server.url}/robots.txt`)).text();
  expect(rules).toContain('Disallow: /ne/search?q=\nDisallow: /ne/admin\nDisallow: /ne/login\n');
});

test("the operator's texts in a language replace the default ones, and only those", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'ne', 'pages'), { recursive: true });
  await mkdir(path.join(folder, 'pages'));
  const page = (title: string, text: string) => `---\ntitle: ${title}\ndescription: What\n---\n${text}`;
  await writeFile(path.join(folder, 'site.json'), JSON.stringify({ name: 'Campus Papers', credit: 'the campus' }));
  await writeFile(path.join(folder, 'ne', 'site.json'), JSON.stringify({ name: 'क्याम्पस प्रश्नपत्र' }));
  await writeFile(path.join(folder, 'pages', 'terms.md'), page('Our terms', 'Ours.'));
  await writeFile(
    path.join(folder, 'ne', 'pages', 'about.md'),
    page('हाम्रो बारेमा', '## को हौँ {#who}\n\n[FAQ](/faq#reading), [ZIP](/v1/feeds/new), [साइट](https://a.example)'),
  );
  await using server = await openTestServer({ settings: { CONTENT_DIR: folder, LANGUAGES: 'en,ne' } });
  const read = async (address: string): Promise<Record<string, string>> =>
    (await fetch(`${server.url}/v1${address}`)).json() as Promise<Record<string, string>>;
  expect(await read('/site')).toMatchObject({ name: 'Campus Papers', credit: 'the campus', languages: ['en', 'ne'] });
  expect(await read('/site?language=ne')).toMatchObject({
    name: 'क्याम्पस प्रश्नपत्र',
    credit: 'the campus',
    // Not set by the operator in any language.
    entranceExam: { label: 'प्रवेश परीक्षा' },
  });
  const about = await read('/site/pages/about?language=ne');
  expect(about).toMatchObject({ title: 'हाम्रो बारेमा', language: 'ne' });
  expect(about['html']).toContain('<h2 id="who">को हौँ</h2>');
  expect(about['html']).toContain('href="/ne/faq#reading"');
  expect(about['html']).toContain('href="/v1/feeds/new"');
  // Not translated by the operator, who has words of their own.
  expect(await read('/site/pages/terms?language=ne')).toMatchObject({ title: 'Our terms', language: 'en' });
  // Not written by the operator at all.
  expect(await read('/site/pages/faq?language=ne')).toMatchObject({ language: 'ne' });
  expect((await fetch(`${server.url}/v1/site?language=xx`)).status).toBe(400);
});

test('the shipped pages have the same anchors in every language', async () => {
  await using server = await openTestServer({});
  for (const name of ['about', 'contact', 'faq', 'privacy', 'terms']) {
    const anchors = await Promise.all(
      ['', '?language=ne'].map(async (query) => {
        const page = (await (await fetch(`${server.url}/v1/site/pages/${name}${query}`)).json()) as { html: string };
        return [...page.html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
      }),
    );
    expect(anchors[1]).toEqual(anchors[0]);
    expect(anchors[0]?.length).toBeGreaterThan(3);
  }
});

test('names of terms and descriptions of faculties are those of the language, in the catalogue and in search', async () => {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' } });
  const read = async (address: string): Promise<unknown> => (await fetch(`${server.url}/v1${address}`)).json();
  const faculty = (await read('/catalogue/faculties/csit?language=ne')) as Faculty;
  expect([faculty.name, faculty.university, faculty.terms[1]?.name]).toEqual([
    'BSc CSIT',
    'त्रिभुवन विश्वविद्यालय',
    'सेमेस्टर २',
  ]);
  expect(await read('/catalogue/faculties/csit')).toMatchObject({
    terms: [{ name: 'Semester 1' }, {}, {}, {}, {}, {}, {}, {}],
  });
  expect(await read('/catalogue/faculties?language=ne')).toMatchObject({
    faculties: expect.arrayContaining([
      expect.objectContaining({
        id: 'llb',
        terms: expect.arrayContaining([expect.objectContaining({ name: 'वर्ष १' })]),
      }),
    ]),
  });
  const named = { termName: 'सेमेस्टर १', facultyName: 'BSc CSIT' };
  expect(await read('/search?q=c+programming&language=ne')).toMatchObject({
    understood: { subjects: [named, { termName: 'सेमेस्टर २' }] },
  });
  expect(await read('/search/suggest?q=c+programming&language=ne')).toMatchObject({
    subjects: expect.arrayContaining([expect.objectContaining(named)]),
  });
  expect(await read('/catalogue/subjects?name=C+Programming&language=ne')).toMatchObject({
    places: expect.arrayContaining([expect.objectContaining(named)]),
  });
});
