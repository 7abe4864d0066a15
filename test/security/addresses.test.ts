import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { files, noteData, notes } from '#test/support/three-callers.ts';

const host = 'host: localhost';

async function ask(
  url: string,
  target: string,
  ...more: string[]
): Promise<{ head: string; body: string; status: number }> {
  const request = [`GET ${target} HTTP/1.1`, host, 'connection: close', ...more, '', ''].join('\r\n');
  const { answer } = await exchange(url, Buffer.from(request, 'latin1'));
  const at = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, at), body: answer.slice(at + 4), status: Number(answer.slice(9, 12)) };
}

/** Requests all of them, a few at a time: too many of one address may be refused. */
async function askAll(url: string, addresses: readonly string[], ...more: string[]) {
  const answers: { address: string; head: string; body: string; status: number }[] = [];
  for (let at = 0; at < addresses.length; at += 8)
    answers.push(
      ...(await Promise.all(
        addresses.slice(at, at + 8).map(async (address) => ({ address, ...(await ask(url, address, ...more)) })),
      )),
    );
  return answers;
}

const valueOf = (head: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();

test('no address leaves the folders that are served', async () => {
  await using server = await openTestServer({ withPages: true });
  await writeFile(path.join(server.dataDir, 'canary.txt'), 'the canary of the data folder');
  const secret = /canary of the data|"devDependencies"|root:.*:0:0|SQLite format|DATA_DIR/;
  const folders = [
    '/',
    '/assets/',
    '/assets/pdfjs-6.3.289/',
    '/assets/pdfjs-6.3.289/wasm/',
    '/content/images/',
    '/v1/site/pages/',
    `/v1${files}/`,
    '/material/',
    '/faculty/',
  ];
  const steps = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '%252e%252e%252f',
    '..%c0%af',
    '.%00./',
    '%EF%BC%8E%EF%BC%8E/',
  ];
  const targets = ['package.json', 'etc/passwd', 'data/canary.txt', 'canary.txt', 'library.sqlite'];
  const found: string[] = [];
  const addresses = folders.flatMap((folder) =>
    steps.flatMap((step) => targets.map((target) => folder + step.repeat(target === 'etc/passwd' ? 12 : 2) + target)),
  );
  addresses.push(
    `/assets/${server.dataDir}/canary.txt`,
    `/assets//${server.dataDir}/canary.txt`,
    `file://${server.dataDir}/canary.txt`,
  );
  const answers = await askAll(server.url, addresses);
  for (const { address, status, head, body } of answers)
    if (secret.test(body) || status >= 500 || secret.test(head)) found.push(`${status} ${address}`);
  expect(found).toEqual([]);
});

test('every redirect leads to an address of this site', async () => {
  await using server = await openTestServer({ withPages: true });
  const evil = 'evil.example';
  const beginnings = [
    '//',
    '///',
    '/\\',
    '/%5C',
    '/%5c%5c',
    '/%2F%2F',
    '/%2f',
    '//%09/',
    '/%09//',
    '/%0a//',
    '/.//',
    '/..//',
    '/;//',
    '/@',
    '\\\\',
    '/%00//',
    'http:',
    'https:/',
    'javascript:',
  ];
  const pages = ['', '/', '/../..//', '/faculty/CSIT', '/FAQ', '/books/', '/..', '?to=//x', '%2f..'];
  const addresses = beginnings.flatMap((beginning) => pages.map((page) => beginning + evil + page));
  addresses.push(
    `/faculty//${evil}`,
    `/faculty/CSIT?next=//${evil}`,
    `/faculty/${encodeURIComponent(`//${evil}`)}/semester/1`,
    `/faculty/csit/semester/1/subject/${encodeURIComponent(`//${evil}`)}`,
    `/material/${encodeURIComponent(`//${evil}`)}`,
    `/login?redirect=//${evil}`,
    `/login?to=https://${evil}`,
    `/books?faculty=//${evil}`,
    `/admin?next=https://${evil}/`,
    `//${evil}/%2e%2e`,
  );
  const answers = await askAll(server.url, addresses, `x-forwarded-host: ${evil}`);
  const led = answers.flatMap(({ address, head }) => {
    const location = valueOf(head, 'location');
    return location === undefined ? [] : [{ address, location, origin: new URL(location, server.url).origin }];
  });
  // As a browser parses it: a backslash is a slash, tabs and line ends are removed.
  const astray = led.filter(({ location, origin }) => origin !== server.url || /^[/\\]{2}|^[^/]|[\t\\]/.test(location));
  expect(astray).toEqual([]);
  expect(led.length).toBeGreaterThan(20);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

test('no line break reaches a header, from an address, a name, a title or a header', async () => {
  await using server = await openTestServer({ withPages: true, settings: { ALLOWED_ORIGINS: 'https://app.example' } });
  const admin = await callAsAdministrator(server.url);
  const bad = 'x\r\nSet-Cookie: injected=1\r\n\r\n<script>\u2028\u0085\n\0';
  const coded = encodeURIComponent(bad);
  await uploadSmallFile(admin, { id: 'f1', name: `a${bad}.pdf`, content: smallPdf });
  await admin.call('PUT', `${files}/f1`, { json: { name: `b${bad}.pdf` } });
  await admin.call('POST', notes, {
    json: { documentId: 'n1', data: { ...noteData, title: `t${bad.replace('\0', '')}` } },
  });
  const addresses = [
    `/${coded}`,
    `/books?${coded}`,
    `/books?x=${coded}`,
    `/faculty/${coded}`,
    `/faculty/CSIT?x=${coded}`,
    `/faculty/csit/semester/1/subject/${coded}`,
    `/material/${coded}`,
    '/material/n1',
    `/v1/${coded}`,
    `/v1/ping?project=${coded}`,
    `/v1${files}/f1/download`,
    `/v1${files}/f1/view`,
    `/v1${files}/f1/preview?copy=reading`,
    `/v1${files}/f1/download?name=${coded}`,
    `/v1${files}/f1/view?x=${coded}`,
    `/v1${files}/f1/view?copy=reading&x=${coded}`,
    `/assets/${coded}`,
    `/content/images/${coded}`,
  ];
  const asked = [
    ...addresses.map((address) => ask(server.url, address)),
    ask(server.url, '/v1/ping', 'origin: https://app.example%0d%0aSet-Cookie:injected=1'),
    ask(server.url, '/v1/ping', 'origin: https://app.example\x0bSet-Cookie:injected=1'),
    ask(server.url, '/v1/ping', 'x-appwrite-project: x\rSet-Cookie: injected=1'),
    ask(server.url, `/v1${files}/f1/view`, 'range: bytes=0-\x01', 'if-none-match: "\x85"'),
  ];
  for (const [index, { head, status }] of (await Promise.all(asked)).entries()) {
    const about = addresses[index] ?? index;
    expect([about, valueOf(head, 'set-cookie'), status < 500]).toEqual([about, undefined, true]);
    // Every line of the head is a separate header, of printable ASCII.
    expect([about, head.split('\r\n').filter((line) => !/^[\x20-\x7e]+$/.test(line))]).toEqual([about, []]);
  }
});
