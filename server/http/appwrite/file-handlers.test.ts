import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { photographFileId } from '#contract/photographs.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type Answer,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { parseContentRange } from './file-handlers.ts';

const files = '/storage/buckets/files/files';
/** Returns bytes that begin like a PDF, followed by arbitrary ones. */
function largePdf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);
}

type Chunk = { id: string; file: Buffer; index: number; name?: string; headers?: Record<string, string> };

/** Sends one chunk as the SDK does. */
function sendChunk(
  caller: ContractCaller,
  { id, file, index, name = 'large.pdf', headers = {} }: Chunk,
): Promise<Answer> {
  const first = index * chunkBytes;
  const last = Math.min(first + chunkBytes, file.length) - 1;
  const form = new FormData();
  form.append('fileId', id);
  form.append('file', new File([new Uint8Array(file.subarray(first, last + 1))], name), name);
  form.append('permissions[]', 'read("any")');
  return caller.call('POST', files, {
    body: form,
    headers: {
      'content-range': `bytes ${first}-${last}/${file.length}`,
      ...(index > 0 ? { 'x-appwrite-id': id } : {}),
      ...headers,
    },
  });
}

test('a small file is uploaded in one request and downloaded byte for byte', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const form = new FormData();
  form.set('fileId', 'unique()');
  form.set('file', new Blob([smallPdf]), '../../गणित.pdf');
  const answer = await admin.call('POST', files, { body: form });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({
    $id: expect.stringMatching(/^[0-9a-f]{20}$/),
    bucketId: 'files',
    name: 'गणित.pdf',
    mimeType: 'application/pdf',
    sizeOriginal: smallPdf.length,
    chunksTotal: 1,
    chunksUploaded: 1,
    signature: createHash('sha256').update(smallPdf).digest('hex'),
    warning: null,
  });
  const view = await callAs(server.url).call('GET', `${files}/${String(answer.json['$id'])}/view`);
  expect([view.status, view.text, view.headers.get('content-type')]).toEqual([200, smallPdf, 'application/pdf']);
});

test('12 MB are uploaded in chunks, the later ones in parallel and out of order, and the last response is complete', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const file = largePdf(12 * 1024 * 1024);
  const first = await sendChunk(admin, { id: 'big1', file, index: 0 });
  expect([first.status, first.json['$id'], first.json['chunksUploaded'], first.json['chunksTotal']]).toEqual([
    201,
    'big1',
    1,
    3,
  ]);
  const visitor = callAs(server.url);
  expect((await visitor.call('GET', `${files}/big1`)).status).toBe(404);
  expect((await visitor.call('GET', `${files}/big1/download`)).status).toBe(404);
  expect((await admin.call('GET', `${files}/big1`)).json).toMatchObject({
    chunksUploaded: 1,
    signature: '',
    mimeType: '',
  });

  const rest = await Promise.all([2, 1].map((index) => sendChunk(admin, { id: 'big1', file, index })));
  expect(rest.map((answer) => answer.status)).toEqual([201, 201]);
  expect(rest.some((answer) => answer.json['chunksUploaded'] === 3)).toBe(true);
  const download = await fetch(`${server.url}/v1${files}/big1/download`);
  expect(
    createHash('sha256')
      .update(Buffer.from(await download.arrayBuffer()))
      .digest('hex'),
  ).toBe(createHash('sha256').update(file).digest('hex'));

  const again = await sendChunk(admin, { id: 'big1', file, index: 1 });
  expect([again.status, again.json['chunksUploaded']]).toEqual([200, 3]);
  const repeated = await sendChunk(admin, { id: 'big1', file, index: 0 });
  expect([repeated.status, repeated.json['type']]).toEqual([409, 'storage_file_already_exists']);
});

