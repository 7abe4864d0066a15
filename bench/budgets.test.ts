import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
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

const assets = path.join(import.meta.dirname, '..', 'dist', 'client', 'assets');
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ settings: { SAMPLES: 'on' }, withPages: true });
});
afterAll(() => server?.[Symbol.asyncDispose]());

test('every public route keeps its budget of HTML, and of the scripts and styles that it names', async () => {
  const over: string[] = [];
  for (const [name, budget] of Object.entries(budgets.routes)) {
    const found = await weigh(addresses[name as keyof typeof addresses]);
    for (const kind of ['html', 'code'] as const)
      if (found[kind] > budget[kind]) over.push(`${name}: ${found[kind]} bytes of ${kind}, not ${budget[kind]}`);
    // The budget is compared with something, and near enough to tell when a page grows.
    if (found.code < budget.code * 0.7) over.push(`${name}: ${found.code} bytes of code, far below its budget`);
  }
  expect(over).toEqual([]);
});

test('what the reader loads before the first page of a PDF keeps its budget', async () => {
  const names = await readdir(assets);
  const found: Record<string, number> = {};
  for (const part of Object.keys(budgets.reader)) {
    const own = names.filter((name) => new RegExp(`^${part}-[\\w-]{8}\\.(?:js|css)$`).test(name));
    expect(own, part).not.toEqual([]);
    found[part] = (await Promise.all(own.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  }
  const over = Object.entries(budgets.reader).filter(([part, budget]) => (found[part] ?? 0) > budget);
  expect(over, JSON.stringify(found)).toEqual([]);
});

/** Bytes of an address after brotli: its HTML, and the scripts and styles that the HTML names. */
async function weigh(address: string): Promise<{ html: number; code: number }> {
  const html = await (await fetch(server.url + address)).text();
  const named = new Set(
    [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? ''),
  );
  const sizes = await Promise.all([...named].map(sizeOf));
  return { html: brotliCompressSync(html).length, code: sizes.reduce((sum, size) => sum + size, 0) };
}

/** As the server sends it; a file that brotli does not make smaller is sent as it is. */
async function sizeOf(name: string): Promise<number> {
  const file = path.join(assets, name);
  return (await readFile(`${file}.br`).catch(() => readFile(file))).length;
}
