import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { goWithin } from '#test/support/go-within.ts';
import { openPage } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const long = 'x'.repeat(5000);
const cSubject = '/faculty/csit/semester/1/subject/c-programming';

/** Requests exactly this path, which `fetch` would normalise. */
function askInFull(server: { url: string }, address: string, method = 'GET'): Promise<IncomingMessage> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: address, method, headers: { accept: 'text/html' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Returns the status of that path and the target of its redirect. */
async function ask(server: { url: string }, address: string): Promise<[status: number, location: string | null]> {
  const { statusCode, headers } = await askInFull(server, address);
  return [statusCode ?? 0, headers.location ?? null];
}

test('addresses without a page lead to the not-found page', async () => {
  await using server = await openTestServer({ withPages: true });
  const answers: Record<string, unknown> = {};
  const toNotFound = [
    '/faculty/%00',
    '/faculty/%',
    '/faculty/%zz',
    '/faculty/%ff',
    '/faculty/%c3%28',
    '/%ff',
    '/faculty/constructor',
    '/faculty/__proto__',
    '/faculty/toString',
    '/faculty/%0d%0aset-cookie:%20a=b',
    `/faculty/${'y'.repeat(1500)}`,
    `/faculty/${long}`,
    `/${long}`,
    `${cSubject}${long}`,
    '/material/%00',
    '/discussions/%00',
    '/material/%0d%0a',
    '/faculty/csit/semester/99',
    '/faculty/csit/semester/-1',
    '/faculty/csit/semester/1e0',
    '/faculty/csit/semester/01',
    '/faculty/csit/revision/semester/9',
    '/faculty/astrology/revision/semester/1',
    '/faculty/astrology/notes/semester/1/subject/c-programming',
    '/faculty/csit/notes/semester/9/subject/c-programming',
    '/faculty/csit/notes/semester/1/subject/alchemy',
    '/faculty/csit/revision/semester/1/subject/alchemy',
    '/faculty/csit/semester/1/subject/digital%2flogic',
    '/faculty/csit/semester/1/subject/digital%2Flogic',
    '/faculty/csit/semester/1/subject/digital%5clogic',
    '/faculty/csit/semester/1/subject/%F0%9F%98%80',
    '/faculty/csit/semester/1/subject/%E0%A4%95',
    `/BOOKS/${long}`,
  ];
  for (const address of toNotFound) answers[address] = await ask(server, address);
  expect(answers).toEqual(Object.fromEntries(toNotFound.map((each) => [each, [307, '/not-found']])));
});

test('the address of an unknown material, place or file responds with 404', async () => {
  await using server = await openTestServer({ withPages: true });
  const answers: Record<string, unknown> = {};
  const missing = [
    `/${'y'.repeat(1500)}`,
    '/faculty',
    '/faculty/csit/notes',
    '/faculty/csit/revision',
    '/material',
    '/material/..%2F..',
    '/material/constructor',
    '/material/__proto__',
    '/material/%F0%9F%98%80',
    '/discussions/999',
    '/discussions/constructor',
    '/%5Cevil.example',
    '/books;a=b',
    '/index.html',
    '/.env',
    '/.git/config',
    '/..%2F..%2Fetc%2Fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/none.js',
    '/v1/none',
    '/not-found',
  ];
  for (const address of missing) answers[address] = await ask(server, address);
  expect(answers).toEqual(Object.fromEntries(missing.map((each) => [each, [404, null]])));
});

test('another spelling of an address redirects permanently to the canonical one in one step, with its query', async () => {
  await using server = await openSampleLibrary();
  const canonical = {
    '/Books': '/books',
    '/ABOUT': '/about',
    '/%62ooks': '/books',
    '/Login': '/login',
    '/Discussions/Create': '/discussions/create',
    '/Not-Found': '/not-found',
    '/Faculty/CSIT': '/faculty/csit',
    '/FACULTY/csit/semester/1': '/faculty/csit/semester/1',
    '/faculty/CSIT/semester/1': '/faculty/csit/semester/1',
    '/faculty/CSIT/revision/semester/1': '/faculty/csit/revision/semester/1',
    '/faculty/csit/semester/1/subject/C-Programming': cSubject,
    '/FACULTY/CSIT/Semester/1/Subject/C-PROGRAMMING/': cSubject,
    '/faculty/CSIT/semester/1/subject/C%20Programming': cSubject,
    '/faculty/csit/semester/1/subject/C%20Programming?open=a&page=2': `${cSubject}?open=a&page=2`,
    '/faculty/csit/': '/faculty/csit',
    '/faculty/csit/semester/1/': '/faculty/csit/semester/1',
    [`${cSubject}/`]: cSubject,
    '/faculty//csit': '/faculty/csit',
    '/faculty/csit//semester/1': '/faculty/csit/semester/1',
    '/faculty/%63sit': '/faculty/csit',
    '/books/': '/books',
    '/books//': '/books',
    '//books/': '/books',
    '/about/': '/about',
    '/books/?q=a%20b&faculty=csit': '/books?q=a%20b&faculty=csit',
    '/Books?page=-1&utm_source=x': '/books?page=-1&utm_source=x',
    '/Books?': '/books',
    '/nowhere/': '/nowhere',
    '/not-found/': '/not-found',
    '/material/': '/material',
    '//evil.example/': '/evil.example',
    '/%5cevil.example': '/%5Cevil.example',
    '/..%2f..%2fetc%2fpasswd': '/..%2F..%2Fetc%2Fpasswd',
    '/.//evil.example': '/evil.example',
    '/books/..//evil.example': '/evil.example',
    '//evil.example/..': '/',
  };
  const answers: Record<string, unknown> = {};
  for (const address of Object.keys(canonical)) answers[address] = await ask(server, address);
  expect(answers).toEqual(Object.fromEntries(Object.entries(canonical).map(([from, to]) => [from, [308, to]])));
  for (const address of new Set(Object.values(canonical))) {
    expect([address, ...(await ask(server, address))]).toEqual([address, expect.toBeOneOf([200, 404]), null]);
  }
  // Requested again the pages are cached, with the same responses.
  for (const address of Object.keys(canonical)) expect(await ask(server, address)).toEqual(answers[address]);
  // No browser sends an unencoded backslash.
  expect(await ask(server, '/\\evil.example')).toEqual([400, null]);
  expect(await ask(server, '/FACULTY/nowhere/')).toEqual([307, '/not-found']);
  expect(await ask(server, '/faculty/CSIT/semester/99/')).toEqual([307, '/not-found']);
});

test('terms with letters in their ids are found in capitals and small letters', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'examshelf-catalogue-'));
  const catalogue = path.join(folder.path, 'catalogue.json');
  const structure = [{ id: 'First-Year', name: 'First Year', subjects: [{ name: 'Anatomy' }] }];
  await writeFile(
    catalogue,
    JSON.stringify({ faculties: [{ id: 'Med', name: 'Medicine', type: 'year', duration: 4, structure }] }),
  );
  await using server = await openTestServer({ withPages: true, settings: { CATALOGUE: catalogue } });
  const ends = '/faculty/Med/semester/First-Year/subject/anatomy';
  expect(await ask(server, '/faculty/MED/semester/first-YEAR/subject/ANATOMY')).toEqual([308, ends]);
  expect(await ask(server, ends)).toEqual([200, null]);
});

