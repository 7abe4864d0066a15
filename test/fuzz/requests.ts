import * as fc from 'fast-check';

/** Requests of a hostile or broken client. Everything follows from the seed, so that a failure can be repeated. */

export type FuzzedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** True if it has the administrator's session, and so passes the first checks. */
  isSignedIn: boolean;
};

const methods = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PURGE');
const hostile = [
  '',
  '.',
  '..',
  '%2e%2e%2f%2e%2e',
  '%00',
  '%',
  '%ff%fe',
  '%E0%A4',
  '%5C',
  '__proto__',
  'constructor',
  'unique()',
  "'; drop table materials; --",
  'a'.repeat(3000),
  '\u0928\u0947\u092a\u093e\u0932',
  '{{7*7}}',
  '-1',
  '9007199254740993',
];
const known = ['library', 'papers', 'notes', 'files', 'm1', 'f1', 'current', 'csit', 'about', 'title', 'year'];
const segment = fc.oneof(
  fc.constantFrom(...known),
  fc.constantFrom(...hostile).map(encodeLoosely),
  fc.string({ maxLength: 12 }).map(encodeLoosely),
);

const templates = [
  '/v1/databases/library/collections/papers/documents',
  '/v1/databases/library/collections/papers/documents/*',
  '/v1/databases/library/collections/papers/documents/*/*/increment',
  '/v1/databases/*/collections/*/documents/*',
  '/v1/tablesdb/library/tables/notes/rows',
  '/v1/tablesdb/*/tables/*/rows/*',
  '/v1/storage/buckets/files/files',
  '/v1/storage/buckets/files/files/*',
  '/v1/storage/buckets/files/files/*/view',
  '/v1/storage/buckets/files/files/*/download',
  '/v1/storage/buckets/files/files/f1/preview',
  '/v1/storage/buckets/*/files/*/preview',
  '/v1/account',
  '/v1/account/sessions',
  '/v1/account/sessions/*',
  '/v1/ping',
  '/v1/site/pages/*',
  '/v1/catalogue/faculties/*',
  '/v1/materials/*',
  '/v1/materials/*/restore',
  '/v1/materials/trash',
  '/v1/*',
  '/v1/*/*/*',
  '/*',
  '/faculty/*/semester/*/subject/*',
  '/material/*',
  '/assets/*',
  '/healthz',
];

const queryText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.json({ maxDepth: 3 }),
  fc
    .record({
      method: fc.constantFrom(
        'equal',
        'search',
        'between',
        'limit',
        'offset',
        'cursorAfter',
        'or',
        'select',
        'contains',
      ),
      attribute: fc.constantFrom('title', 'year', '$id', '$createdAt', 'name', 'sizeOriginal', 'nothing'),
      values: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    })
    .map((each) => JSON.stringify(each)),
);
const parameter = fc.oneof(
  queryText.map((text) => `queries%5B0%5D=${encodeLoosely(text)}`),
  fc
    .tuple(
      fc.constantFrom(
        'project',
        'width',
        'height',
        'page',
        'output',
        'total',
        'search',
        'ttl',
        'transactionId',
        'open',
        'copy',
        'queries[]',
      ),
      fc.oneof(
        fc.constantFrom('0', '-1', '1e9', 'examshelf', 'png', 'true', 'reading', ...hostile),
        fc.string({ maxLength: 10 }),
      ),
    )
    .map(([name, value]) => `${name}=${encodeLoosely(value)}`),
  fc.string({ maxLength: 20 }).map(encodeLoosely),
);

const path = fc
  .tuple(
    fc.constantFrom(...templates),
    fc.array(segment, { minLength: 5, maxLength: 5 }),
    fc.array(parameter, { maxLength: 3 }),
  )
  .map(([template, segments, parameters]) => {
    let at = 0;
    const filled = template.replace(/\*/g, () => segments[at++] ?? 'x');
    return parameters.length > 0 ? `${filled}?${parameters.join('&')}` : filled;
  });

const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '*',
    'null',
    '[]',
    '{}',
    'bytes 0-4/5',
    'bytes 5242880-5242884/5242885',
    'bytes=0-',
    'bytes=-0',
    'bytes=5-1,9-',
  ),
  fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/),
);
const headers = fc.dictionary(
  fc.constantFrom(
    'x-appwrite-project',
    'x-appwrite-id',
    'x-appwrite-session',
    'x-fallback-cookies',
    'x-forwarded-for',
    'cookie',
    'origin',
    'range',
    'if-range',
    'if-none-match',
    'content-range',
    'content-type',
    'accept',
    'accept-encoding',
    'authorization',
  ),
  headerValue,
  { maxKeys: 4 },
);

