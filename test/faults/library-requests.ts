import type { Hono } from 'hono';
import type { ContractEnv } from '#server/http/requests/request-context.ts';
import { administrator } from '#test/support/server.ts';

const filesAddress = '/v1/storage/buckets/files/files';
const papersAddress = '/v1/databases/library/collections/papers/documents';

export const addressOf = {
  files: filesAddress,
  papers: papersAddress,
  file: (id: string) => `${filesAddress}/${id}`,
  paper: (id: string) => `${papersAddress}/${id}`,
  search: (word: string) => `${papersAddress}?${searchQuery(word)}`,
};

const searchQuery = (word: string) =>
  new URLSearchParams([
    ['queries[]', JSON.stringify({ method: 'search', attribute: 'title', values: [word] })],
  ]).toString();

export const urlOf = (fileId: string) => `${filesAddress}/${fileId}/preview`;

/** Sends an administrator's requests straight to the app. */
export function createLibraryRequests(app: Pick<Hono<ContractEnv>, 'request'>) {
  let cookie = '';

  async function call(method: string, address: string, json?: object): Promise<Response> {
    return app.request(address, {
      method,
      headers: {
        'x-appwrite-project': 'examshelf',
        cookie,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
  }

  async function upload(id: string, bytes: Buffer, range?: { first: number; total: number }, name = 'paper.html') {
    const form = new FormData();
    form.set('fileId', id);
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const request = new Request('http://library.test', { method: 'POST', body: form });
    const headers: Record<string, string> = {
      'x-appwrite-project': 'examshelf',
      cookie,
      'content-type': request.headers.get('content-type') ?? '',
    };
    if (range) headers['content-range'] = `bytes ${range.first}-${range.first + bytes.length - 1}/${range.total}`;
    if (range && range.first > 0) headers['x-appwrite-id'] = id;
    return app.request(filesAddress, { method: 'POST', headers, body: await request.arrayBuffer() });
  }

  async function signIn(): Promise<Response> {
    const answer = await app.request('/v1/account/sessions/email', {
      method: 'POST',
      headers: { 'x-appwrite-project': 'examshelf', 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    // An account has a limited number of sessions: the oldest end when too many are made.
    if (answer.ok) cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return answer;
  }

  const publish = (id: string, fileId = id) =>
    call('POST', papersAddress, {
      documentId: id,
      data: {
        subject: 'C Programming',
        facultyId: 'csit',
        semesterId: '1',
        title: `Paper ${id}`,
        year: 2080,
        downloadUrl: urlOf(fileId),
      },
    });

  return { call, upload, signIn, publish };
}
