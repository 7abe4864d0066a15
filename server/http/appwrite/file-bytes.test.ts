import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { openTestServer } from '#test/support/server.ts';

const files = '/storage/buckets/files/files';
const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const page = '<!doctype html><title>x</title><script>alert(1)</script>';

test('an uploaded web page is shown as text and never runs, but is downloaded with its own type', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'paper.html', content: page });
  const visitor = callAs(server.url);
  for (const action of ['view', 'preview']) {
    const shown = await visitor.call('GET', `${files}/${id}/${action}`);
    expect([shown.status, shown.text]).toEqual([200, page]);
    expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(shown.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const saved = await visitor.call('GET', `${files}/${id}/download`);
  expect(saved.headers.get('content-type')).toMatch(/^text\/html/);
  expect(saved.headers.get('content-disposition')).toBe(
    `attachment; filename="paper.html"; filename*=UTF-8''paper.html`,
  );
  expect(saved.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
});

test('a browser that opens an HTML file in a tab gets a page without scripts; a frame and a script get text', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'paper.html', content: page });
  const inTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  for (const action of ['view', 'preview']) {
    const address = `${server.url}/v1${files}/${id}/${action}?project=examshelf`;
    const shown = await ask(address, inTab);
    expect([shown.status, shown.text, shown.headers['content-type']]).toEqual([
      200,
      page.replace('<title>', `${viewport}<title>`),
      'text/html; charset=utf-8',
    ]);
    expect(shown.headers).toMatchObject({
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-disposition': expect.stringMatching(/^inline;/),
      vary: 'Origin, Sec-Fetch-Mode, Sec-Fetch-Dest, Accept, User-Agent',
    });
    const others: Record<string, string>[] = [
      {},
      { accept: '*/*', 'user-agent': 'Mozilla/5.0' },
      { accept: 'text/html', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'embed' },
    ];
    for (const headers of others) {
      const text = await ask(address, headers);
      expect([headers, text.headers['content-type'], text.headers['vary'], text.text]).toEqual([
        headers,
        'text/plain; charset=utf-8',
        shown.headers['vary'],
        page,
      ]);
      // A cache that has the one must not get 304 for the other.
      expect(text.headers.etag).not.toBe(shown.headers.etag);
      const revalidated = await ask(address, { ...inTab, 'if-none-match': text.headers.etag ?? '' });
      expect(revalidated.status).toBe(200);
    }
    expect((await ask(address, { ...inTab, 'if-none-match': shown.headers.etag ?? '' })).status).toBe(304);
    const head = await ask(address, inTab, 'HEAD');
    expect([head.text, head.headers['content-type'], head.headers['content-length']]).toEqual([
      '',
      'text/html; charset=utf-8',
      String(page.length + viewport.length),
    ]);
    const part = await ask(address, { ...inTab, range: 'bytes=10-30' });
    expect([part.status, part.text]).toEqual([206, shown.text.slice(10, 31)]);
  }
  const saved = await ask(`${server.url}/v1${files}/${id}/download?project=examshelf`, inTab);
  expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
  expect(saved.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
});

test.each([
  ['names HTML in Accept', { accept: 'text/html, text/*;q=0.5' }],
  ['is known to name nothing', { accept: '*/*', 'user-agent': 'NetSurf/3.10 (Linux)' }],
])(
  'a browser without Sec-Fetch-Mode that %s gets the text of a paper as a page that we write',
  async (_how, headers) => {
    await using server = await openTestServer();
    const admin = await callAsAdministrator(server.url);
    const content =
      '<meta charset="windows-1252"><title>Maths</title><h1>Caf\xe9</h1><p onclick="a()">1<script>alert(1)</script>';
    const id = await uploadSmallFile(admin, { name: 'my paper.html', content: Buffer.from(content, 'latin1') });
    const path = `/v1${files}/${id}`;
    const address = `${server.url}${path}/preview?project=examshelf`;
    const shown = await ask(address, headers);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(shown.text).toContain('<title>Maths</title>');
    expect(shown.text).toMatch(/<hr><h1>Café<\/h1><p>1<\/body>/);
    expect(shown.text).toContain(`href="${path}/download?project=examshelf&amp;name=my%20paper.html"`);
    expect(shown.headers['content-security-policy']).toMatch(/^sandbox allow-downloads; default-src 'none'/);
    expect(shown.headers['content-length']).toBe(String(Buffer.byteLength(shown.text)));
    // A cache must not confuse it with the paper itself.
    const itself = await ask(address, {});
    expect(itself.headers['content-type']).toBe('text/plain; charset=windows-1252');
    expect((await ask(address, { ...headers, 'if-none-match': itself.headers.etag ?? '' })).status).toBe(200);
    expect((await ask(address, { ...headers, 'if-none-match': shown.headers.etag ?? '' })).status).toBe(304);
  },
);