test('the former address of a renamed subject redirects permanently to the current one in one step with its query', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'examshelf-catalogue-'));
  const catalogue = path.join(folder.path, 'catalogue.json');
  const subjects = [{ name: 'Anatomy and Physiology', formerly: ['Anatomy', 'Körperbau'] }, { name: 'Histology' }];
  const structure = [{ id: '1', name: 'Year 1', subjects }];
  await writeFile(
    catalogue,
    JSON.stringify({ faculties: [{ id: 'med', name: 'Medicine', type: 'year', duration: 4, structure }] }),
  );
  await using server = await openTestServer({ withPages: true, settings: { CATALOGUE: catalogue } });
  for (const kind of ['', '/notes', '/revision']) {
    const address = (subject: string) => `/faculty/med${kind}/semester/1/subject/${subject}`;
    const current = address('anatomy-and-physiology');
    expect(await ask(server, address('anatomy'))).toEqual([308, current]);
    expect(await ask(server, address('Anatomy?from=mail'))).toEqual([308, `${current}?from=mail`]);
    expect(await ask(server, address('K%C3%B6rperbau'))).toEqual([308, current]);
    expect(await ask(server, current)).toEqual([200, null]);
  }
  expect(await ask(server, '/FACULTY/MED/semester/1/subject/ANATOMY/')).toEqual([
    308,
    '/faculty/med/semester/1/subject/anatomy-and-physiology',
  ]);
  expect(await ask(server, '/faculty/med/semester/1/subject/biology')).toEqual([307, '/not-found']);
  const picture = await fetch(`${server.url}/share/faculty/med/semester/1/subject/anatomy.jpg`);
  await picture.body?.cancel();
  expect(picture.status).toBe(200);
});

test('pages accept only GET and HEAD', async () => {
  await using server = await openTestServer({ withPages: true });
  for (const address of ['/books', '/Books', '/nowhere', '/faculty/csit', '/paper-frame', '/favicon.svg']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
      const answer = await askInFull(server, address, method);
      expect([method, address, answer.statusCode, answer.headers.allow]).toEqual([method, address, 405, 'GET, HEAD']);
    }
    const [read, looked] = [await askInFull(server, address, 'GET'), await askInFull(server, address, 'HEAD')];
    const facts = ({ statusCode, headers }: IncomingMessage) => {
      const { date: _date, 'x-request-id': _id, 'transfer-encoding': _encoding, ...more } = headers;
      const { 'content-length': _length, ...rest } = more;
      return { statusCode, ...rest };
    };
    expect([address, facts(looked)]).toEqual([address, facts(read)]);
  }
});

