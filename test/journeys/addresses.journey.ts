import { request } from 'node:http';
import { expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const long = 'x'.repeat(5000);
const cSubject = '/faculty/csit/semester/1/subject/c-programming';

/** Asks for exactly this path, which `fetch` would tidy up first; answers status and where it leads. */
function ask(server: { url: string }, path: string): Promise<[status: number, location: string | null]> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers: { accept: 'text/html' } }, (response) => {
      response.resume();
      response.on('end', () => resolve([response.statusCode ?? 0, response.headers.location ?? null]));
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('no address of no page leads anywhere but to the not-found page', async () => {
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
    '/faculty/csit/semester/1/subject/digital%2flogic',
    '/faculty/csit/semester/1/subject/digital%2Flogic',
    '/faculty/csit/semester/1/subject/digital%5clogic',
    '/faculty/csit/semester/1/subject/%F0%9F%98%80',
    '/faculty/csit/semester/1/subject/%E0%A4%95',
    `/books?q=${long}`,
  ];
  for (const address of toNotFound) answers[address] = await ask(server, address);
  expect(answers).toEqual(Object.fromEntries(toNotFound.map((each) => [each, [307, '/not-found']])));
});

test('what does not exist is 404 where it stands', async () => {
  await using server = await openTestServer({ withPages: true });
  const answers: Record<string, unknown> = {};
  const missing = [
    `/${'y'.repeat(1500)}`,
    '/faculty',
    '/faculty/csit/notes',
    '/faculty/csit/revision',
    '/material',
    '/material/..%2f..',
    '/material/constructor',
    '/material/__proto__',
    '/material/%F0%9F%98%80',
    '/discussions/999',
    '/discussions/constructor',
    '/%5cevil.example',
    '/books;a=b',
    '/index.html',
    '/.env',
    '/.git/config',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/none.js',
    '/v1/none',
    '/not-found',
    '/Not-Found',
  ];
  for (const address of missing) answers[address] = await ask(server, address);
  expect(answers).toEqual(Object.fromEntries(missing.map((each) => [each, [404, null]])));
});

test('another way of writing an address leads to the one it has, and keeps what was opened', async () => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  for (const [address, ends] of [
    ['/Faculty/CSIT', '/faculty/csit'],
    ['/faculty/CSIT/semester/1', '/faculty/csit/semester/1'],
    ['/faculty/CSIT/revision/semester/1', '/faculty/csit/revision/semester/1'],
    ['/faculty/csit/semester/1/subject/C-Programming', cSubject],
    ['/faculty/CSIT/semester/1/subject/C%20Programming', cSubject],
    ['/faculty/csit/semester/1/subject/C%20Programming?open=a&page=2', `${cSubject}?open=a&page=2`],
    ['/faculty/csit/', '/faculty/csit'],
    ['/faculty/csit/semester/1/', '/faculty/csit/semester/1'],
    [`${cSubject}/`, cSubject],
    ['/faculty//csit', '/faculty/csit'],
    ['/faculty/csit//semester/1', '/faculty/csit/semester/1'],
    ['/books/', '/books'],
    ['/books//', '/books'],
    ['//books/', '/books'],
    ['/about/', '/about'],
    ['/books?part=-1', '/books'],
    ['/books?part=abc', '/books'],
    ['/books?part=1e99', '/books'],
    ['/books?page=-1', '/books'],
    ['/books?q=a&q=b', '/books'],
    ['/books?faculty=csit&faculty=bca', '/books'],
    [`${cSubject}?part=-5`, cSubject],
    [`${cSubject}?open=%ff&page=-1`, `${cSubject}?open=%EF%BF%BD`],
    ['/books?q=%0d%0aset-cookie:a=b', '/books?q=set-cookie%3Aa%3Db'],
  ] as const) {
    const way = await follow(server, address);
    expect([address, ...way.slice(-1)]).toEqual([address, `200 ${ends}`]);
    expect(way.length).toBeLessThanOrEqual(4);
  }
  expect(await ask(server, '/Faculty/CSIT')).toEqual([308, '/faculty/csit']);
  expect((await follow(server, '//evil.example/')).at(-1)).toBe('404 /evil.example');
  expect((await follow(server, '/not-found/')).at(-1)).toBe('404 /not-found');
  expect((await follow(server, '/material/')).at(-1)).toBe('404 /material');
  expect((await follow(server, '/faculty/csit/semester/%20')).at(-1)).toMatch(/^404 /);
});

test('rubbish in the query changes nothing about the page', async () => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  for (const address of [
    `${cSubject}?open=%00`,
    `${cSubject}?open=../../etc/passwd`,
    `${cSubject}?open=${encodeURIComponent('"><script>alert(1)</script>')}`,
    '/books?part=999999',
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
    expect([address, ...(await ask(server, address))]).toEqual([address, 200, null]);
  }
  const long = await follow(server, `/books?q=${'y'.repeat(1500)}`);
  expect(long.at(-1)).toBe(`200 /books?q=${'y'.repeat(255)}`);
  expect(
    await (await fetch(`${server.url}/books?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text(),
  ).not.toContain('<script>alert');
});

test('in the browser such addresses end at their page without a word on the console', async () => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  await using browser = await openBrowser();
  const page = await browser.newPage();
  // The browser itself notes every answer of 404, the not-found page's own among them.
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
    [`/books?q=${'y'.repeat(1500)}`, 'Library'],
    ['/discussions?faculty=__proto__&search=%00', 'Discussion Forum'],
  ] as const) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
    const shown = page.getByRole('heading', { level: 1, includeHidden: true });
    await expect.poll(() => shown.allInnerTexts(), { message: address }).toEqual([heading]);
    expect(new URL(page.url()).origin).toBe(server.url);
    expect([address, ...trouble()]).toEqual([address]);
  }
});

/** Goes where the answers lead; each step as its status and address. Throws after ten. */
async function follow(server: { url: string }, address: string): Promise<string[]> {
  const way: string[] = [];
  for (let next: string | null = address; next !== null;) {
    const [status, location]: [number, string | null] = await ask(server, next);
    way.push(`${status} ${next}`);
    if (way.length > 10) throw new Error(`led round: ${way.join(' → ')}`);
    next = location;
  }
  return way;
}