test('a resumed download never joins two files: the id of a deleted file is refused, whole or in chunks', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const first = largePdf(2 * chunkBytes);
  for (const index of [0, 1]) await sendChunk(admin, { id: 'paper', file: first, index });
  expect((await admin.call('DELETE', `${files}/paper`)).status).toBe(204);
  for (const size of [chunkBytes, 2 * chunkBytes]) {
    const second = await sendChunk(admin, { id: 'paper', file: largePdf(size), index: 0 });
    expect([second.status, second.json]).toMatchObject([
      409,
      { type: 'storage_file_already_exists', message: expect.stringContaining('Upload the file under another ID') },
    ]);
  }
  // As `curl -C -` continues, without naming the file that it has begun.
  const rest = await fetch(`${server.url}/v1${files}/paper/download`, { headers: { range: `bytes=${chunkBytes}-` } });
  expect(rest.status).toBe(404);
});

test('a photograph under the id of a deleted one leaves nothing behind unless it has the same bytes', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const [bytes, others] = [largePdf(1000), largePdf(1000)];
  const id = photographFileId(createHash('sha256').update(bytes).digest('hex'));
  const send = async (file: Buffer) => (await sendChunk(admin, { id, file, index: 0 })).status;
  expect(await send(bytes)).toBe(201);
  await admin.call('DELETE', `${files}/${id}`);
  expect(await send(others)).toBe(409);
  expect((await admin.call('GET', `${files}/${id}`)).status).toBe(404);
  expect(await send(bytes)).toBe(201);
});

test('an unfinished file reports how many chunks it has without a gap', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const file = largePdf(11 * 1024 * 1024);
  await sendChunk(admin, { id: 'holes', file, index: 0 });
  const third = await sendChunk(admin, { id: 'holes', file, index: 2 });
  expect(third.json['chunksUploaded']).toBe(2);
  expect((await admin.call('GET', `${files}/holes`)).json['chunksUploaded']).toBe(1);
  expect((await admin.call('GET', files)).json).toEqual({ total: 0, files: [] });
  const other = await sendChunk(admin, { id: 'holes', file: largePdf(12 * 1024 * 1024), index: 0 });
  expect([other.status, other.json['type']]).toEqual([400, 'storage_invalid_content_range']);
});

test('an interrupted chunk does not count, and the upload is resumed', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const file = largePdf(6 * 1024 * 1024);
  await sendChunk(admin, { id: 'cut1', file, index: 0 });
  const head = [
    `POST /v1${files} HTTP/1.1`,
    'host: localhost',
    `cookie: ${admin.cookie}`,
    'x-appwrite-project: examshelf',
    'x-appwrite-id: cut1',
    `content-range: bytes ${chunkBytes}-${file.length - 1}/${file.length}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${1024 * 1024 + 200}`,
  ];
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n';
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  await new Promise<void>((resolve) => {
    socket.write(file.subarray(chunkBytes, chunkBytes + 500_000), () => resolve());
  });
  socket.destroy();

  expect((await admin.call('GET', `${files}/cut1`)).json['chunksUploaded']).toBe(1);
  const resumed = await sendChunk(admin, { id: 'cut1', file, index: 1 });
  expect([resumed.status, resumed.json['chunksUploaded'], resumed.json['signature']]).toEqual([
    201,
    2,
    createHash('sha256').update(file).digest('hex'),
  ]);
});

