import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { createErrorLog } from '#server/machinery/telemetry/error-log.ts';
import { createLog } from '#server/machinery/telemetry/log.ts';
import { readDeclaredColumns } from '#test/support/declared-columns.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { readPrivacyPage, textOf } from '#test/support/privacy-page.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';

/**
 * Checks that the shipped privacy page is complete about the data that the server records about people: in tables, in
 * files of its data folder, and in its log.
 */

/** Words of the page about the columns that contain data about a person. */
const aboutColumns: [words: string, columns: string][] = [
  ['the name, email address, password', 'accounts.email accounts.name accounts.password_hash'],
  ["whether it is an administrator's", 'accounts.is_administrator accounts.is_from_settings'],
  ['whether it is blocked', 'accounts.is_blocked'],
  ['the dates it was created and changed', 'accounts.created_at accounts.updated_at accounts.password_updated_at'],
  ['For every open session we store the network address', 'sessions.ip sessions.user_id sessions.secret_hash'],
  ['the type of browser it was started from', 'sessions.user_agent'],
  ['and when it was used', 'sessions.created_at sessions.updated_at sessions.expires_at'],
  ['hash of the cookie, dates', 'browsers.secret_hash browsers.created_at browsers.seen_at browsers.user_id'],
  ['as keyed hashes, which do not show either address', 'sign_in_waits.key sign_in_tries.key'],
  ['The counts are kept for about an hour', 'sign_in_waits.ends_at sign_in_tries.ends_at'],
  ['An entry has the account and its name, the time', 'trail.user_id trail.user_name trail.at trail.last_at'],
  [
    'what was changed and the reason given',
    'trail.action trail.subject_id trail.title trail.detail hidden_materials.reason bulk_changes.reason',
  ],
  ['the first part of the network address', 'trail.network'],
  [
    'the server also stores who made them',
    'bulk_changes.user_id bulk_changes.user_name publications.user_id publications.user_name publications.undone_by',
  ],
  ['Each file has the account that uploaded it', 'files.owner_id'],
  [
    'and the name under which it was uploaded',
    'files.name files.name_folded files.folder files.folder_folded photograph_works.photographs',
  ],
  [
    'also have the folders that they came from',
    'publications.sources staged_files.path staged_files.best_path staged_files.folder_key staged_files.pattern_key staged_paths.path staged_paths.folder_key staged_paths.pattern_key',
  ],
  ['a list of such changes is retained for an hour', 'change_log.rows'],
];

/** Names of columns that may be about a person. */
const personalNames =
  /user|owner|email|network|agent|\bip\b|_ip\b|_by$|address|name|path$|folder|reason|detail|title|note|holder|node|source|rows|secret|photographs|value|text$|key$|refer|quer|search|visit|session|phone|city|country/;

/** Tables that contain only data about people, so that each of their columns counts. */
const aboutPeople = /^(?:accounts|sessions|browsers|trail|sign_in_\w+)\./;

/** Columns with numbers of rows and times in the library, or about documents, processes and tables. */
const ofNobody = new Set(
  `accounts.id accounts.sequence sessions.id sessions.sequence sessions.is_long sessions.touched_lived trail.sequence
  trail.is_deed trail.times trail.counted_hour sign_in_waits.step sign_in_tries.step sign_in_tries.count
  materials.title materials.title_folded materials.title_key materials.title_trigrams materials.title_words
  materials_search.title_words materials_title_trigrams.title_folded materials.file_password_note
  documents.waiting_text pages.reason pages.source pages.text
  text_documents.waiting_text text_documents.changed_by text_documents.claimed_by text_pages.reason text_pages.source
  text_pages.text search_pages_0.key search_pages_1.key search_terms_0.key search_terms_1.key search_claims.node
  file_holds.holder lease.holder lease.name change_log.node migrations.name settings.name settings.value`.split(/\s+/),
);

const isPersonal = (column: string) =>
  aboutPeople.test(column) || personalNames.test(column.slice(column.indexOf('.') + 1));

test('the page names each column of all tables that is about a person', async () => {
  const declared = readDeclaredColumns();
  expect(declared.size).toBeGreaterThan(300);
  const named = new Map(aboutColumns.flatMap(([words, columns]) => columns.split(' ').map((each) => [each, words])));
  const unknown = [...declared].filter((column) => isPersonal(column) && !named.has(column) && !ofNobody.has(column));
  expect(unknown).toEqual([]);
  // The lists here have no column that no longer exists.
  expect([...named.keys(), ...ofNobody].filter((column) => !declared.has(column))).toEqual([]);
  const text = textOf(await readPrivacyPage());
  expect([...new Set(named.values())].filter((words) => !text.includes(words))).toEqual([]);
});

