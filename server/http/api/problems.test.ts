import { pino } from 'pino';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { problemStatuses, type ProblemType } from '#contract/problems.ts';
import { stagingLimits } from '#contract/staging.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { makeDocx } from '#test/support/office-documents.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { openSharedAnswers } from '#test/support/shared-answers.ts';
import { createContractRoutes } from '#server/http/contract-routes.ts';
import type { ContractParts } from './handlers.ts';

const papers = '/databases/library/collections/papers/documents';
const notes = '/databases/library/collections/notes/documents';
const rows = '/tablesdb/library/tables/papers/rows';
const files = '/storage/buckets/files/files';

/** The parts of a response that identify a problem. */
type ProblemParts = { status: number; headers: Headers; json: Record<string, unknown> };
type World = { server: TestServer; visitor: ContractCaller; admin: ContractCaller; open: ContractCaller };

const paper = { title: 'Model question', subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };
const data = { ...paper, downloadUrl: `/v1${files}/f1/preview` };
const account = { userId: 'unique()', email: 'student@library.test', password: 'long enough' };
const queries = (...each: object[]) =>
  each.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`).join('&');

function upload(caller: ContractCaller, id: string, content: BlobPart, name = 'a.pdf', headers = {}) {
  const form = new FormData();
  form.append('fileId', id);
  form.append('file', new Blob([content]), name);
  return caller.call('POST', files, { body: form, headers });
}

/** Calls the same routes without a socket, with parts of them replaced by the test. */
async function ask(
  { server }: World,
  parts: Partial<ContractParts['services']>,
  request: Request,
): Promise<ProblemParts> {
  const app = createContractRoutes({
    services: { ...server.services, ...parts },
    shared: openSharedAnswers(server.services),
    config: {
      ...server.services.site,
      isPublicUrlGuessed: false,
      allowedOrigins: [],
      trustedProxies: [],
      signUp: 'closed',
      xAccel: null,
    },
    log: pino({ level: 'silent' }),
  });
  const answer = await app.request(request);
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
}

/** Returns a visitor's response when the machine fails with an error code of the system. */
function askFailing(world: World, code: string): Promise<ProblemParts> {
  const list = () => Promise.reject(Object.assign(new Error(code), { code }));
  return ask(
    world,
    { materials: { ...world.server.services.materials, list } },
    new Request(`http://library.test/v1${papers}`, { headers: { 'x-appwrite-project': 'examshelf' } }),
  );
}

