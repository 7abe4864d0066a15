import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { cookiePrefixes, localKeys, storedCaches, storedDatabases, tabKeys } from '#contract/browser-storage.ts';
import { readConfig } from '#server/config.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import type { Tables } from '#server/database/tables.ts';
import { createErrorLog } from '#server/telemetry/error-log.ts';
import { createLog } from '#server/telemetry/log.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { readSite } from './site.ts';

/** The shipped privacy page names everything that is stored about somebody: in browsers, tables and logs. */

async function readPage(settings: Record<string, string> = {}): Promise<string> {
  const { pages: all } = await readSite({ config: readConfig(settings) });
  return all.find(({ name }) => name === 'privacy')?.html ?? '';
}

const inBrowser = [localKeys, tabKeys, storedCaches, storedDatabases].flatMap((list) => Object.entries(list));

test.each(inBrowser)('the page lists %s, and says whether Clear all removes it', async (name, clearing) => {
  const row = new RegExp(`<tr><td[^>]*><code>${name}</code>.*?</tr>`).exec(await readPage())?.[0] ?? '';
  expect(row).not.toBe('');
  expect(row.includes('<em>Clear all</em>')).toBe(clearing === 'cleared');
});

test.each(Object.values(cookiePrefixes))('the page names the cookie %s', async (prefix) => {
  expect(await readPage()).toContain(`<code>${prefix}`);
});

test.each(['http', 'https'])(
  'every cookie that a server at an address of %s sets begins as the page says',
  async (scheme) => {
    await using server = await openTestServer({ settings: { PUBLIC_URL: `${scheme}://library.test` } });
    const { session } = await signIn(server.url);
    const names = session.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
    expect(names).toHaveLength(2);
    const page = await readPage();
    for (const name of names) expect(page).toContain(`<code>${name.replace(ids.projectId, '')}`);
  },
);

/** Words of the page about a table, or null if it has nothing about a person who reads or signs in. */
const aboutTables: Record<keyof Tables, string | null> = {
  accounts: 'For each account we store the name, email address, password',
  sessions: 'for every open session the network address and type of browser',
  browsers: 'hash of the cookie, dates',
  sign_in_waits: 'sign-in attempts are counted per email address and network address',
  sign_in_tries: 'sign-in attempts are counted per email address and network address',
  trail: 'a record of what administrators do',
  bulk_changes: 'So that bulk edits and publications can be undone, the server also stores who made them',
  publications: 'So that bulk edits and publications can be undone, the server also stores who made them',
  files: 'Each file has the account that uploaded it',
  materials: null,
  material_readers: null,
  hidden_materials: null,
  purged_materials: null,
  shelf_counts: null,
  removed_files: null,
  used_file_ids: null,
  file_chunks: null,
  photographs: null,
  settings: null,
  publication_files: null,
  bulk_change_rows: null,
  kept_pairs: null,
  staged_files: null,
  staged_photographs: null,
  staged_paths: null,
  staged_similar: null,
  staged_signals: null,
  staged_drives: null,
  staged_removed: null,
  staging_clock: null,
  harvest_clock: null,
  harvest_records: null,
  harvest_faculties: null,
  migrations: null,
  lease: null,
  change_log: null,
  change_log_start: null,
};

test('the page names what each table has about a person', async () => {
  const text = textOf(await readPage());
  const named = Object.values(aboutTables).filter((words) => words !== null);
  expect(named.filter((words) => !text.includes(words))).toEqual([]);
});

test('every table is known here, and those with a column about a person are named by the page', async () => {
  await using server = await openTestServer();
  using library = new DatabaseSync(path.join(server.dataDir, sqliteFileName), { readOnly: true });
  const columns = library
    .prepare(
      `select t.name as "table", c.name as "column" from sqlite_master t join pragma_table_info(t.name) c
       where t.type = 'table' and t.name not like 'sqlite_%'
         -- Full-text indexes of the titles of materials.
         and t.name not like 'materials_search%' and t.name not like 'materials_title_trigrams%'`,
    )
    .all() as { table: string; column: string }[];
  expect(columns.length).toBeGreaterThan(100);
  expect(columns.map(({ table }) => table).filter((table) => !(table in aboutTables))).toEqual([]);
  const personal = /user|owner|email|network|agent|^ip$|_by$|address/;
  const unnamed = columns.filter(
    ({ table, column }) => personal.test(column) && aboutTables[table as keyof Tables] === null,
  );
  expect(unnamed).toEqual([]);
});