test('the upload of a visitor is refused before its body is read', async () => {
  await using server = await openTestServer();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = [
    'host: localhost',
    'x-appwrite-project: examshelf',
    'content-type: multipart/form-data; boundary=x',
    'content-length: 5000000',
  ];
  socket.write(`POST /v1${files} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('user_unauthorized');
});

type Upload = { fields?: [string, string | File][]; headers?: Record<string, string> };
const pdf = new File([smallPdf], 'a.pdf');

const refusedUploads: [string, Upload, number, string][] = [
  ['no form', {}, 400, 'storage_file_empty'],
  ['no file', { fields: [['fileId', 'f1']] }, 400, 'storage_file_empty'],
  [
    'an empty file',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', new File([], 'a.pdf')],
      ],
    },
    400,
    'storage_file_empty',
  ],
  [
    'a bad id',
    {
      fields: [
        ['fileId', '../x'],
        ['file', pdf],
      ],
    },
    400,
    'general_argument_invalid',
  ],
  ['no id', { fields: [['file', pdf]] }, 400, 'general_argument_invalid'],
  [
    'a bad id after the file',
    {
      fields: [
        ['file', pdf],
        ['fileId', '../x'],
      ],
    },
    400,
    'general_argument_invalid',
  ],
  [
    'text called .pdf before its id',
    {
      fields: [
        ['file', new File(['hello'], 'a.pdf')],
        ['fileId', 'f1'],
      ],
    },
    400,
    'storage_file_type_unsupported',
  ],
  [
    'an id header that is none',
    { fields: [['file', pdf]], headers: { 'x-appwrite-id': 'unique()' } },
    400,
    'storage_invalid_appwrite_id',
  ],
  [
    'going on with nothing',
    {
      fields: [['file', pdf]],
      headers: { 'x-appwrite-id': 'none', 'content-range': `bytes 0-${smallPdf.length - 1}/${smallPdf.length}` },
    },
    404,
    'storage_file_not_found',
  ],
  [
    'a range of another unit',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', pdf],
      ],
      headers: { 'content-range': 'pages 0-1/2' },
    },
    400,
    'storage_invalid_content_range',
  ],
  [
    'a range off the steps',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', pdf],
      ],
      headers: { 'content-range': 'bytes 1-2/3' },
    },
    400,
    'storage_invalid_content_range',
  ],
  [
    'a total above the limit',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', pdf],
      ],
      headers: { 'content-range': 'bytes 0-5242879/104857601' },
    },
    400,
    'storage_invalid_file_size',
  ],
  [
    'text called .pdf',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', new File(['hello'], 'a.pdf')],
      ],
    },
    400,
    'storage_file_type_unsupported',
  ],
  [
    'a program',
    {
      fields: [
        ['fileId', 'f1'],
        ['file', new File(['MZ'], 'a.exe')],
      ],
    },
    400,
    'storage_file_type_unsupported',
  ],
];

test('malformed uploads are refused with the errors of the contract and leave nothing behind', async () => {
  await using server = await openTestServer({ settings: { MAX_UPLOAD_MB: '100' } });
  const admin = await callAsAdministrator(server.url);
  for (const [name, { fields, headers = {} }, status, type] of refusedUploads) {
    const form = new FormData();
    for (const [field, value] of fields ?? []) form.append(field, value);
    const answer = await admin.call('POST', files, fields ? { body: form, headers } : { json: {}, headers });
    expect([name, answer.status, answer.json['type']]).toEqual([name, status, type]);
    // Nothing unfinished is left under the id: it can be used at once.
    expect([name, (await admin.call('GET', `${files}/f1`)).status]).toEqual([name, 404]);
  }
  expect((await admin.call('GET', files)).json['total']).toBe(0);
});

test('a chunk whose length differs from its range does not count', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  for (const size of [smallPdf.length - 1, smallPdf.length + 1]) {
    const form = new FormData();
    form.set('fileId', 'f1');
    form.set('file', pdf);
    const answer = await admin.call('POST', files, {
      body: form,
      headers: { 'content-range': `bytes 0-${size - 1}/${size}` },
    });
    expect(answer.json).toMatchObject({ code: 400, type: 'storage_invalid_content_range' });
    expect((await admin.call('GET', `${files}/f1`)).json['chunksUploaded']).toBe(0);
    await admin.call('DELETE', `${files}/f1`);
  }
});

test('a single request above the limit is refused because of its Content-Length, and because of the bytes it sends', async () => {
  await using server = await openTestServer({ settings: { MAX_UPLOAD_MB: '1' } });
  const admin = await callAsAdministrator(server.url);
  const upload = (size: number) => {
    const form = new FormData();
    form.set('fileId', 'f1');
    form.set('file', new Blob([new Uint8Array(largePdf(size))]), 'a.pdf');
    return admin.call('POST', files, { body: form });
  };
  for (const size of [3 * 1024 * 1024, 1024 * 1024 + 1]) {
    expect((await upload(size)).json).toMatchObject({ code: 400, type: 'storage_invalid_file_size' });
  }
  expect((await upload(1024 * 1024)).status).toBe(201);
});

test('a chunk larger than 5 MiB is not read', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const file = largePdf(7 * 1024 * 1024);
  const form = new FormData();
  form.set('fileId', 'f1');
  form.set('file', new Blob([new Uint8Array(file)]), 'a.pdf');
  const answer = await admin.call('POST', files, {
    body: form,
    headers: { 'content-range': `bytes 0-${chunkBytes - 1}/${file.length}` },
  });
  expect(answer.json).toMatchObject({ code: 400, type: 'storage_invalid_content_range' });
});

test('files are listed, found, renamed and deleted by the administrator', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'one', name: 'algebra.pdf', content: smallPdf });
  await uploadSmallFile(admin, { id: 'two', name: 'physics.pdf', content: `${smallPdf}\n` });
  const idsOf = (answer: Answer) => (answer.json['files'] as { $id: string }[]).map((file) => file.$id);
  expect(idsOf(await admin.call('GET', files))).toEqual(['one', 'two']);
  expect(idsOf(await admin.call('GET', `${files}?search=algebra`))).toEqual(['one']);
  const query = encodeURIComponent(
    JSON.stringify({ method: 'equal', attribute: 'sizeOriginal', values: [smallPdf.length + 1] }),
  );
  expect(idsOf(await admin.call('GET', `${files}?queries[0]=${query}`))).toEqual(['two']);
  expect((await admin.call('GET', `${files}?queries[0]=rubbish`)).json['type']).toBe('general_query_invalid');
  const renamed = await admin.call('PUT', `${files}/one`, { json: { name: 'linear algebra.pdf' } });
  expect([renamed.status, renamed.json['name']]).toEqual([200, 'linear algebra.pdf']);
  expect((await admin.call('PUT', `${files}/one`, { json: { name: 7 } })).json['type']).toBe(
    'general_argument_invalid',
  );
  const deleted = await admin.call('DELETE', `${files}/one`, { json: {} });
  expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([204, '', null]);
  expect((await admin.call('GET', `${files}/one`)).json).toMatchObject({ code: 404, type: 'storage_file_not_found' });
  expect((await admin.call('GET', '/storage/buckets/other/files')).json).toMatchObject({
    code: 404,
    type: 'storage_bucket_not_found',
  });
  expect((await admin.call('POST', '/storage/buckets/other/files')).json['type']).toBe('storage_bucket_not_found');
});

/** Returns a form as the official SDK writes it: everything but the id after the file. */
function sdkForm(id: string, file: Blob, { permissions = [] as string[], folder = '' }): FormData {
  const form = new FormData();
  form.append('fileId', id);
  form.append('file', file, 'large.pdf');
  for (const permission of permissions) form.append('permissions[]', permission);
  if (folder) form.append('folder', folder);
  return form;
}

test('folder and permissions may be sent after the file, whole or in chunks', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const said = { permissions: ['read("label:admin")', 'update("label:admin")'], folder: 'exams/2080' };
  const small = await admin.call('POST', files, { body: sdkForm('small', new Blob([smallPdf]), said) });
  const stored = { folder: 'exams/2080', $permissions: said.permissions };
  expect(small.json).toMatchObject({ ...stored, chunksUploaded: 1 });

  const large = largePdf(6 * 1024 * 1024);
  for (const index of [0, 1]) {
    const first = index * chunkBytes;
    const last = Math.min(first + chunkBytes, large.length) - 1;
    const answer = await admin.call('POST', files, {
      body: sdkForm('large', new Blob([new Uint8Array(large.subarray(first, last + 1))]), said),
      headers: {
        'content-range': `bytes ${first}-${last}/${large.length}`,
        ...(index > 0 ? { 'x-appwrite-id': 'large' } : {}),
      },
    });
    expect(answer.json).toMatchObject({ ...stored, chunksUploaded: index + 1 });
  }
  expect((await callAs(server.url).call('GET', `${files}/large/view`)).status).toBe(404);
  const query = encodeURIComponent(JSON.stringify({ method: 'equal', attribute: 'folder', values: ['exams/2080'] }));
  expect((await admin.call('GET', `${files}?queries[0]=${query}`)).json['total']).toBe(2);
});

test('the id may be sent after the bytes, whole or in chunks, as long as they fit into one', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const send = (id: string, bytes: Buffer, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('permissions[]', 'read("users")');
    form.append('file', new File([new Uint8Array(bytes)], 'late.pdf'));
    form.append('folder', 'papers');
    form.append('fileId', id);
    return admin.call('POST', files, { body: form, headers });
  };
  const whole = largePdf(chunkBytes);
  const made = await send('whole', whole);
  expect([made.status, made.json]).toMatchObject([
    201,
    { $id: 'whole', folder: 'papers', $permissions: ['read("users")'], sizeOriginal: chunkBytes },
  ]);
  expect(made.json['signature']).toBe(createHash('sha256').update(whole).digest('hex'));
  const large = largePdf(chunkBytes + 1000);
  const range = (first: number, last: number) => ({ 'content-range': `bytes ${first}-${last}/${large.length}` });
  await send('parts', large.subarray(0, chunkBytes), range(0, chunkBytes - 1));
  const rest = range(chunkBytes, large.length - 1);
  const last = await send('parts', large.subarray(chunkBytes), { ...rest, 'x-appwrite-id': 'parts' });
  expect([last.status, last.json['chunksUploaded']]).toEqual([201, 2]);
  expect(last.json['signature']).toBe(createHash('sha256').update(large).digest('hex'));
  expect((await send('whole', whole)).json['type']).toBe('storage_file_already_exists');

  const tooLarge = await send('large', large);
  expect([tooLarge.status, tooLarge.json['message']]).toEqual([
    400,
    'Invalid `fileId` param: must be sent before the file if the file is larger than 5 MiB.',
  ]);
  expect((await admin.call('GET', `${files}/large`)).status).toBe(404);
});

test('an upload with an invalid field after its file leaves nothing behind', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const wrong: [object, string][] = [
    [{ permissions: ['read'] }, 'general_argument_invalid'],
    [{ permissions: ['read("user:somebody")'] }, 'user_unauthorized'],
    [{ folder: 'x'.repeat(256) }, 'general_argument_invalid'],
  ];
  const file = largePdf(6 * 1024 * 1024);
  const first = new Blob([new Uint8Array(file.subarray(0, chunkBytes))]);
  for (const [said, type] of wrong) {
    const whole = await admin.call('POST', files, { body: sdkForm('w1', new Blob([smallPdf]), said) });
    const headers = { 'content-range': `bytes 0-${chunkBytes - 1}/${file.length}` };
    const chunk = await admin.call('POST', files, { body: sdkForm('c1', first, said), headers });
    expect([whole.json['type'], chunk.json['type']]).toEqual([type, type]);
    expect((await admin.call('GET', `${files}/w1`)).status).toBe(404);
    expect((await admin.call('GET', `${files}/c1`)).status).toBe(404);
  }
});

test('the fields of a repeated chunk are ignored', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const file = largePdf(6 * 1024 * 1024);
  const send = (folder: string) =>
    admin.call('POST', files, {
      body: sdkForm('c1', new Blob([new Uint8Array(file.subarray(0, chunkBytes))]), { folder }),
      headers: { 'content-range': `bytes 0-${chunkBytes - 1}/${file.length}` },
    });
  expect((await send('first')).json['folder']).toBe('first');
  expect((await send('second')).json['folder']).toBe('first');
});

test('a range is parsed as sent', () => {
  expect(parseContentRange('bytes 5242880-10485759/12582912')).toEqual({
    first: 5242880,
    last: 10485759,
    total: 12582912,
  });
  expect(parseContentRange(undefined)).toBeNull();
});

test('release 12 of the SDK may write the total as last byte', () => {
  expect(parseContentRange('bytes 5242880-5242890/5242890')).toEqual({ first: 5242880, last: 5242889, total: 5242890 });
});

test.each([
  '',
  'bytes',
  'bytes 0-1',
  'bytes 0-1/*',
  'bytes */10',
  'items 0-1/2',
  'bytes -1-2/3',
  'bytes 0-1/2, bytes 2-3/4',
  'bytes 0-1/99999999999999999',
])('refuses %j', (header) => {
  expect(() => parseContentRange(header)).toThrow('content-range');
});