test('a page opened in a tab is read in the encoding it names', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const named = ' <!-- saved --> <!DOCTYPE html><meta charset="windows-1252"><title>x</title>';
  const id = await uploadSmallFile(admin, { name: 'old.html', content: named });
  const shown = await ask(`${server.url}/v1${files}/${id}/preview?project=examshelf`, {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  });
  expect([shown.headers['content-type'], shown.text]).toEqual([
    'text/html; charset=windows-1252',
    named.replace('<meta', `${viewport}<meta`),
  ]);
});

test.each([
  ['<?xml version="1.0"?>\n<!DOCTYPE html>', '<html></html>'],
  ['<!-- a --><?xml version="1.0"?> <!-- b --><!DOCTYPE html>', '<html></html>'],
  ['', '<p>no doctype</p>'],
])('the viewport comes after the doctype %j', async (before, after) => {
  expect(await openInTab(before + after)).toBe(before + viewport + after);
});

test.each([
  ['a comment', `<!-- ${'x'.repeat(2000)} --><!doctype html><html></html>`],
  ['comments', `${'<!-- x -->\n'.repeat(200)}<!doctype html><html></html>`],
  ['an instruction', `<?xml ${' '.repeat(2000)}?><!doctype html><html></html>`],
  ['a doctype', `<!doctype html ${' '.repeat(2000)}><html></html>`],
  ['the first letters of a doctype', `${' '.repeat(1020)}<!doctype html><html></html>`],
])('a page whose first kilobyte ends in %s is left unchanged', async (_name, content) => {
  expect(await openInTab(content)).toBe(content);
});

test('a page has no tag that connects to other servers; if tags cannot be found, it is sent as text', async () => {
  expect(await openInTab('<p>1<link rel="preconnect" href="//a.example"><iframe srcdoc="&lt;link>"></iframe>')).toBe(
    `${viewport}<p>1<meta rel="preconnect" href="//a.example"><keygen srcdoc="&lt;link>"></iframe>`,
  );
  const japanese = '<meta charset="iso-2022-jp"><li\u001b(Bnk rel="preconnect" href="//a.example">';
  const { headers, text } = await showInTab(japanese);
  expect([headers['content-type'], text]).toEqual(['text/plain; charset=iso-2022-jp', japanese]);
});

test('a page whose bytes are missing gets 404, and so does its text', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'paper.html', content: page });
  await server.resources.storage.remove(id);
  const address = `${server.url}/v1${files}/${id}/view?project=examshelf`;
  const asText: Record<string, string> = {};
  for (const headers of [
    asText,
    { accept: 'text/html' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ]) {
    const answer = await ask(address, headers);
    expect([headers, answer.status, answer.text]).toEqual([
      headers,
      404,
      expect.stringContaining('storage_file_not_found'),
    ]);
  }
});

test('a download is saved under the requested title', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'scan0001.pdf', content: smallPdf });
  const saved = await callAs(server.url).call(
    'GET',
    `${files}/${id}/download?name=${encodeURIComponent('गणित / Maths "II"')}`,
  );
  expect(saved.headers.get('content-disposition')).toBe(
    `attachment; filename="gnit - Maths -II-.pdf"; filename*=UTF-8''%E0%A4%97%E0%A4%A3%E0%A4%BF%E0%A4%A4%20-%20Maths%20-II-.pdf`,
  );
});

test('all three routes support ranges, HEAD and conditional requests', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const visitor = callAs(server.url);
  for (const action of ['download', 'view', 'preview']) {
    const address = `${files}/${id}/${action}`;
    const range = await visitor.call('GET', address, { headers: { range: 'bytes=0-4' } });
    expect([range.status, range.text, range.headers.get('content-range')]).toEqual([
      206,
      '%PDF-',
      `bytes 0-4/${smallPdf.length}`,
    ]);
    const head = await visitor.call('HEAD', address);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(smallPdf.length)]);
    const revalidated = await visitor.call('GET', address, {
      headers: { 'if-none-match': range.headers.get('etag') ?? '' },
    });
    expect([revalidated.status, revalidated.text]).toEqual([304, '']);
    const outside = await visitor.call('GET', address, { headers: { range: 'bytes=100000-' } });
    expect([outside.status, outside.json['type'], outside.headers.get('content-range')]).toEqual([
      416,
      'storage_invalid_range',
      `bytes */${smallPdf.length}`,
    ]);
  }
});