/** Words of the page about a field of the log's lines on requests and administrators' actions. */
const aboutFields: Record<string, string> = {
  time: 'the time',
  method: 'the method and path',
  path: 'the method and path',
  status: 'the status',
  ms: 'how long it took',
  startMs: 'how long it took',
  isCutOff: 'the status',
  requestId: 'a random number for the request',
  trail: 'a record of what administrators do',
  userId: 'An entry has the account',
  userName: 'An entry has the account',
  subjectId: 'what was changed',
  title: 'what was changed',
  detail: 'what was changed',
  network: 'the first part of the network address',
};
/** They say nothing about one request: levels, sentences, counts. */
const ofNobody = ['level', 'msg', 'times', 'heldBack', 'cachedAnswers', 'ranges'];

const visitor = {
  address: '127.0.0.77',
  words: 'zirconium',
  referrer: 'referrer.example',
  browser: 'AVisitorsBrowser',
};

test('the log has the fields that the page names, and nothing else about a visitor who searches', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', isTerminal: false, errors: createErrorLog(), destination });
  await using server = await openTestServer({ log });
  for (const address of [`${pages.search()}?q=${visitor.words}`, `/v1/search?q=${visitor.words}`, '/nowhere'])
    await visit(server.url + address);
  await signIn(server.url, 'wrong password');
  const librarian = await openLibrarian(server.url);
  const { $id: fileId } = await librarian.upload('paper.pdf', makePdf([['paper']]));
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
  await librarian.publish('paper', { ...place, title: 'Paper', fileId }, 'paper');
  await server.close();

  for (const trace of Object.values(visitor)) expect(lines.join('')).not.toContain(trace);
  const about = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => 'trail' in line || 'path' in line);
  const fields = new Set(about.flatMap((line) => Object.keys(line)).filter((field) => !ofNobody.includes(field)));
  expect([...fields]).toEqual(expect.arrayContaining(['path', 'trail', 'network']));
  const text = textOf(await readPage());
  for (const field of fields) {
    expect(Object.keys(aboutFields)).toContain(field);
    expect(text).toContain(aboutFields[field]);
  }
});

test('the page says what the shipped web servers log', async () => {
  expect(textOf(await readPage())).toContain('The web server in front of it logs no requests at all.');
});

test('with STORAGE_REDIRECT the page says from which host files come, and otherwise that all comes from this site', async () => {
  const own = { PUBLIC_URL: 'https://library.example.edu' };
  const all = 'Everything your browser loads comes from this site';
  expect(textOf(await readPage(own))).toContain(all);
  const store = { ...own, STORAGE_URL: 's3://papers?endpoint=https://store.example.net' };
  expect(textOf(await readPage(store))).toContain(all);
  for (const [redirect, host] of [
    ['on', 'store.example.net'],
    ['https://files.example.edu', 'files.example.edu'],
  ] as const) {
    const text = textOf(await readPage({ ...store, STORAGE_REDIRECT: redirect }));
    expect(text).not.toContain(all);
    expect(text).toContain(`come from another host, ${host},`);
    expect(text).toContain(`not stored by us; files come from ${host}`);
  }
});

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}

async function signIn(url: string, password = administrator.password): Promise<{ session: string[] }> {
  const answer = await fetch(`${url}/v1/account/sessions/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId },
    body: JSON.stringify({ email: administrator.email, password }),
  });
  return { session: answer.headers.getSetCookie() };
}

/** Requests an address as the visitor. Any address of 127.0.0.0/8 can send to loopback addresses. */
function visit(url: string): Promise<void> {
  const headers = { referer: `https://${visitor.referrer}/`, 'user-agent': visitor.browser };
  return new Promise((resolve, reject) => {
    const request = http.get(url, { localAddress: visitor.address, headers }, (response) => {
      response.resume().once('end', () => resolve());
    });
    request.once('error', reject);
  });
}