const cutOff = () =>
  new ReadableStream({
    pull: (controller) => controller.error(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  });

/** Causes a problem of each type. The data for it is made before or during the request. */
const provocations: Partial<Record<ProblemType, (world: World) => Promise<ProblemParts>>> = {
  general_argument_invalid: ({ visitor }) => visitor.call('GET', `${papers}?total=maybe`),
  staging_full: async ({ admin, server }) => {
    const { maxFiles, maxBatch } = stagingLimits;
    const rows = Array.from({ length: maxFiles }, (_, index) => ({
      id: `s${index}`,
      path: `${index}.pdf`,
      sizeBytes: 1,
      sha256: String(index).padStart(64, '0'),
      fileId: `f-${index}`,
      materialId: `m-${index}`,
    }));
    // As many at once as one request may send.
    for (let from = 0; from < maxFiles; from += maxBatch)
      await server.resources.database.staging.add(rows.slice(from, from + maxBatch), maxFiles);
    return admin.call('POST', '/staging', { json: { files: [{ path: 'a.pdf', size: 1, digest: 'a'.repeat(64) }] } });
  },
  office_not_installed: async ({ admin }) => {
    await uploadSmallFile(admin, { id: 'document', name: 'a.docx', content: makeDocx(['One']) });
    const json = { fileId: 'converted', name: 'a.pdf', photographs: [{ fileId: 'document' }] };
    return admin.call('POST', '/photographs', { json });
  },
  general_query_invalid: ({ visitor }) => visitor.call('GET', `${papers}?queries[0]=rubbish`),
  general_cursor_not_found: ({ visitor }) =>
    visitor.call('GET', `${papers}?${queries({ method: 'cursorAfter', values: ['none'] })}`),
  general_bad_request: (world) =>
    ask(
      world,
      {},
      new Request(`http://library.test/v1${files}`, {
        method: 'POST',
        headers: {
          'x-appwrite-project': 'examshelf',
          'content-type': 'multipart/form-data; boundary=x',
          cookie: world.admin.cookie,
        },
        body: cutOff(),
        duplex: 'half',
      } as RequestInit),
    ),
  database_query_order_null: ({ visitor }) =>
    visitor.call(
      'GET',
      `${notes}?${queries({ method: 'orderAsc', attribute: 'year' }, { method: 'cursorAfter', values: ['n1'] })}`,
    ),
  document_invalid_structure: ({ admin }) =>
    admin.call('POST', papers, { json: { documentId: 'x1', data: { rubbish: 1 } } }),
  document_missing_data: ({ admin }) => admin.call('POST', papers, { json: { documentId: 'x1' } }),
  document_missing_payload: ({ admin }) => admin.call('PATCH', `${papers}/p1`, { json: {} }),
  row_invalid_structure: ({ admin }) => admin.call('POST', rows, { json: { rowId: 'x1', data: { rubbish: 1 } } }),
  row_missing_data: ({ admin }) => admin.call('POST', rows, { json: { rowId: 'x1' } }),
  row_missing_payload: ({ admin }) => admin.call('PATCH', `${rows}/p1`, { json: {} }),
  storage_file_empty: ({ admin }) => upload(admin, 'x1', ''),
  storage_file_type_unsupported: ({ admin }) => upload(admin, 'x1', 'MZ', 'a.exe'),
  storage_invalid_file_size: ({ admin }) =>
    upload(admin, 'x1', smallPdf, 'a.pdf', { 'content-range': 'bytes 0-5242879/104857600000' }),
  storage_invalid_content_range: ({ admin }) =>
    upload(admin, 'x1', smallPdf, 'a.pdf', { 'content-range': 'pages 0-1/2' }),
  storage_invalid_appwrite_id: ({ admin }) => upload(admin, 'x1', smallPdf, 'a.pdf', { 'x-appwrite-id': 'unique()' }),
  user_unauthorized: ({ visitor }) => visitor.call('POST', papers, { json: { documentId: 'x1', data } }),
  user_invalid_credentials: ({ visitor }) =>
    visitor.call('POST', '/account/sessions/email', { json: { ...administrator, password: 'wrong password' } }),
  user_session_already_exists: ({ admin }) => admin.call('POST', '/account/sessions/email', { json: administrator }),
  general_unauthorized_scope: ({ visitor }) => visitor.call('GET', '/account'),
  general_access_forbidden: ({ visitor }) => visitor.call('GET', papers, { headers: { 'x-appwrite-project': '' } }),
  user_jwt_invalid: ({ visitor }) => visitor.call('GET', papers, { headers: { 'x-appwrite-jwt': 'e30.e30.x' } }),
  general_unknown_origin: ({ visitor }) =>
    visitor.call('POST', papers, { json: {}, headers: { origin: 'https://evil.example' } }),
  async user_blocked({ server, open }) {
    const json = { ...account, email: 'blocked@library.test' };
    const { $id } = (await open.call('POST', '/account', { json })).json;
    await openServers.get(server)?.resources.database.accounts.update(String($id), { isBlocked: true });
    return open.call('POST', '/account/sessions/email', { json });
  },
  async storage_invalid_file({ server, admin }) {
    const file = new Uint8Array(chunkBytes + 1024 * 1024).fill(32);
    file.set(new TextEncoder().encode('%PDF-1.7\n'));
    const range = (first: number, last: number) => ({ 'content-range': `bytes ${first}-${last}/${file.length}` });
    await upload(admin, 'torn', file.subarray(0, chunkBytes), 'a.pdf', range(0, chunkBytes - 1));
    await server.resources.storage.removeParts('torn');
    const headers = { ...range(chunkBytes, file.length - 1), 'x-appwrite-id': 'torn' };
    return upload(admin, 'torn', file.subarray(chunkBytes), 'a.pdf', headers);
  },
  storage_bucket_transformations_disabled: ({ visitor }) => visitor.call('GET', `${files}/page/preview?width=160`),
  general_route_not_found: ({ visitor }) => visitor.call('GET', '/nothing/here'),
  project_not_found: ({ visitor }) => visitor.call('GET', papers, { headers: { 'x-appwrite-project': 'other' } }),
  database_not_found: ({ visitor }) => visitor.call('GET', '/databases/other/collections/papers/documents'),
  collection_not_found: ({ visitor }) => visitor.call('GET', '/databases/library/collections/users/documents'),
  table_not_found: ({ visitor }) => visitor.call('GET', '/tablesdb/library/tables/users/rows'),
  document_not_found: ({ visitor }) => visitor.call('GET', `${papers}/missing`),
  row_not_found: ({ visitor }) => visitor.call('GET', `${rows}/missing`),
  storage_bucket_not_found: ({ visitor }) => visitor.call('GET', '/storage/buckets/other/files/f1'),
  storage_file_not_found: ({ visitor }) => visitor.call('GET', `${files}/missing/view`),
  page_text_not_found: ({ visitor }) => visitor.call('GET', '/materials/p1/pages/1/text'),
  user_session_not_found: ({ admin }) => admin.call('DELETE', '/account/sessions/missing', { json: {} }),
  transaction_not_found: ({ admin }) => admin.call('DELETE', `${papers}/p1`, { json: { transactionId: 't1' } }),
  document_already_exists: ({ admin }) => admin.call('POST', papers, { json: { documentId: 'p1', data } }),
  row_already_exists: ({ admin }) => admin.call('POST', rows, { json: { rowId: 'p1', data } }),
  document_update_conflict: ({ admin }) =>
    admin.call('PATCH', `${papers}/p1`, {
      json: { data: { title: 'Late' } },
      headers: { 'x-appwrite-timestamp': '2020-01-01T00:00:00.000+00:00' },
    }),
  storage_file_already_exists: ({ admin }) => upload(admin, 'f1', smallPdf),
  async user_already_exists({ open }) {
    await open.call('POST', '/account', { json: account });
    return open.call('POST', '/account', { json: account });
  },
  general_resource_locked: ({ admin }) => admin.call('DELETE', `${files}/f1`, { json: {} }),
  storage_invalid_range: ({ visitor }) =>
    visitor.call('GET', `${files}/f1/view`, { headers: { range: 'bytes=9999-' } }),
  async general_rate_limit_exceeded({ visitor }) {
    const json = { email: 'guessed@library.test', password: 'wrong password' };
    for (let count = 0; count < 10; count += 1) await visitor.call('POST', '/account/sessions/email', { json });
    return visitor.call('POST', '/account/sessions/email', { json });
  },
  general_unknown: (world) =>
    ask(
      world,
      { materials: { ...world.server.services.materials, list: () => Promise.reject(new Error('disk on fire')) } },
      new Request(`http://library.test/v1${papers}`, { headers: { 'x-appwrite-project': 'examshelf' } }),
    ),
  general_service_unavailable: (world) => askFailing(world, 'EMFILE'),
  storage_full: (world) => askFailing(world, 'ENOSPC'),
  user_auth_method_unsupported: ({ visitor }) => visitor.call('POST', '/account', { json: account }),
};

/** Types of the contract that this product never sends. */
const neverGiven: Partial<Record<ProblemType, string>> = {
  user_count_exceeded: 'closed sign-up is reported as user_auth_method_unsupported; accounts are not counted',
  general_unknown_host: 'reported before routing: known-hosts.test.ts',
  general_not_implemented: 'every route of the contract is offered',
  document_delete_restricted: 'no document belongs to another one',
  document_unique_constraint_violation: 'no attribute is unique; a taken id is document_already_exists',
  general_server_error: 'what nobody expected is general_unknown',
};

/** For each server without sign-ups, a server that allows them. */
const openServers = new WeakMap<TestServer, TestServer>();

test('every error type of the contract is sent with its status and body, or has a documented exception', async () => {
  await using server = await openTestServer({ findOffice: () => null });
  await using openServer = await openTestServer({ settings: { SIGN_UP: 'open' } });
  openServers.set(server, openServer);
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  await uploadSmallFile(admin, { id: 'page', name: 'a.html', content: '<!doctype html><h1>Model question</h1>' });
  await admin.call('POST', papers, { json: { documentId: 'p1', data } });
  await admin.call('POST', notes, { json: { documentId: 'n1', data: { ...data, year: null } } });
  const world: World = { server, admin, visitor: callAs(server.url), open: callAs(openServer.url) };

  for (const type of Object.keys(problemStatuses) as ProblemType[]) {
    const provoke = provocations[type];
    expect([type, Boolean(provoke), type in neverGiven]).toEqual([type, !(type in neverGiven), type in neverGiven]);
    if (!provoke) continue;
    const { status, headers, json } = await provoke(world);
    const code = problemStatuses[type];
    expect([type, status, json]).toEqual([
      type,
      code,
      { message: expect.stringMatching(/./), code, type, version: expect.stringMatching(/./) },
    ]);
    expect([type, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      type,
      expect.stringMatching(/^application\/json/),
      'no-store',
    ]);
    expect([type, headers.get('x-content-type-options')]).toEqual([type, 'nosniff']);
  }
});
