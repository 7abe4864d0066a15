import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { savedIndex } from '#app/features/offline-files/saved-index.ts';
import { donePapers } from '#app/features/my-reading/done-papers.ts';
import { highlightStore } from '#app/features/my-reading/highlight-store.ts';
import { lastPages } from '#app/features/my-reading/last-pages.ts';
import { openedMaterials } from '#app/features/my-reading/opened-materials.ts';
import { pinnedSubjects } from '#app/features/my-reading/pinned-subjects.ts';
import { addSearch } from '#app/features/search/recent-searches.ts';
import {
  cacheNames,
  cookiePrefixes,
  localKeys,
  storedCaches,
  storedDatabases,
  tabKeys,
} from '#contract/browser-storage.ts';
import { trashDays } from '#domain/trash.ts';
import { endAfterLengthening, endAfterUse, endOfNewSession } from '#server/library/accounts/sessions.ts';
import { signInLimits } from '#server/library/accounts/sign-in-limits.ts';
import { trailLimits } from '#server/library/accounts/trail.ts';
import { rememberedMs } from '#server/library/accounts/try-limit.ts';
import type { Config } from '#server/config.ts';
import { pagePolicy } from '#server/http/responses/security-headers.ts';
import { keptBulkChanges } from '#server/engines/database/bulk-change-records.ts';
import { keptPublications } from '#server/library/import/publish-batch.ts';
import { ids } from '#test/support/library.ts';
import { readPrivacyPage as readPage, textOf } from '#test/support/privacy-page.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

/**
 * Checks that the shipped privacy page is true about three things: what browsers store, where they load from, and how
 * long everything is stored.
 */

const workerDir = path.join(import.meta.dirname, '..', '..', '..', 'app', 'service-worker');
const hour = 60 * 60 * 1000;
const day = 24 * hour;

const inBrowser = [localKeys, tabKeys, storedCaches, storedDatabases].flatMap((list) => Object.entries(list));

/** Returns the row of the page about a key, cache or database. */
const rowOf = (html: string, name: string) =>
  new RegExp(`<tr><td[^>]*><code>${name}</code>.*?</tr>`).exec(html)?.[0] ?? '';

test.each(inBrowser)('the page lists %s, and says whether Clear all removes it', async (name, clearing) => {
  const row = rowOf(await readPage(), name);
  expect(row).not.toBe('');
  expect(row.includes('<em>Clear all</em>')).toBe(clearing === 'cleared');
});

test('the page gives the limits of entries that the app stores in a browser', async () => {
  const html = await readPage();
  const stores = [openedMaterials, donePapers, pinnedSubjects, lastPages, highlightStore, savedIndex];
  for (const { key, maxEntries } of stores)
    expect(textOf(rowOf(html, key))).toContain(`at most ${maxEntries.toLocaleString('en')}`);
  const searches = Array.from({ length: 50 }, (_, index) => `search ${index}`).reduce<string[]>(addSearch, []);
  expect([searches.length, rowOf(html, 'recent-searches')]).toEqual([10, expect.stringContaining('ten latest')]);
  for (const [file, name] of [
    ['worker-pages', 'pages'],
    ['worker-answers', 'answers'],
    ['worker-answers', 'pictures'],
  ] as const) {
    const source = readFileSync(path.join(workerDir, `${file}.ts`), 'utf8');
    const [, most] = new RegExp(`cacheName: cacheNames\\.${name},\\s+maxEntries: (\\d+)`).exec(source) ?? [];
    expect(textOf(rowOf(html, cacheNames[name]))).toContain(`at most ${most}`);
  }
});

test.each(Object.values(cookiePrefixes))('the page names the cookie %s', async (prefix) => {
  expect(await readPage()).toContain(`<code>${prefix}`);
});

test.each(['http', 'https'])(
  'every cookie that a server at an address of %s sets begins as the page says',
  async (scheme) => {
    await using server = await openTestServer({ settings: { PUBLIC_URL: `${scheme}://library.test` } });
    const { session, browser } = await signIn(server.url);
    const names = [session, browser].map((cookie) => cookie.slice(0, cookie.indexOf('=')));
    const page = await readPage();
    for (const name of names) expect(page).toContain(`<code>${name.replace(ids.projectId, '')}`);
  },
);

test('every cookie that the server sets starts and ends when the page says, and visitors get none', async () => {
  await using server = await openTestServer({ settings: { PUBLIC_URL: 'https://library.example.edu' } });
  const { session, browser } = await signIn(server.url);
  expect(session).toMatch(/^__Host-a_session_(?!.*(?:Expires|Max-Age))/);
  expect(browser).toMatch(new RegExp(`^a_browser_.*Max-Age=${(365 * day) / 1000};`));
  const text = textOf(await readPage());
  expect(text).toContain('expires after a year');
  const page = await fetch(server.url);
  expect(page.headers.getSetCookie()).toEqual([]);
  // Half a year.
  expect(page.headers.get('strict-transport-security')).toBe(`max-age=${(182.5 * day) / 1000}`);
  expect(text).toContain('Your browser also remembers for half a year that this site uses https');
});

