import { findBreach } from './description.ts';
import { administrator } from './server.ts';

/**
 * Calls a server's contract like a client: with the project's id and the session cookie. Every response is compared
 * with the server's own description; a difference fails the test.
 */
export type ContractCaller = {
  /** A call below `/v1`; `json` is sent as the body, anything else as in `init`. */
  call(
    method: string,
    path: string,
    options?: { json?: unknown; headers?: Record<string, string>; body?: BodyInit },
  ): Promise<Answer>;
  /** The session cookie as `name=value`, or '' for a visitor. */
  cookie: string;
};

export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

const noFields: Record<string, unknown> = {};

/** Calls as a visitor, or with the session in `cookie`. */
export function callAs(url: string, cookie = ''): ContractCaller {
  return {
    cookie,
    async call(method, path, { json, headers = {}, body } = {}) {
      const init: RequestInit = {
        method,
        redirect: 'manual',
        headers: {
          'x-appwrite-project': 'examshelf',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
      };
      if (json !== undefined) init.body = JSON.stringify(json);
      else if (body !== undefined) init.body = body;
      const response = await fetch(`${url}/v1${path}`, init);
      const text = await response.text();
      const sent = new Headers(response.headers);
      // nginx adds it to the responses that it sends itself.
      if (sent.has('x-accel-redirect')) sent.set('accept-ranges', 'bytes');
      const breach = findBreach(method, path, {
        status: response.status,
        contentType: response.headers.get('content-type'),
        text,
        headers: sent,
      });
      if (breach) throw new Error(`${method} ${path} does not answer as described: ${breach}`);
      const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson ? (JSON.parse(text) as Record<string, unknown>) : noFields,
      };
    },
  };
}

/** Signs the test administrator in. */
export async function callAsAdministrator(url: string): Promise<ContractCaller> {
  const answer = await callAs(url).call('POST', '/account/sessions/email', { json: administrator });
  if (answer.status !== 201) throw new Error(`signing in failed: ${answer.text}`);
  return callAs(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Uploads a small file in one request and returns its id. */
export async function uploadSmallFile(
  caller: ContractCaller,
  file: { id?: string; name: string; content: BlobPart },
): Promise<string> {
  const form = new FormData();
  form.set('fileId', file.id ?? 'unique()');
  form.set('file', new Blob([file.content]), file.name);
  const answer = await caller.call('POST', '/storage/buckets/files/files', { body: form });
  if (answer.status !== 201) throw new Error(`the upload failed: ${answer.text}`);
  return String(answer.json['$id']);
}

/** A PDF of one empty page: the minimum that every reader opens. */
export const smallPdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
  '',
].join('\n');