describe.skipIf(whyNoPostgres())('with PostgreSQL', () => {
  test('every column of the database is on the list that was compared with the page', async () => {
    await using library = await openPostgresLibrary();
    const found = await runOn(
      library.address,
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const declared = readDeclaredColumns();
    expect(found.length).toBeGreaterThan(200);
    expect((found as { name: string }[]).map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
  });
});

/** Words of the page about the content of the data folder; null for files that have only numbers. */
const aboutFiles: Record<string, string | null> = {
  'examshelf.sqlite': 'What the server records',
  files: 'the files, pictures of their pages, what they say, and the search index',
  'files-aside': 'the files, pictures of their pages, what they say, and the search index',
  pictures: 'pictures of their pages',
  share: 'pictures of their pages',
  photographs: 'the files, pictures of their pages',
  reading: 'the files, pictures of their pages',
  texts: 'what they say, and the search index',
  search: 'the search index',
  backups: 'Backups hold the same data',
  'server.lock': null,
  ballast: null,
};

/** Words of the page about a field of the log's lines. */
const aboutFields: Record<string, string> = {
  time: 'the time',
  method: 'the method and path',
  path: 'the method and path',
  example: 'the method and path',
  status: 'the status',
  ms: 'how long it took',
  startMs: 'how long it took',
  isCutOff: 'the status',
  requestId: 'a random number for the request',
  err: 'a description of the failure is added',
  trail: 'a record of what administrators do',
  userId: 'An entry has the account and its name',
  userName: 'An entry has the account and its name',
  subjectId: 'what was changed',
  title: 'what was changed',
  detail: 'the reason given',
  network: 'the first part of the network address',
};
/** Fields that are not about one request: levels, sentences, counts, and slow statements without their values. */
const ofNoRequest = ['level', 'msg', 'sql', 'times', 'count', 'heldBack', 'cachedAnswers', 'ranges'];

const visitor = {
  address: '127.0.0.77',
  words: 'zirconium',
  referrer: 'referrer.example',
  browser: 'AVisitorsBrowser',
};
/** A name more specific than the type of the browser and of the system. */
const ownBuild = 'BuildOfOneTelephone';

test('after a search and an upload, the log and the data folder contain only the data that the page names', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', isTerminal: false, errors: createErrorLog(), destination });
  await using server = await openTestServer({ log, renderer: { fetch: failAtTimes } });
  const started = lines.length;
  for (const address of [
    pages.books(),
    pages.search(),
    pages.contributors(),
    '/v1/search',
    '/v1/search/suggest',
    '/nowhere',
  ])
    await visit(`${server.url}${address}?q=${visitor.words}`);
  const wrong = await signIn(server.url, 'wrong password');
  const right = await signIn(server.url, administrator.password);
  expect([wrong, right]).toEqual([401, 201]);
  const librarian = await openLibrarian(server.url);
  const { $id: fileId } = await librarian.upload('paper.pdf', makePdf([['paper']]));
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
  await librarian.publish('paper', { ...place, title: 'Paper', fileId }, 'paper');
  await server.services.trail.list({ limit: 1 });

  const ofVisitor = Object.values(visitor);
  for (const trace of [...ofVisitor, ownBuild]) expect(lines.join('')).not.toContain(trace);
  expect(findInFiles(server.dataDir, [...ofVisitor, ownBuild])).toEqual([]);
  expect(findInFiles(server.dataDir, ['Firefox on Linux'])).not.toEqual([]);
  checkTables(server);

  const parsed = lines.slice(started).map((line) => JSON.parse(line) as Record<string, unknown>);
  const messages = parsed.map(({ msg }) => msg);
  for (const msg of ['no page at this address', 'a page could not be rendered', 'a request failed'])
    expect(messages).toContain(msg);
  const fields = new Set(parsed.flatMap((line) => Object.keys(line)).filter((field) => !ofNoRequest.includes(field)));
  expect([...fields]).toEqual(expect.arrayContaining(['path', 'trail', 'network', 'err']));
  expect([...fields].filter((field) => !(field in aboutFields))).toEqual([]);
  const text = textOf(await readPrivacyPage());
  const files = readdirSync(server.dataDir).map((name) => name.replace(/-(?:wal|shm|journal)$/, ''));
  expect(files.filter((name) => !(name in aboutFiles))).toEqual([]);
  const words = [...Object.values(aboutFields), ...Object.values(aboutFiles).filter((each) => each !== null)];
  expect(words.filter((each) => !text.includes(each))).toEqual([]);
});

/** Checks that all tables of the library's databases were compared with the page. */
function checkTables(server: TestServer): void {
  const declared = readDeclaredColumns();
  const files = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sqlite'),
  );
  expect(files).toEqual(expect.arrayContaining(['examshelf.sqlite']));
  for (const file of files) {
    using database = new DatabaseSync(path.join(server.dataDir, file), { readOnly: true });
    const found = database
      .prepare(
        `select t.name || '.' || c.name as name from sqlite_master t join pragma_table_info(t.name) c
         where t.type = 'table' and t.name not like 'sqlite_%'
           -- The parts of full-text indexes.
           and not exists (select 1 from sqlite_master v where v.sql like 'create virtual table%'
             and t.name in (v.name || '_data', v.name || '_idx', v.name || '_content', v.name || '_docsize', v.name || '_config'))`,
      )
      .all() as { name: string }[];
    expect(found.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
  }
}

/** Returns the files in the folder that contain one of the words, each with that word. */
function findInFiles(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = readFileSync(path.join(entry.parentPath, entry.name));
      return words.filter((word) => bytes.includes(word)).map((word) => `${entry.name}: ${word}`);
    });
}

/** Serves a page, and lets a query fail in each way that is logged. */
function failAtTimes({ url }: Request): Response {
  const { pathname } = new URL(url);
  if (pathname === pages.contributors())
    throw Object.assign(new Error('the page failed'), { detail: `Key (q)=(${visitor.words})`, input: visitor.words });
  const status = { [pages.books()]: 404, [pages.search()]: 500 }[pathname] ?? 200;
  const html = '<!doctype html><title>page</title>';
  return new Response(html, { status, headers: { 'content-type': 'text/html' } });
}

/** Tries to sign in as the administrator, and returns the status. */
async function signIn(url: string, password: string): Promise<number> {
  const agent = `Mozilla/5.0 (X11; Linux x86_64; ${ownBuild}) Gecko/20100101 Firefox/140.0`;
  const answer = await fetch(`${url}/v1/account/sessions/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId, 'user-agent': agent },
    body: JSON.stringify({ email: administrator.email, password }),
  });
  return answer.status;
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