test('the page gives the durations for which the server stores data', async () => {
  const text = textOf(await readPage());
  const now = 1_790_000_000_000;
  const session = { createdAt: new Date(now).toISOString(), expiresAt: new Date(now).toISOString(), isLong: false };
  const long = { ...session, isLong: true } as Parameters<typeof endAfterUse>[0];
  const short = session as Parameters<typeof endAfterUse>[0];
  expect([
    endOfNewSession(now) - now,
    (endAfterUse(short, now + 7 * day - hour) ?? 0) - now,
    endAfterLengthening(long, now) - now,
    endAfterLengthening(long, now + 80 * day) - now,
  ]).toEqual([12 * hour, 7 * day, 30 * day, 90 * day]);
  expect(text).toContain('after 12 hours without use, or after 7 days');
  expect(text).toContain('after 30 days, which a program can extend to 90');
  expect(hour * 2 ** signInLimits.maxStep + rememberedMs).toBe(32 * hour);
  expect(text).toContain('about an hour, after too many attempts for at most 32 hours');
  expect([trailLimits.deedsMs, trailLimits.othersMs]).toEqual([2 * 365 * day, 30 * day]);
  expect(text).toContain("Administrators' entries are deleted after two years, the others after 30 days");
  expect([keptBulkChanges.changes, keptPublications.publications]).toEqual([1000, 1000]);
  expect(text).toContain('for the latest 1,000 of each');
  expect(textOf(await readPage({}, 'contact'))).toContain(`It is permanently deleted within ${trashDays} days`);
});

test('the page describes the logs of the shipped web servers', async () => {
  expect(textOf(await readPage())).toContain('The web server in front of it logs no requests at all.');
});

/** For each setting, the values that change the page; null if the page does not depend on it. */
const settings: Record<keyof Config, Record<string, string> | null> = {
  publicUrl: { PUBLIC_URL: 'https://library.example.edu' },
  isPublicUrlGuessed: null,
  languages: null,
  contactEmail: { CONTACT_EMAIL: 'papers@campus.edu.np' },
  redirect: { STORAGE_URL: 's3://papers?endpoint=https://store.example.net', STORAGE_REDIRECT: 'on' },
  offline: { OFFLINE: 'off' },
  signUp: { SIGN_UP: 'open' },
  allowedOrigins: { ALLOWED_ORIGINS: 'https://campus.example.edu' },
  backup: { BACKUP_TO: '/backups' },
  // Visitors do not see where the server has its data.
  store: null,
  database: null,
  databaseDirect: null,
  dataDir: null,
  nodeName: null,
  // The operator's own page.
  contentDir: null,
  host: null,
  port: null,
  adminEmail: null,
  adminPassword: null,
  adminName: null,
  ids: null,
  catalogue: null,
  entranceExamUrl: null,
  maxUploadBytes: null,
  diskReserveBytes: null,
  withSamples: null,
  trustedProxies: null,
  xAccel: null,
  timeZone: null,
  calendar: null,
  ocrLanguages: null,
  // Addresses of pages are sent to search engines, and nothing about people.
  indexNowKey: null,
  metricsPort: null,
  logLevel: null,
};

test.each(Object.entries(settings).filter((entry): entry is [string, Record<string, string>] => entry[1] !== null))(
  'the page depends on the setting %s',
  async (_name, given) => {
    expect(textOf(await readPage(given))).not.toBe(textOf(await readPage()));
  },
);

test('with STORAGE_REDIRECT the page names the host of downloads, and otherwise only this site', async () => {
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
    expect(text).toContain(`not stored by us; downloaded files come from ${host}`);
    expect(textOf(await readPage({ ...store, STORAGE_REDIRECT: redirect }, 'about'))).not.toContain('other companies');
  }
});

test('pages may load from this site and from nowhere else', () => {
  const sources = (policy: string) =>
    policy
      .split(/[\s;]+/)
      .filter((word) => /[:.]/.test(word) && !['data:', 'blob:'].includes(word) && !word.startsWith("'"));
  expect(sources(pagePolicy(["'sha256-abc'"]))).toEqual([]);
});

test('with OFFLINE=off the page lists no copies of the service worker', async () => {
  const off = await readPage({ OFFLINE: 'off' });
  const listed = inBrowser.map(([name]) => name).filter((name) => rowOf(off, name) !== '');
  const ofWorker = [...Object.keys(storedCaches), 'workbox-expiration'];
  expect(listed).toEqual(inBrowser.map(([name]) => name).filter((name) => !ofWorker.includes(name)));
  expect(textOf(off)).toContain('only deletes copies that an earlier version of the site made');
});

test('the page gives the number of retained backups, who may have an account, and which other sites sign in here', async () => {
  expect(textOf(await readPage())).toContain('Ask us how long they are retained.');
  const one = { BACKUP_TO: '/backups', BACKUP_KEEP: '1' };
  expect(textOf(await readPage(one))).toContain('One is made every day, and the latest one is retained.');
  const many = { BACKUP_TO: '/backups', BACKUP_KEEP: '14' };
  expect(textOf(await readPage(many))).toContain('One is made every day, and the latest 14 are retained.');
  expect(textOf(await readPage({ SIGN_UP: 'open' }))).toContain('Other people can create an account as well.');
  const sites = { ALLOWED_ORIGINS: 'https://campus.example.edu,https://exams.example.edu' };
  expect(textOf(await readPage(sites))).toContain('campus.example.edu, exams.example.edu');
});

/** Signs in as the administrator. Returns the two cookies with their attributes. */
async function signIn(url: string): Promise<{ session: string; browser: string }> {
  const answer = await fetch(`${url}/v1/account/sessions/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId },
    body: JSON.stringify(administrator),
  });
  const [session = '', browser = '', ...others] = answer.headers.getSetCookie();
  expect(others).toEqual([]);
  return { session, browser };
}
