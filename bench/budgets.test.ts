import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { assetsFolder, builtFile, readBuiltNames } from '#test/support/built-files.ts';
import { ids } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import budgets from './budgets.json' with { type: 'json' };

/** One address of each public route. */
const addresses: Record<keyof typeof budgets.routes, string> = {
  home: pages.home(),
  faculty: pages.faculty('csit'),
  semester: pages.semester('csit', '1'),
  papers: pages.papers('csit', '1', 'c-programming'),
  notes: pages.notes('csit', '1', 'c-programming'),
  revision: pages.revision('csit', '1', 'c-programming'),
  revisionSubjects: pages.revisionSubjects('csit', '1'),
  books: pages.books(),
  search: `${pages.search()}?q=pointers`,
  material: pages.material('sample-csit-c-paper-2025'),
  about: pages.about(),
  contact: pages.contact(),
  faq: pages.faq(),
  privacy: pages.privacy(),
  terms: pages.terms(),
  contributors: pages.contributors(),
  discussions: pages.discussions(),
  newDiscussion: pages.newDiscussion(),
  discussion: pages.discussion('normal-forms'),
  login: pages.login(),
};

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ settings: { SAMPLES: 'on' }, withPages: true });
});
afterAll(() => server?.[Symbol.asyncDispose]());

test('every public route stays within its budget of HTML, and of the scripts and styles that it names', async () => {
  const over: string[] = [];
  for (const [name, budget] of Object.entries(budgets.routes)) {
    const found = await weigh(addresses[name as keyof typeof addresses]);
    for (const kind of ['html', 'code'] as const)
      if (found[kind] > budget[kind]) over.push(`${name}: ${found[kind]} bytes of ${kind}, not ${budget[kind]}`);
    // The budget is close enough to the real size to detect growth.
    if (found.code < budget.code * 0.7) over.push(`${name}: ${found.code} bytes of code, far below its budget`);
  }
  expect(over).toEqual([]);
});

test('the code that the reader loads before the first page of a PDF stays within its budget', async () => {
  const names = await readdir(assetsFolder);
  const scripts = Object.entries(readBuiltNames());
  const found: Record<string, number> = {};
  for (const part of Object.keys(budgets.reader)) {
    const own = [
      // A worker is a build of its own.
      ...names.filter((name) => new RegExp(`^${part}-[\\w-]{8}\\.js$`).test(name)),
      ...scripts.flatMap(([file, name]) => (name === part || name === `${part}.css` ? [file] : [])),
    ];
    expect(own, part).not.toEqual([]);
    found[part] = (await Promise.all(own.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  }
  const over = Object.entries(budgets.reader).filter(([part, budget]) => (found[part] ?? 0) > budget);
  expect(over, JSON.stringify(found)).toEqual([]);
});

test('the way from Home to a subject to the first page of a paper stays within its budget', async () => {
  const html = await Promise.all([addresses.home, addresses.papers].map(read));
  const styleNames = [builtFile('reader-dialog.css')];
  const code = new Set(html.flatMap(namedIn));
  const reader = await importedBy(builtFile('reader-dialog'));
  const [worker = ''] = (await readdir(assetsFolder)).filter((name) => /^current-worker-[\w-]{8}\.js$/.test(name));
  const engine = [builtFile('current-pdfjs'), worker];
  const fonts = new Set(
    html.flatMap((text) => [...text.matchAll(/"\/assets\/([^"]+\.woff2)"/g)].map(([, name]) => name)),
  );
  const file = 'sample-csit-c-paper-2025';
  const readable = [
    ...html.map((text) => brotliCompressSync(text).length),
    ...(await Promise.all([...new Set([...code, ...reader, ...styleNames])].map(sizeOf))),
    ...(await Promise.all([...fonts].map((name) => sizeOf(name ?? '')))),
    await weighFetched(api.filePicture(ids, file, 640), 'image/avif'),
  ].reduce((sum, size) => sum + size, 0);
  const drawn = [
    ...(await Promise.all(engine.map(sizeOf))),
    await weighFetched(api.fileReading(ids, file), '*/*'),
  ].reduce((sum, size) => sum + size, 0);
  expect([fonts.size, reader.length > 3]).toEqual([1, true]);
  expect(readable).toBeLessThan(budgets.way.readable);
  expect(readable).toBeGreaterThan(budgets.way.readable * 0.9);
  expect(readable + drawn).toBeLessThan(budgets.way.painted);
});

/** Returns a complete page: on a busy machine one may be sent without a list that took too long. */
async function read(address: string): Promise<string> {
  let html = '';
  const send = async () => {
    const answer = await fetch(server.url + address);
    html = await answer.text();
    return answer.status;
  };
  await expect.poll(send).toBe(200);
  return html;
}

/** Returns the scripts and styles that a page names. */
function namedIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '');
}

/** Returns a script and those that it imports, directly or not. */
async function importedBy(name: string, found: Set<string> = new Set()): Promise<string[]> {
  found.add(name);
  const code = await readFile(path.join(assetsFolder, name), 'utf8');
  for (const [, other = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    if (!found.has(other)) await importedBy(other, found);
  return [...found];
}

/** Returns the bytes of an uncompressed response. */
async function weighFetched(address: string, accept: string): Promise<number> {
  const answer = await fetch(server.url + address, { headers: { accept } });
  expect(answer.status).toBe(200);
  return (await answer.arrayBuffer()).byteLength;
}

/** Returns the bytes of an address after brotli: its HTML, and the scripts and styles that the HTML names. */
async function weigh(address: string): Promise<{ html: number; code: number }> {
  const html = await read(address);
  const sizes = await Promise.all([...new Set(namedIn(html))].map(sizeOf));
  return { html: brotliCompressSync(html).length, code: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns the size as the server sends it; a file that brotli does not shrink is sent as it is. */
async function sizeOf(name: string): Promise<number> {
  const file = path.join(assetsFolder, name);
  return (await readFile(`${file}.br`).catch(() => readFile(file))).length;
}
