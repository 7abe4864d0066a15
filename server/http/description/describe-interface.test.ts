import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { attributesOfKind } from '#contract/collections.ts';
import { listRoutes } from '#contract/routes/routes.ts';
import { document } from '#contract/schemas/document-schemas.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { description, seenAnswers } from '#test/support/description.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const papers = '/databases/library/collections/papers/documents';
const rows = '/tablesdb/library/tables/papers/rows';
const files = '/storage/buckets/files/files';

const paper = { title: 'Model question', subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };

test('the description is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  // The validator mistakes a property named `$id` for the keyword, so it is renamed for it.
  const text = JSON.stringify(description).replaceAll('"$id":{', '"id":{');
  const judged = await validator.validate(JSON.parse(text) as Record<string, unknown>);
  expect(judged.errors ?? []).toEqual([]);
  expect([judged.valid, validator.version]).toEqual([true, '3.1']);
});

test('the description names every route of the table once and no other route, and describes each topic', () => {
  const described = Object.entries(description.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${address}`),
  );
  const table = listRoutes().map(({ name, method, path: address }) => `${name} ${method} ${address}`);
  for (const tag of description.tags)
    expect([tag.name, tag.description]).toEqual([tag.name, expect.stringMatching(/\.$/)]);
  expect(described.map((each) => each.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(table.sort());
});

test('the schema of a document has the seven $ keys and the declared attributes', () => {
  const declared = attributesOfKind.book.map(({ name }) => name);
  const shape = Object.keys(document.shape);
  expect(shape.filter((name) => !name.startsWith('$')).sort()).toEqual(declared.sort());
  expect(shape.filter((name) => name.startsWith('$'))).toHaveLength(7);
});

type Described = {
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties?: boolean;
};
const schemaOf = (name: string) => description.components.schemas[name] as Described;

test('the description refuses an unknown attribute too, and every list item is either whole or selected', () => {
  for (const name of ['NewPaper', 'NewBook', 'ChangedPaper', 'ChangedBook'])
    expect([name, schemaOf(name).additionalProperties]).toEqual([name, false]);
  expect(schemaOf('NewPaper').required).toEqual(['subject', 'title', 'year', 'facultyId', 'semesterId', 'downloadUrl']);
  expect(schemaOf('ChangedPaper').required).toBeUndefined();
  expect(Object.keys(schemaOf('ChangedPaper').properties)).not.toContain('coverImageUrl');
  for (const name of ['$id', 'uploadedAt']) expect(schemaOf('NewPaper').properties[name]).toEqual({ readOnly: true });
  expect(schemaOf('DocumentList').properties['documents']?.['items']).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Document' }, { $ref: '#/components/schemas/SelectedDocument' }],
  });
  expect(schemaOf('Document').required).toEqual(expect.arrayContaining(['$id', 'title', 'year', 'downloadUrl']));
});

test('the form of an upload names its file as binary, and its id as required', () => {
  const form = description.paths['/storage/buckets/{bucketId}/files']?.['post']?.requestBody?.content[
    'multipart/form-data'
  ]?.schema as Described;
  expect(form.required).toEqual(['fileId', 'file']);
  expect(form.properties['file']).toMatchObject({ type: 'string', format: 'binary' });
});

test('the session is described as optional exactly where guests may read', () => {
  const waysOf = (address: string, method: string) =>
    description.paths[address]?.[method]?.security.map((way) => Object.keys(way).join('+'));
  const documents = '/databases/{databaseId}/collections/{collectionId}/documents';
  expect(waysOf(documents, 'get')).toEqual(['project', 'project+session']);
  expect(waysOf(documents, 'post')).toEqual(['project+session']);
  expect(waysOf('/tablesdb/{databaseId}/tables/{tableId}/rows/{rowId}', 'get')).toEqual(['project', 'project+session']);
  expect(waysOf('/storage/buckets/{bucketId}/files/{fileId}/view', 'get')).toEqual(['', 'session']);
  expect(waysOf('/storage/buckets/{bucketId}/files', 'get')).toEqual(['project+session']);
  expect(waysOf('/materials/counts', 'get')).toEqual(['', 'session']);
  expect(waysOf('/ping', 'get')).toEqual(['project']);
  expect(waysOf('/site', 'get')).toEqual(['']);
});

test('the headers that a program needs are described: tags, ranges, limits, cookies', () => {
  const headersOf = (address: string, method: string, status: number) =>
    Object.keys(description.paths[address]?.[method]?.responses[status]?.headers ?? {});
  const file = '/storage/buckets/{bucketId}/files/{fileId}';
  expect(headersOf('/databases/{databaseId}/collections/{collectionId}/documents', 'get', 200)).toEqual(['ETag']);
  expect(headersOf('/catalogue/faculties', 'get', 304)).toEqual(['ETag']);
  expect(headersOf('/account', 'get', 200)).toEqual([]);
  expect(headersOf(`${file}/download`, 'get', 206)).toEqual([
    'ETag',
    'Last-Modified',
    'Accept-Ranges',
    'Content-Range',
  ]);
  expect(headersOf(`${file}/download`, 'get', 416)).toEqual(['Content-Range']);
  expect(headersOf('/account/sessions/email', 'post', 201)).toContain('Set-Cookie');
  expect(headersOf('/account/sessions/email', 'post', 429)).toEqual([
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ]);
  // The queue of pictures is full, or the server is busy.
  expect(headersOf(`${file}/preview`, 'get', 503)).toEqual(['Retry-After']);
});

test('the description and the guide are served like pages, and reveal no settings', async () => {
  await using server = await openTestServer({ settings: { CONTACT_EMAIL: 'operator@library.test' } });
  const page = await fetch(`${server.url}/`);
  for (const address of ['/v1/openapi.json', '/v1/docs']) {
    const answer = await fetch(`${server.url}${address}`);
    expect([address, answer.status]).toEqual([address, 200]);
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'cache-control',
    ]) {
      expect([address, name, answer.headers.get(name)]).toEqual([address, name, page.headers.get(name)]);
    }
    const text = await answer.text();
    expect(text).not.toContain(administrator.email);
    expect(text).not.toContain('operator@library.test');
    expect(text).not.toContain(server.dataDir);
    const again = await fetch(`${server.url}${address}`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect([address, again.status]).toEqual([address, 304]);
  }
  expect(await (await fetch(`${server.url}/v1/openapi.json`)).json()).toEqual(JSON.parse(JSON.stringify(description)));
});

test('the guide has every route, needs no script, and its links work', async () => {
  await using server = await openTestServer();
  const html = await (await fetch(`${server.url}/v1/docs`)).text();
  for (const { name, path: address } of listRoutes()) {
    expect(html).toContain(`<h3 id="${name}">`);
    expect(html).toContain(`/v1${address.replace(/:(\w+)/g, '{$1}')}</code>`);
  }
  expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
  const anchors = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !anchors.has(id))).toEqual([]);
  expect(
    [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, to]) => to).filter((to) => !to?.startsWith('/')),
  ).toEqual([]);
});

test('the guide has the colours of the pages', async () => {
  const tokensOf = (css: string) =>
    new Map([...css.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]));
  const halves = async (file: string, border: string) => {
    const [light = '', dark = ''] = (await readFile(path.join(root, file), 'utf8')).split(border);
    return [tokensOf(light), tokensOf(dark)];
  };
  const pages = await halves('app/styles/tokens.css', '@utility night');
  const guide = await halves('server/http/description/guide.css', '@media (prefers-color-scheme: dark)');
  for (const [index, tokens] of guide.entries()) {
    expect(tokens.size).toBeGreaterThan(8);
    for (const [name, value] of tokens) expect([name, value]).toEqual([name, pages[index]?.get(name)]);
  }
});

/** Reads everything public, for pages, feed readers and harvesters. */
async function readPublicFacts({ call }: ContractCaller): Promise<void> {
  const subject = '/feeds/faculties/csit/semesters/1/subjects/physics';
  for (const address of ['/ping', '/openapi.json', '/docs', '/site', '/site/pages/about']) await call('GET', address);
  for (const address of ['/catalogue/faculties', '/catalogue/faculties/csit', '/materials/counts'])
    await call('GET', address);
  for (const address of ['/feeds/new', '/feeds/faculties/csit', subject, '/oai', '/opds/search.xml'])
    await call('GET', address);
  const place = subject.replace('/feeds', '');
  const places = ['', '/new', '/search', '/faculties/csit', '/faculties/csit/semesters/1', place, `${place}/note`];
  for (const address of places) for (const version of ['/opds', '/opds2']) await call('GET', version + address);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await call('POST', '/oai', { body: 'verb=Identify', headers });
}

/** Requests bytes in every way: whole, a range, and conditionally. */
async function readBytes(
  read: (address: string, headers?: Record<string, string>) => Promise<{ headers: Headers }>,
  address: string,
): Promise<void> {
  const whole = await read(address);
  const etag = whole.headers.get('etag') ?? '';
  await read(address, { range: 'bytes=0-3', 'if-range': etag });
  await read(address, { 'if-none-match': etag });
}

/** Signs up, signs in and out, and sets a new password. */
async function useAccount(visitor: ContractCaller, url: string): Promise<void> {
  const account = { userId: 'student', email: 'student@library.test', password: 'long enough' };
  await visitor.call('POST', '/account', { json: account });
  const signedIn = await visitor.call('POST', '/account/sessions/email', { json: account });
  const student = callAs(url, signedIn.headers.get('set-cookie')?.split(';')[0]);
  for (const address of ['/account', '/account/sessions', '/account/sessions/current'])
    await student.call('GET', address);
  await student.call('PATCH', '/account/password', {
    json: { password: 'another horse', oldPassword: account.password },
  });
  await student.call('PATCH', '/account/sessions/current', { json: {} });
  await student.call('DELETE', '/account/sessions/current', { json: {} });
}

test('every route gives every successful response that the description lists', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' }, readsTexts: true });
  const visitor = callAs(server.url);
  const admin = await callAsAdministrator(server.url);
  const read = (address: string, headers = {}) => visitor.call('GET', address, { headers });
  const upload = (id: string, headers = {}) => {
    const form = new FormData();
    form.append('fileId', id);
    form.append('file', new Blob([smallPdf]), 'a.pdf');
    return admin.call('POST', files, { body: form, headers });
  };
  const wholeRange = { 'content-range': `bytes 0-${smallPdf.length - 1}/${smallPdf.length}`, 'x-appwrite-id': 'f1' };
  const data = { ...paper, downloadUrl: `/v1${files}/f1/preview` };

  await readPublicFacts(visitor);
  await useAccount(visitor, server.url);
  await (await callAsAdministrator(server.url)).call('GET', '/account');

  await upload('f1');
  await upload('f1', wholeRange);
  await upload('stray');
  await admin.call('GET', files);
  await read(`${files}/f1`);
  await admin.call('PUT', `${files}/f1`, { json: { name: 'b.pdf' } });
  for (const kind of ['download', 'view', 'preview']) await readBytes(read, `${files}/f1/${kind}`);
  for (const address of ['/library-state', '/catalogue/faculties/csit/counts']) await admin.call('GET', address);
  await read('/materials/counts/faculties');
  await read('/catalogue/subjects?name=Physics');
  await read('/search?q=physics');
  await read('/search/suggest?q=physics');
  await read(`${files}/f1/preview?width=160&output=webp`);

  const select = encodeURIComponent('{"method":"select","values":["title"]}');
  for (const [base, idField] of [
    [papers, 'documentId'],
    [rows, 'rowId'],
  ] as const) {
    await admin.call('POST', base, { json: { [idField]: idField, data } });
    await read(base);
    await read(`${base}?queries[]=${select}`);
    await read(`${base}/${idField}`);
    await read(`${base}/${idField}?queries[]=${select}`);
    await admin.call('PATCH', `${base}/${idField}`, { json: { data: { year: 2081 } } });
    await admin.call('PUT', `${base}/${idField}`, { json: { data: { year: 2082 } } });
    await admin.call('PATCH', `${base}/${idField}/year/increment`, { json: {} });
    await admin.call('PATCH', `${base}/${idField}/year/decrement`, { json: { value: 2 } });
    for (const found of ['materials', 'opds2/publications']) await read(`/${found}/${idField}`);
    await readBytes(
      read,
      `/materials/archive?facultyId=${data.facultyId}&semesterId=${data.semesterId}&subject=${data.subject}`,
    );
    await admin.call('DELETE', `${base}/${idField}`, { json: {} });
    await read(`/materials/${idField}`);
  }
  for (const list of ['trash', 'hidden', 'misplaced', 'unused-files']) await admin.call('GET', `/materials/${list}`);
  for (const action of ['restore', 'hide', 'show'])
    await admin.call('POST', `/materials/rowId/${action}`, { json: { reason: 'Under review' } });
  await changeMany(admin);
  await admin.call('POST', '/materials/documentId/purge');
  await server.services.textReading.idle();
  for (const address of ['text', 'pages', 'pages/1/text']) await read(`/materials/rowId/${address}`);
  await admin.call('GET', '/materials/rowId/reading');
  await admin.call('POST', '/materials/rowId/reading/retry');
  await admin.call('POST', '/search/unread/retry');
  await admin.call('PUT', '/files/f1/turns', { json: { turned: [] } });
  for (const address of ['/search/state', '/search/unread', '/materials/similar', '/files/f1/same'])
    await admin.call('GET', address);
  await makePhotographPdf(admin, server);
  const pages = [{ fileId: 'f1', page: 1 }];
  await admin.call('POST', '/compositions', { json: { fileId: 'composed', name: 'composed.pdf', pages } });
  await admin.call('POST', '/materials/rowId/pages', { json: { changeId: 'replaced', fileId: 'composed' } });
  await admin.call('POST', papers, { json: { documentId: 'other', data } });
  await admin.call('POST', '/materials/similar/keep', { json: { firstId: 'rowId', secondId: 'other' } });
  await callStaging(admin);
  await admin.call('POST', '/samples/remove');
  await admin.call('DELETE', `${files}/stray`, { json: {} });
  await admin.call('DELETE', '/account/sessions', { json: {} });

  const described = listRoutes().flatMap(({ name, answers }) =>
    Object.keys(answers)
      // The websocket is tested in realtime, addresses in a store with the store.
      .filter((status) => status !== '101' && status !== '307')
      .map((status) => `${name} ${status}`),
  );
  expect(described.filter((each) => !seenAnswers.has(each))).toEqual([]);
});

/** Calls every route of staging. */
async function callStaging(admin: ContractCaller): Promise<void> {
  await admin.call('POST', '/staging', { json: { files: [{ path: 'a.pdf', size: 1, digest: 'a'.repeat(64) }] } });
  for (const address of ['/staging', '/staging/changes?since=start.0']) await admin.call('GET', address);
  await admin.call('PATCH', '/staging', { json: { ids: ['none'] } });
  await admin.call('POST', '/staging/guess', { json: { path: 'a.pdf' } });
  for (const action of ['publish', 'discard'])
    await admin.call('POST', `/staging/${action}`, { json: { ids: ['none'] } });
  await admin.call('POST', '/staging/publications/preview', { json: { ids: ['none'] } });
  const begun = await admin.call('POST', '/staging/publications', { json: { ids: ['none'] } });
  await admin.call('GET', '/staging/publications');
  const undo = `/staging/publications/${String(begun.json['id'])}/undo`;
  await admin.call('GET', undo);
  await admin.call('POST', undo, { json: { takesChanged: true } });
}

/** Calls every route of photographs. */
async function makePhotographPdf(admin: ContractCaller, { services }: TestServer): Promise<void> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await uploadSmallFile(admin, { id: 'photo', name: 'photo.png', content: new Uint8Array(png) });
  const photographs = [{ fileId: 'photo', keepsWhole: true }];
  await admin.call('POST', '/photographs', { json: { fileId: 'made', name: 'made.pdf', photographs } });
  await services.photographs.idle();
  for (const address of ['/photographs/made', '/files/made/photographs']) await admin.call('GET', address);
  await admin.call('DELETE', '/photographs/made');
  const digest = 'b'.repeat(64);
  const pdfs = [{ path: 'a.pdf', photographs: [{ digest, size: 1 }] }];
  await admin.call('POST', '/staging/photographs', { json: { pdfs } });
  await admin.call('POST', '/photographs/find', { json: { digests: [digest] } });
}

/** Changes the only material, and then is refused for two. */
async function changeMany(admin: ContractCaller): Promise<void> {
  await admin.call('GET', '/materials/inventory');
  for (const total of [1, 2]) {
    const json = { matching: { total }, change: { action: 'edit', year: 2080 } };
    await admin.call('POST', '/materials/changes/preview', { json });
    const made = await admin.call('POST', '/materials/changes', { json });
    for (const method of ['GET', 'POST'])
      await admin.call(method, `/materials/changes/${String(made.json['id'])}/undo`);
  }
  await admin.call('GET', '/materials/undoable');
}