test('a preview with a width is a picture of the page', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const response = await fetch(`${server.url}/v1${files}/${id}/preview?project=examshelf&width=200&output=webp`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  const revalidated = await fetch(response.url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  expect(revalidated.status).toBe(304);
});

test('any requested height results in the same picture, except the shape of link previews', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const tagOf = async (query: string) => {
    const { status, headers } = await callAs(server.url).call('HEAD', `${files}/${id}/preview?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return headers.get('etag');
  };
  const whole = await tagOf('width=1280&output=jpg');
  const shared = await tagOf(api.filePictureForSharing(ids, id).address.split('?')[1] ?? '');
  expect(shared).not.toBe(whole);
  const tags = new Set<string | null>();
  for (const height of [1, 2, 335, 336, 337, 671, 672, 673, 700, 1280, 3999])
    tags.add(await tagOf(`width=1280&height=${height}&output=jpg`));
  expect([...tags].toSorted()).toEqual([shared, whole].toSorted());
});

test('a picture gets 503 as described when the queue is full', async () => {
  await using server = await openTestServer();
  const pdf = new Uint8Array(makePdf(Array.from({ length: 80 }, (_, index) => [`${index}`])));
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: pdf });
  const visitor = callAs(server.url);
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => visitor.call('GET', `${files}/${id}/preview?width=160&page=${index + 1}`)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, json, headers } of refused)
    expect([status, json['type'], headers.get('retry-after')]).toEqual([503, 'general_service_unavailable', '5']);
});

test('impossible pictures are refused', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'paper.html', content: page });
  const visitor = callAs(server.url);
  for (const query of ['width=5000', 'width=-1', 'page=0', 'output=svg', 'output=constructor']) {
    const answer = await visitor.call('GET', `${files}/${id}/preview?${query}`);
    expect([query, answer.status, answer.json['type']]).toEqual([query, 400, 'general_argument_invalid']);
  }
  const ofPage = await visitor.call('GET', `${files}/${id}/preview?width=320`);
  expect([ofPage.status, ofPage.json['type']]).toEqual([403, 'storage_bucket_transformations_disabled']);
});

test('unknown parameters are ignored', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const answer = await callAs(server.url).call(
    'GET',
    `${files}/${id}/preview?project=examshelf&impersonateuserid=&copy=&width=0&token=x`,
  );
  expect([answer.status, answer.text]).toEqual([200, smallPdf]);
});

test('the pages of an allowed origin may read the bytes', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://panel.example' } });
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const answer = await callAs(server.url).call('GET', `${files}/${id}/view`, {
    headers: { origin: 'https://panel.example' },
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
    200,
    'https://panel.example',
    'Origin',
  ]);
});

test('with nginx a PDF is sent by nginx from an internal address, but a web page is not', async () => {
  await using server = await openTestServer({ settings: { X_ACCEL: '/protected/' } });
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  const answer = await callAs(server.url).call('GET', `${files}/${id}/view`);
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('x-accel-redirect')).toMatch(new RegExp(`^/protected/[0-9a-f]{2}/${id}$`));
  const web = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'paper.html', content: page });
  const inTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const shown = await ask(`${server.url}/v1${files}/${web}/preview?project=examshelf`, inTab);
  expect([shown.text.length, shown.headers['x-accel-redirect']]).toEqual([page.length + viewport.length, undefined]);
});

/** Returns the response to a browser that opens such a file in a tab. */
async function showInTab(content: string) {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'paper.html', content });
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  return await ask(`${server.url}/v1${files}/${id}/view?project=examshelf`, headers);
}

const openInTab = async (content: string) => (await showInTab(content)).text;

/** Sends a request as a browser does: `fetch` would set `Sec-Fetch-Mode` itself. */
async function ask(address: string, headers: Record<string, string>, method = 'GET') {
  const request = http.request(address, { method, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(pieces).toString() };
}
