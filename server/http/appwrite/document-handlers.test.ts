import { expect, test } from 'vitest';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';

const papers = '/databases/library/collections/papers/documents';
const rows = '/tablesdb/library/tables/papers/rows';
const previewOf = (fileId: string) => `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;

async function paperData(admin: ContractCaller): Promise<Record<string, unknown>> {
  const fileId = await uploadSmallFile(admin, { name: 'paper.pdf', content: smallPdf });
  return {
    title: 'Model question',
    subject: 'C Programming',
    facultyId: 'csit',
    semesterId: '1',
    year: 2080,
    downloadUrl: previewOf(fileId),
  };
}

test('a paper is created, read, changed and deleted', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const visitor = callAs(server.url);
  const data = await paperData(admin);
  const made = await admin.call('POST', papers, { json: { documentId: 'unique()', data } });
  expect(made.status).toBe(201);
  const id = String(made.json['$id']);
  expect(id).toMatch(/^[0-9a-f]{20}$/);
  expect(made.json).toEqual({
    ...data,
    downloadUrl: `${server.url}${String(data['downloadUrl'])}`,
    $id: id,
    $sequence: expect.stringMatching(/^\d+$/),
    $databaseId: 'library',
    $collectionId: 'papers',
    $createdAt: expect.stringMatching(/\.\d{3}\+00:00$/),
    $updatedAt: made.json['$createdAt'],
    $permissions: ['read("any")'],
    uploadedAt: made.json['$createdAt'],
    fileType: 'application/pdf',
    fileSize: smallPdf.length,
    pageCount: 1,
    isSample: false,
    yearBs: null,
    filePassword: null,
    filePasswordNote: null,
  });

  const read = await visitor.call('GET', `${papers}/${id}`);
  expect([read.status, read.json]).toEqual([200, made.json]);
  const changed = await admin.call('PATCH', `${papers}/${id}`, { json: { data: { title: 'Final question' } } });
  expect([changed.status, changed.json['title'], changed.json['$sequence']]).toEqual([
    200,
    'Final question',
    made.json['$sequence'],
  ]);
  const gone = await admin.call('DELETE', `${papers}/${id}`, { json: {} });
  expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', null]);
  expect((await visitor.call('GET', `${papers}/${id}`)).json).toMatchObject({ code: 404, type: 'document_not_found' });
});

test('lists support indexed and plain queries, totals and selections', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  for (const year of [2078, 2079, 2080])
    await admin.call('POST', papers, { json: { documentId: `p${year}`, data: { ...data, year } } });
  const visitor = callAs(server.url);
  const list = async (query: string) =>
    (await visitor.call('GET', `${papers}?${query}`)).json as { total: number; documents: { $id: string }[] };
  const idsOf = async (query: string) => (await list(query)).documents.map((document) => document.$id);
  const encode = (query: object) => encodeURIComponent(JSON.stringify(query));
  const newest = encode({ method: 'orderDesc', attribute: 'year' });
  const two = encode({ method: 'limit', values: [2] });
  expect(await idsOf(`queries%5B0%5D=${newest}&queries%5B1%5D=${two}`)).toEqual(['p2080', 'p2079']);
  expect(await idsOf(`queries[]=${newest}&queries[]=${two}`)).toEqual(['p2080', 'p2079']);
  expect(await idsOf(`queries=${two}`)).toEqual(['p2078', 'p2079']);
  expect((await list(`queries=${two}`)).total).toBe(3);
  expect((await list(`queries=${two}&total=false`)).total).toBe(0);
  const after = encode({ method: 'cursorAfter', values: ['p2078'] });
  expect(await idsOf(`queries[0]=${two}&queries[1]=${after}`)).toEqual(['p2079', 'p2080']);
  expect(await idsOf(`queries[0]=${encodeURIComponent('equal("year", [2079])')}`)).toEqual(['p2079']);
  const [selected] = (await list(`queries[0]=${encode({ method: 'select', values: ['title'] })}&queries[1]=${two}`))
    .documents;
  expect(Object.keys(selected ?? {}).filter((key) => !key.startsWith('$'))).toEqual(['title']);
  expect(Object.keys(selected ?? {})).toHaveLength(8);
});

const refusedReads: [string, number, string][] = [
  [`${papers}?queries[0]=rubbish`, 400, 'general_query_invalid'],
  [
    `${papers}?queries[0]=${encodeURIComponent('{"method":"cursorAfter","values":["none"]}')}`,
    400,
    'general_cursor_not_found',
  ],
  [`${papers}?${'queries[]=limit(1)&'.repeat(101)}`, 400, 'general_argument_invalid'],
  [`${papers}?total=maybe`, 400, 'general_argument_invalid'],
  // Parameters are checked before their parent is looked up.
  ['/databases/other/collections/papers/documents?total=maybe', 400, 'general_argument_invalid'],
  ['/databases/a%20b/collections/papers/documents', 400, 'general_argument_invalid'],
  ['/databases/library/collections/..%2F../documents', 400, 'general_argument_invalid'],
  [`${papers}?transactionId=t1`, 404, 'transaction_not_found'],
  ['/databases/other/collections/papers/documents', 404, 'database_not_found'],
  ['/databases/library/collections/users/documents', 404, 'collection_not_found'],
  ['/tablesdb/library/tables/users/rows', 404, 'table_not_found'],
  [`${papers}/..%2F..%2Faccount`, 400, 'general_argument_invalid'],
  [`${papers}/unique()`, 400, 'general_argument_invalid'],
  [`${papers}/%E0%A4%A`, 400, 'general_argument_invalid'],
  [`${papers}/missing`, 404, 'document_not_found'],
  [`${rows}/missing`, 404, 'row_not_found'],
];

test('queries that cannot be parsed are refused with the errors of the contract', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  for (const [path, status, type] of refusedReads) {
    const answer = await visitor.call('GET', path);
    expect([path, answer.status, answer.json['type']]).toEqual([path, status, type]);
  }
});

test('requests are checked in the order of the contract', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const admin = await callAsAdministrator(server.url);
  const create = async (caller: ContractCaller, json: unknown, path = papers) =>
    (await caller.call('POST', path, { json })).json['type'];
  expect(await create(visitor, { documentId: 'a b', data: {} })).toBe('general_argument_invalid');
  expect(await create(visitor, { documentId: 'x1', data: {} }, '/databases/library/collections/none/documents')).toBe(
    'collection_not_found',
  );
  expect(await create(visitor, { documentId: 'x1', data: { rubbish: 1 } })).toBe('user_unauthorized');
  expect(await create(admin, { data: {} })).toBe('general_argument_invalid');
  expect(await create(admin, { documentId: 'x1' })).toBe('document_missing_data');
  expect(await create(admin, { documentId: 'x1', data: {} })).toBe('document_missing_data');
  expect(await create(admin, { documentId: 'x1', data: 'no json' })).toBe('general_argument_invalid');
  expect(await create(admin, { documentId: 'x1', data: { rubbish: 1 } })).toBe('document_invalid_structure');
  expect(await create(admin, { documentId: 'x1', data: { rubbish: 1 }, permissions: ['read'] })).toBe(
    'general_argument_invalid',
  );
  expect(await create(admin, { documentId: 'x1', data: { rubbish: 1 }, permissions: ['read("user:someone")'] })).toBe(
    'user_unauthorized',
  );
  expect(await create(admin, { documentId: 'x1', data: {}, transactionId: 't' })).toBe('transaction_not_found');

  const changeAsGuest = async (id: string) =>
    (await visitor.call('PATCH', `${papers}/${id}`, { json: { data: { title: 'x' } } })).status;
  const data = await paperData(admin);
  await admin.call('POST', papers, {
    json: { documentId: 'p1', data, permissions: ['read("any")', 'update("label:admin")'] },
  });
  expect([await changeAsGuest('p1'), await changeAsGuest('missing')]).toEqual([401, 401]);
  expect((await visitor.call('DELETE', `${papers}/p1`)).status).toBe(401);
  expect((await admin.call('PATCH', `${papers}/p1`, { json: {} })).json['type']).toBe('document_missing_payload');
  expect((await admin.call('PATCH', `${papers}/p1`, { json: { permissions: ['read("any")'] } })).status).toBe(200);
  expect((await visitor.call('PATCH', `${papers}/p1`, { json: { permissions: ['read("any")'] } })).status).toBe(401);
  expect(await create(admin, { documentId: 'p1', data })).toBe('document_already_exists');
});

test('an id must be well formed, and data an object or nothing', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const refuse = async (method: string, path: string, json: object) => (await admin.call(method, path, { json })).json;
  const data = await paperData(admin);
  for (const documentId of ['', '-a', 'a/b', 'x'.repeat(37), 5, undefined])
    expect((await refuse('POST', papers, { documentId, data }))['type']).toBe('general_argument_invalid');
  await admin.call('POST', papers, { json: { documentId: 'p1', data } });
  for (const sent of ['{', '5', '"text"', '[1]', 5, true, [1]]) {
    const refused = { type: 'general_argument_invalid', message: expect.stringMatching(/^Invalid `data` param/) };
    expect(await refuse('POST', papers, { documentId: 'p2', data: sent })).toMatchObject(refused);
    expect(await refuse('PATCH', `${papers}/p1`, { data: sent })).toMatchObject(refused);
  }
  for (const nothing of [undefined, null, '', {}, [], '{}']) {
    expect((await refuse('POST', papers, { documentId: 'p2', data: nothing }))['type']).toBe('document_missing_data');
    expect((await refuse('PATCH', `${papers}/p1`, { data: nothing }))['type']).toBe('document_missing_payload');
  }
});

test('data may be a JSON string, and the server’s own keys in it are dropped', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  const made = await admin.call('POST', papers, { json: { documentId: 'p1', data: JSON.stringify(data) } });
  expect(made.status).toBe(201);
  const sentBack = await admin.call('PATCH', `${papers}/p1`, { json: { data: { ...made.json, title: 'Again' } } });
  expect([sentBack.status, sentBack.json['title']]).toEqual([200, 'Again']);
});

test.each(['__proto__', 'constructor'])('an attribute called %s is unknown like any other', async (name) => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  await admin.call('POST', papers, { json: { documentId: 'p1', data } });
  const fields = JSON.stringify(data);
  // Written by hand: in a literal of the language the name would mean the prototype.
  const withName = `${fields.slice(0, -1)},"${name}":{"title":"Hidden"}}`;
  const refuse = async (method: string, path: string, body: string) => {
    const { status, json } = await admin.call(method, path, { body, headers: { 'content-type': 'application/json' } });
    return [status, json['type'], json['message']];
  };
  const unknown = [400, 'document_invalid_structure', `Invalid document structure: Unknown attribute: "${name}"`];
  for (const sent of [withName, JSON.stringify(withName)]) {
    expect(await refuse('POST', papers, `{"documentId":"p2","data":${sent}}`)).toEqual(unknown);
    expect(await refuse('PATCH', `${papers}/p1`, `{"data":${sent}}`)).toEqual(unknown);
    expect(await refuse('PUT', `${papers}/p1`, `{"data":${sent}}`)).toEqual(unknown);
    expect(await refuse('PUT', `${papers}/p2`, `{"data":${sent}}`)).toEqual(unknown);
  }
  // A transaction is unknown everywhere else too: next to `data`, within a value, as a permission, in a query.
  expect((await refuse('POST', papers, `{"documentId":"p2","${name}":{"data":${fields}}}`))[1]).toBe(
    'document_missing_data',
  );
  expect((await refuse('PATCH', `${papers}/p1`, `{"data":{"title":{"${name}":"x"}}}`))[1]).toBe(
    'document_invalid_structure',
  );
  expect((await refuse('PATCH', `${papers}/p1`, `{"permissions":[{"${name}":"read"}]}`))[1]).toBe(
    'general_argument_invalid',
  );
  for (const query of [`{"${name}":{"method":"limit","values":[1]}}`, `{"method":"orderAsc","attribute":"${name}"}`]) {
    const { json } = await admin.call('GET', `${papers}?queries[]=${encodeURIComponent(query)}`);
    expect(json['type']).toBe('general_query_invalid');
  }
  expect((await admin.call('GET', `${papers}/p1`)).json).toMatchObject({ title: data.title });
  expect((await admin.call('GET', papers)).json['total']).toBe(1);
});

test('the rows of a table are the documents of the collection, in the other dialect', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  const made = await admin.call('POST', rows, { json: { rowId: 'p1', data } });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ $id: 'p1', $tableId: 'papers', title: 'Model question' });
  expect(made.json).not.toHaveProperty('$collectionId');
  const list = await callAs(server.url).call('GET', rows);
  expect(list.json).toMatchObject({ total: 1, rows: [{ $id: 'p1', $tableId: 'papers' }] });
  expect((await admin.call('POST', rows, { json: { rowId: 'p1', data } })).json['type']).toBe('row_already_exists');
  expect((await admin.call('POST', rows, { json: { rowId: 'p2', data: { x: 1 } } })).json['type']).toBe(
    'row_invalid_structure',
  );
  expect((await admin.call('PATCH', `${rows}/p1`, { json: {} })).json['type']).toBe('row_missing_payload');
  expect((await admin.call('DELETE', `${rows}/p1`)).status).toBe(204);
});

test('upsert creates or changes a document, and does not touch one in the trash', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  const put = (json: object, path = `${papers}/u1`) => admin.call('PUT', path, { json });
  expect(await put({ data: { title: 'Half' } })).toMatchObject({ status: 400 });
  const made = await put({ data });
  expect(made).toMatchObject({ status: 201, json: { $id: 'u1', title: data['title'] } });
  const changed = await put({ data: { title: 'Changed' } });
  expect(changed).toMatchObject({ status: 201, json: { title: 'Changed', subject: data['subject'] } });
  expect(changed.json['$sequence']).toBe(made.json['$sequence']);
  expect((await put({})).json['type']).toBe('document_missing_payload');
  expect((await put({ data: { title: 'A row' } }, `${rows}/u1`)).json).toMatchObject({
    $tableId: 'papers',
    title: 'A row',
  });
  expect((await callAs(server.url).call('PUT', `${papers}/u1`, { json: { data } })).json['type']).toBe(
    'user_unauthorized',
  );
  await admin.call('DELETE', `${papers}/u1`, { json: {} });
  expect((await put({ data })).json['type']).toBe('document_already_exists');
});

test('a conditional change is refused if another change came first, even with many simultaneous requests', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const made = await admin.call('POST', papers, { json: { documentId: 'p1', data: await paperData(admin) } });
  const readAt = String(made.json['$updatedAt']);
  const bound = (moment: string) => ({ headers: { 'x-appwrite-timestamp': moment } });
  const change = (title: string, moment: string, base = papers) =>
    admin.call('PATCH', `${base}/p1`, { json: { data: { title } }, ...bound(moment) });

  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => change(`Version ${index}`, readAt)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const lost of answers.filter((answer) => answer !== won[0]))
    expect(lost.json).toMatchObject({ code: 409, type: 'document_update_conflict' });
  const now = await admin.call('GET', `${papers}/p1`);
  expect(now.json).toEqual(won[0]?.json);

  const { title } = now.json;
  for (const late of [
    change('Late', readAt, rows),
    admin.call('PUT', `${papers}/p1`, { json: { data: { title: 'Late' } }, ...bound(readAt) }),
    admin.call('DELETE', `${papers}/p1`, { json: {}, ...bound(readAt) }),
  ])
    expect((await late).json).toMatchObject({ code: 409, type: 'document_update_conflict' });
  expect((await admin.call('GET', `${papers}/p1`)).json['title']).toBe(title);
  expect((await change('Rubbish', 'yesterday')).json).toMatchObject({ code: 400, type: 'general_argument_invalid' });
  expect((await change('Read again', String(now.json['$updatedAt']))).json['title']).toBe('Read again');

  await admin.call('DELETE', `${papers}/p1`, { json: {} });
  expect((await change('Gone', readAt)).json).toMatchObject({ code: 404, type: 'document_not_found' });
});

test('a year is incremented and decremented within its bounds, even by many simultaneous requests', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await admin.call('POST', papers, { json: { documentId: 'p1', data: await paperData(admin) } });
  const shift = (way: string, json: object = {}, path = `${papers}/p1/year`) =>
    admin.call('PATCH', `${path}/${way}`, { json });
  expect(await shift('increment')).toMatchObject({ status: 200, json: { year: 2081 } });
  expect(await shift('decrement', { value: 5, min: 2070 })).toMatchObject({ status: 200, json: { year: 2076 } });
  await Promise.all(Array.from({ length: 10 }, () => shift('increment')));
  expect((await admin.call('GET', `${papers}/p1`)).json['year']).toBe(2086);
  expect(await shift('increment', { max: 2086 })).toMatchObject({ json: { type: 'document_invalid_structure' } });
  expect(await shift('increment', { value: 500 })).toMatchObject({ json: { type: 'document_invalid_structure' } });
  expect(await shift('increment', {}, `${papers}/p1/title`)).toMatchObject({ json: { code: 400 } });
  expect(await shift('increment', { value: 'one' })).toMatchObject({ json: { type: 'general_argument_invalid' } });
  expect(await shift('decrement', {}, `${rows}/missing/year`)).toMatchObject({ json: { type: 'row_not_found' } });
  expect((await callAs(server.url).call('PATCH', `${papers}/p1/year/increment`, { json: {} })).status).toBe(401);
  expect((await admin.call('GET', `${papers}/p1`)).json['year']).toBe(2086);
});

test('a GET with a content type and no body is a GET like any other', async () => {
  await using server = await openTestServer();
  const answer = await callAs(server.url).call('GET', papers, { headers: { 'content-type': 'multipart/form-data' } });
  expect([answer.status, answer.json]).toEqual([200, { total: 0, documents: [] }]);
});

test('`ttl` is ignored, and a transaction is refused wherever it is named', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  expect((await admin.call('GET', `${papers}?ttl=60`)).status).toBe(200);
  const json = { documentId: 'p1', data: await paperData(admin), transactionId: 't1' };
  for (const [method, path] of [
    ['POST', papers],
    ['PATCH', `${papers}/p1`],
    ['DELETE', `${papers}/p1`],
    ['DELETE', `${rows}/p1`],
  ] as const) {
    expect((await admin.call(method, path, { json })).json['type']).toBe('transaction_not_found');
  }
  expect((await admin.call('GET', `${papers}/p1?transactionId=t1`)).json['type']).toBe('transaction_not_found');
  expect((await admin.call('DELETE', `${papers}/p1`)).json['type']).toBe('document_not_found');
});

test('a year of Bikram Sambat is stored with the year AD, queried, and refused if the two years share no day', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const data = await paperData(admin);
  const put = (id: string, years: Record<string, unknown>) =>
    admin.call('POST', papers, { json: { documentId: id, data: { ...data, ...years } } });
  for (const [id, year, yearBs] of [
    ['a', 2022, 2078],
    ['b', 2022, 2079],
    ['c', 2023, 2079],
    ['d', 2022, null],
  ] as const) {
    const made = await put(id, { year, yearBs });
    expect([id, made.status, made.json['yearBs']]).toEqual([id, 201, yearBs]);
  }
  const find = async (...queries: object[]) => {
    const sent = queries.map((query) => ['queries[]', JSON.stringify(query)]);
    const { documents } = (await admin.call('GET', `${papers}?${new URLSearchParams(sent)}`)).json as {
      documents: { $id: string }[];
    };
    return documents.map(({ $id }) => $id).join('');
  };
  expect(await find({ method: 'equal', attribute: 'yearBs', values: [2079] })).toBe('bc');
  expect(await find({ method: 'between', attribute: 'yearBs', values: [2070, 2078] })).toBe('a');
  expect(await find({ method: 'isNull', attribute: 'yearBs' })).toBe('d');
  expect(await find({ method: 'orderDesc', attribute: 'year' }, { method: 'orderDesc', attribute: 'yearBs' })).toBe(
    'cbad',
  );

  const wrong = await put('e', { year: 2021, yearBs: 2079 });
  expect([wrong.status, wrong.json['type'], wrong.json['message']]).toEqual([
    400,
    'document_invalid_structure',
    'Invalid document structure: Attribute "yearBs" is 2079, so "year" must be 2022 or 2023, not 2021. Send both, or null for "yearBs"',
  ]);
  for (const yearBs of [1955, 2258, 2079.5, '2079']) expect((await put('e', { year: 2022, yearBs })).status).toBe(400);
  const change = async (id: string, years: Record<string, unknown>) => {
    const { status, json } = await admin.call('PATCH', `${papers}/${id}`, { json: { data: years } });
    return [status, json['year'], json['yearBs']];
  };
  // A client without Bikram Sambat gets an error, instead of leaving years that contradict each other.
  expect((await change('b', { year: 2024 }))[0]).toBe(400);
  expect(await change('b', { year: 2023 })).toEqual([200, 2023, 2079]);
  expect(await change('b', { year: 2024, yearBs: null })).toEqual([200, 2024, null]);
  expect(await change('b', { yearBs: 2080 })).toEqual([200, 2024, 2080]);
  const shift = (attribute: string, by: string) => admin.call('PATCH', `${papers}/b/${attribute}/${by}`, { json: {} });
  expect((await shift('yearBs', 'increment')).json).toMatchObject({ year: 2024, yearBs: 2081 });
  expect((await shift('yearBs', 'increment')).status).toBe(400);
  expect((await shift('year', 'decrement')).status).toBe(400);
  const note = { ...data, year: null, yearBs: 2079 };
  const notes = '/databases/library/collections/notes/documents';
  expect((await admin.call('POST', notes, { json: { documentId: 'n', data: note } })).status).toBe(400);
});