test('unknown query parameters do not change the page', async () => {
  await using server = await openSampleLibrary();
  for (const address of [
    `${cSubject}?open=%00`,
    `${cSubject}?open=../../etc/passwd`,
    `${cSubject}?open=${encodeURIComponent('"><script>alert(1)</script>')}`,
    `${cSubject}?open=%ff&page=-1`,
    `${cSubject}?part=-5`,
    `${cSubject}?open=${long}`,
    `/faculty/csit?${long}`,
    '/about?open=a&page=2',
    '/books?part=-1',
    '/books?part=abc',
    '/books?part=1e99',
    '/books?page=-1',
    '/books?q=a&q=b',
    '/books?faculty=csit&faculty=bca',
    '/books?q=%0d%0aset-cookie:a=b',
    `/books?q=${long}`,
    '/books?q=%ff',
    '/books?q=%',
    '/books?q=%00',
    '/books?faculty=__proto__&semester=constructor',
    '/books?__proto__=1&constructor=2',
    '/books?%ff=%ff',
    '/books?&&&',
    '/books?=',
    '/?',
  ]) {
    // Twice: the second time the page may be cached.
    for (const _ of ['first', 'second'])
      expect([address, ...(await ask(server, address))]).toEqual([address, 200, null]);
  }
  expect(
    await (await fetch(`${server.url}/books?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text(),
  ).not.toContain('<script>alert');
});

test.skipIf(isOnlyInSweep('journeys'))(
  'in the browser such addresses end at their page without a console error',
  async () => {
    await using server = await openSampleLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    // The browser itself logs every 404, that of the not-found page included.
    const trouble = watchForTrouble(page, [/status of 404/, /^console: 404/]);
    for (const [address, heading] of [
      ['/faculty/%00', '404'],
      [`/faculty/${long}`, '404'],
      ['/faculty/csit/semester/1/subject/digital%2flogic', '404'],
      ['/material/%00', '404'],
      ['//evil.example/', '404'],
      ['/faculty/%2e%2e', 'Question Papers Solutions Notes'],
      ['/Faculty/CSIT', 'BSc CSIT'],
      ['/faculty/CSIT/notes/semester/1/subject/C-Programming/', 'C Programming'],
      [`${cSubject}?open=%00&page=-1`, 'C Programming'],
      [`${cSubject}?open=../../etc/passwd`, 'C Programming'],
      [`${cSubject}?open=a&open=b&page=x`, 'C Programming'],
      ['/books?page=-1&q=%ff&faculty=__proto__', 'Library'],
      ['/books?q=a%00b%0dc&open=%0d%00', 'Library'],
      [`/books?q=${long}`, 'Library'],
      [`${cSubject}?open=${long}`, 'C Programming'],
      ['/books?q=a&q=b&part=1e99', 'Library'],
      ['/ABOUT/', 'About'],
      ['/discussions?faculty=__proto__&search=%00', 'Discussion Forum'],
    ] as const) {
      await openPage(page, server.url + address);
      const shown = page.getByRole('heading', { level: 1, includeHidden: true });
      await expect.poll(() => shown.allInnerTexts(), { message: address }).toEqual([heading]);
      expect(new URL(page.url()).origin).toBe(server.url);
      expect([address, ...trouble()]).toEqual([address]);
    }
  },
);

test('a link followed within the page leads to the same page as a full load', async () => {
  await using server = await openSampleLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  // The browser itself logs that the library knows no faculty of that name.
  const trouble = watchForTrouble(page, [/status of 404/]);
  await openPage(page, `${server.url}/contact`);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  for (const [address, ends, heading] of [
    ['/Books?q=a%20b', '/books?q=a%20b', 'Library'],
    ['/ABOUT/', '/about', 'About'],
    ['/privacy/', '/privacy', 'Privacy Policy'],
    ['/faculty//CSIT', '/faculty/csit', 'BSc CSIT'],
    ['/FACULTY/csit/Semester/1/', '/faculty/csit/semester/1', 'BSc CSIT · Semester 1'],
    ['/Faculty/CSIT/semester/1/Subject/C-Programming?part=-1', cSubject, 'C Programming'],
    ['/faculty/csit/semester/1/subject/C%20Programming', cSubject, 'C Programming'],
    ['/%62ooks/', '/books', 'Library'],
    ['/FAQ#reading', '/faq#reading', 'Frequently asked questions'],
    ['/Faculty/nowhere/', '/not-found', '404'],
    ['/Discussions', '/discussions', 'Discussion Forum'],
    ['/nowhere/', '/nowhere', '404'],
  ] as const) {
    await goWithin(page, address);
    await page.waitForURL(server.url + ends);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  }
  expect(trouble()).toEqual([]);
});