const paper = {
  title: 'Fuzzed',
  subject: 'C Programming',
  year: 2024,
  facultyId: 'csit',
  semesterId: '1',
  downloadUrl: '/v1/storage/buckets/files/files/f1/preview',
};
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('\u0000', '\ud800', 'x'.repeat(5000), 1e308, -0),
);
const jsonBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ maxLength: 80 }),
  fc
    .tuple(
      fc.constantFrom('m1', 'unique()', '..', ''),
      fc.dictionary(fc.constantFrom(...Object.keys(paper), '$id', 'extra'), oddValue, { maxKeys: 3 }),
    )
    .map(([documentId, changes]) => JSON.stringify({ documentId, rowId: documentId, data: { ...paper, ...changes } })),
  fc
    .record({ email: oddValue, password: oddValue, userId: oddValue, name: oddValue }, { requiredKeys: [] })
    .map((each) => JSON.stringify(each)),
  fc.constantFrom(
    '['.repeat(20_000),
    '{"data":'.repeat(3000),
    '{"__proto__":{"role":"administrator"}}',
    '{"data":{"constructor":1}}',
  ),
);

const boundary = 'fuzz';
const formPart = fc
  .tuple(
    fc.constantFrom('fileId', 'file', 'permissions[]', 'folder', 'file', 'other'),
    fc.oneof(fc.constant(null), fc.constantFrom('a.pdf', '../../etc/passwd', '', 'x'.repeat(400), 'नेपाल.pdf', 'a.exe')),
    fc.oneof(
      fc.constantFrom('f2', 'unique()', '%PDF-1.7\n', '<html></html>', 'read("any")', ''),
      fc.string({ maxLength: 200 }),
    ),
  )
  .map(([name, fileName, content]) => {
    const file = fileName === null ? '' : `; filename="${fileName}"`;
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
const formBody = fc
  .tuple(fc.array(formPart, { maxLength: 4 }), fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}`, '', '\r\n\r\n'))
  .map(([parts, end]) => parts.join('') + end);

const anyRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    method: methods,
    path,
    headers,
    isSignedIn: fc.boolean(),
    namesProject: fc.integer({ min: 0, max: 9 }).map((each) => each > 0),
    body: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: jsonBody.map((text) => ({ text, type: 'application/json' })) },
      { weight: 3, arbitrary: formBody.map((text) => ({ text, type: `multipart/form-data; boundary=${boundary}` })) },
      { weight: 1, arbitrary: fc.string({ maxLength: 50 }).map((text) => ({ text, type: 'multipart/form-data' })) },
    ),
  })
  .map(({ method, path, headers, isSignedIn, namesProject, body }) => ({
    method,
    path,
    isSignedIn,
    headers: {
      ...(namesProject ? { 'x-appwrite-project': 'examshelf' } : {}),
      ...(body ? { 'content-type': body.type } : {}),
      ...headers,
    },
    body: body && method !== 'GET' && method !== 'HEAD' ? Buffer.from(body.text) : null,
  }));

const id = fc.integer({ min: 0, max: 400 }).map((each) => `m${each}`);
const chunked = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'content-range': 'bytes 0-5242879/5242890' },
  { 'content-range': 'bytes 0-19/20' },
);
const changes = fc.oneof(
  fc.constant({}),
  fc.dictionary(fc.constantFrom(...Object.keys(paper), '$permissions', 'extra'), oddValue, { maxKeys: 1 }),
);

/** Valid requests, or with one fault: these reach the code that writes. */
const nearlyRight: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  fc
    .tuple(id, changes)
    .map(([documentId, changed]) =>
      toRequest('POST', templates[0] ?? '', JSON.stringify({ documentId, data: { ...paper, ...changed } })),
    ),
  fc
    .tuple(id, changes)
    .map(([documentId, changed]) =>
      toRequest('PATCH', `${templates[0]}/${documentId}`, JSON.stringify({ data: changed })),
    ),
  id.map((documentId) => toRequest('DELETE', `${templates[0]}/${documentId}`, '{}')),
  id.map((documentId) => toRequest('POST', `/v1/materials/${documentId}/restore`, '{}')),
  fc.tuple(id, chunked, fc.string({ maxLength: 60 })).map(([fileId, range, content]) => {
    const form =
      `--${boundary}\r\ncontent-disposition: form-data; name="fileId"\r\n\r\n${fileId}\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n${content}\r\n--${boundary}--\r\n`;
    return toRequest('POST', '/v1/storage/buckets/files/files', form, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...range,
    });
  }),
  fc
    .tuple(id, oddValue)
    .map(([fileId, name]) => toRequest('PUT', `/v1/storage/buckets/files/files/${fileId}`, JSON.stringify({ name }))),
  id.map((fileId) => toRequest('DELETE', `/v1/storage/buckets/files/files/${fileId}`, '{}')),
);

function toRequest(method: string, path: string, body: string, headers: Record<string, string> = {}): FuzzedRequest {
  return {
    method,
    path,
    isSignedIn: true,
    headers: { 'x-appwrite-project': 'examshelf', 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  };
}

/** Any request; sample it with a fixed seed. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  { weight: 3, arbitrary: anyRequest },
  { weight: 1, arbitrary: nearlyRight },
);

/** Percent-encodes characters that a request line cannot contain, and leaves the rest unchanged. */
function encodeLoosely(text: string): string {
  return text.replace(/[^\x21-\x7e]|[#?]/gu, (character) => {
    const bytes = Buffer.from(character);
    return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  });
}
