import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { openSharedAnswers } from '#test/support/shared-answers.ts';
import { openTestServer } from '#test/support/server.ts';
import { listRoutes } from '#contract/routes/routes.ts';
import { version } from '#server/machinery/version.ts';
import { createContractRoutes } from './contract-routes.ts';
import type { ContractParts } from '#server/http/api/handlers.ts';

const documents = '/databases/library/collections/papers/documents';

test('errors have the form of the contract at every address below /v1', async () => {
  await using server = await openTestServer();
  const unknown = await callAs(server.url).call('GET', '/nothing/here', { headers: { 'x-appwrite-project': 'other' } });
  expect(unknown.status).toBe(404);
  expect(unknown.json).toEqual({
    message:
      "This library has no such call. It serves a part of Appwrite's API and additions of its own: see /v1/docs.",
    code: 404,
    type: 'general_route_not_found',
    version: expect.any(String),
  });
  expect(unknown.headers.get('content-type')).toMatch(/^application\/json/);
  expect(unknown.headers.get('cache-control')).toBe('no-store');
  expect(unknown.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await callAs(server.url).call('PATCH', '/account')).json['type']).toBe('general_route_not_found');
});

test('the project is named by header or address, and the header takes precedence', async () => {
  await using server = await openTestServer();
  const typeOf = async (headers: Record<string, string>, path = documents) => {
    const response = await fetch(`${server.url}/v1${path}`, { headers });
    const body = (await response.json()) as { type?: string };
    return [response.status, body.type];
  };
  expect(await typeOf({})).toEqual([401, 'general_access_forbidden']);
  expect(await typeOf({ 'x-appwrite-project': 'other' })).toEqual([404, 'project_not_found']);
  expect(await typeOf({ 'x-appwrite-project': 'other' }, `${documents}?project=examshelf`)).toEqual([
    404,
    'project_not_found',
  ]);
  expect(await typeOf({}, `${documents}?project=examshelf`)).toEqual([200, undefined]);
  expect(await typeOf({}, '/storage/buckets/files/files/f1/view')).toEqual([404, 'storage_file_not_found']);
  expect(await typeOf({}, '/storage/buckets/files/files/f1/view?project=other')).toEqual([404, 'project_not_found']);
  expect(await typeOf({}, '/site')).toEqual([200, undefined]);
});

test('requests for administrators are refused to everyone else', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const routes = listRoutes().filter((route) => route.who === 'administrator');
  const ids: Record<string, string> = {
    databaseId: 'library',
    collectionId: 'papers',
    tableId: 'papers',
    bucketId: 'files',
  };
  for (const { method, path } of routes) {
    const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'x1');
    const json = { documentId: 'x1', rowId: 'x1', data: { rubbish: 1 } };
    const answer = await visitor.call(method, address, method === 'GET' || method === 'DELETE' ? {} : { json });
    expect([method, path, answer.status, answer.json['type']]).toEqual([method, path, 401, 'user_unauthorized']);
  }
  expect(routes.length).toBeGreaterThan(12);
});

test('a request from a page of a foreign origin changes nothing', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://panel.example' } });
  const { cookie } = await callAsAdministrator(server.url);
  const admin = callAs(server.url, cookie);
  const from = async (origin: string, method = 'DELETE', path = '/account/sessions/current') =>
    admin.call(method, path, { headers: { origin } });
  for (const origin of ['https://evil.example', 'null', `${server.url}.evil.example`, 'http://127.0.0.1:1']) {
    const refused = await from(origin);
    expect([origin, refused.status, refused.json['type']]).toEqual([origin, 403, 'general_unknown_origin']);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  }
  const read = await from('https://evil.example', 'GET', documents);
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect((await from(server.url, 'PATCH')).status).toBe(200);
  // A proxy may handle https for us.
  expect((await from(server.url.replace('http:', 'https:'), 'PATCH')).status).toBe(200);
  const shared = await from('https://panel.example', 'PATCH');
  expect(shared.status).toBe(200);
  expect(shared.headers.get('access-control-allow-origin')).toBe('https://panel.example');
  expect(shared.headers.get('access-control-allow-credentials')).toBe('true');
  expect(shared.headers.get('vary')).toContain('Origin');
});

test('allowed origins may read errors too, and get a response to their preflight', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://panel.example' } });
  const error = await callAs(server.url).call('GET', '/account', { headers: { origin: 'https://panel.example' } });
  expect([error.status, error.headers.get('access-control-allow-origin')]).toEqual([401, 'https://panel.example']);

  const preflight = (origin: string) =>
    fetch(`${server.url}/v1${documents}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-appwrite-project',
      },
    });
  const allowed = await preflight('https://panel.example');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://panel.example');
  expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('X-Appwrite-Project');
  expect(allowed.headers.get('access-control-max-age')).toBe('86400');
  expect(allowed.headers.get('x-content-type-options')).toBe('nosniff');
  expect(allowed.headers.get('vary')).toBe('Origin');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('bodies that are broken, too large or not an object are an invalid argument', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  for (const body of [`{"documentId":"${'x'.repeat(1024 * 1024)}"}`, '{"documentId":', '[]', '"text"', 'null']) {
    const answer = await admin.call('POST', documents, { body });
    expect([answer.status, answer.json['type']]).toEqual([400, 'general_argument_invalid']);
  }
});

test('a body without a Content-Length is limited too', async () => {
  await using server = await openTestServer();
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) });
  const answer = await fetch(`${server.url}/v1${documents}`, {
    method: 'POST',
    headers: { 'x-appwrite-project': 'examshelf' },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(400);
});

test('an unexpected error results in two words and is logged with its cause', async () => {
  await using server = await openTestServer();
  const lines: string[] = [];
  const services: ContractParts['services'] = {
    ...server.services,
    materials: { ...server.services.materials, list: () => Promise.reject(new Error('disk on fire at /srv/secret')) },
  };
  const app = createContractRoutes({
    services,
    shared: openSharedAnswers(server.services),
    config: {
      ...server.services.site,
      isPublicUrlGuessed: false,
      allowedOrigins: [],
      trustedProxies: [],
      signUp: 'closed',
      xAccel: null,
    },
    log: pino({}, { write: (line) => void lines.push(line) }),
  });
  const answer = await app.request(`/v1${documents}`, { headers: { 'x-appwrite-project': 'examshelf' } });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ message: 'Server Error', code: 500, type: 'general_unknown' });
  expect(lines.join('')).toContain('disk on fire');
});

test('ping returns a text', async () => {
  await using server = await openTestServer();
  const answer = await callAs(server.url).call('GET', '/ping');
  expect([answer.status, answer.text]).toEqual([200, 'Pong!']);
});

test('the health checks report that the server is alive and ready, its version, and the part of it that fails', async () => {
  await using server = await openTestServer();
  const alive = await fetch(`${server.url}/healthz`);
  expect([alive.status, await alive.text()]).toEqual([200, 'ok']);
  const ready = await fetch(`${server.url}/readyz`);
  const works = { database: 'ok', writing: 'ok', storage: 'ok', disk: 'ok', faults: [], version };
  expect([ready.status, await ready.json()]).toEqual([200, works]);

  await using broken = await openTestServer();
  await rm(path.join(broken.dataDir, 'files', 'temp'), { recursive: true });
  const failing = await fetch(`${broken.url}/readyz`);
  expect([failing.status, await failing.json()]).toEqual([503, { ...works, storage: 'failed' }]);
});
