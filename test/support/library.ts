import { createHash, randomBytes } from 'node:crypto';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api, type ContractIds } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';
import type { MaterialKind } from '#domain/material.ts';
import { administrator } from './server.ts';

/** The default ids of a server. */
export const ids: ContractIds = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

export type Librarian = {
  /** Headers of a request of the signed-in administrator. */
  headers: Readonly<Record<string, string>>;
  upload(name: string, bytes: Uint8Array, fileId?: string): Promise<FileAnswer>;
  publish(
    kind: MaterialKind,
    data: Partial<MaterialDocument> & { fileId: string; coverFileId?: string },
    id?: string,
  ): Promise<MaterialDocument>;
  /** Sends a request with the administrator's session; returns the response. */
  send(method: string, address: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The same with a multipart form, for chunks made by the test. */
  sendForm(address: string, form: FormData, headers: Record<string, string>): Promise<Response>;
};

/** Signs in an administrator who uses the contract, to add materials before a test. */
export async function openLibrarian(
  url: string,
  account: { email: string; password: string } = administrator,
): Promise<Librarian> {
  const signedIn = await fetch(`${url}${api.accountSessions()}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId },
    body: JSON.stringify(account),
  });
  if (!signedIn.ok) throw new Error(`sign-in failed: ${signedIn.status} ${await signedIn.text()}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const headers = { cookie, 'x-appwrite-project': ids.projectId };

  async function read<Answer>(response: Response): Promise<Answer> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  const send: Librarian['send'] = (method, address, body, more = {}) =>
    fetch(`${url}${address}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    headers,
    send,
    sendForm: (address, form, more) =>
      fetch(`${url}${address}`, { method: 'POST', headers: { ...headers, ...more }, body: form }),
    async upload(name, bytes, fileId = randomBytes(10).toString('hex')) {
      let answer: FileAnswer | null = null;
      for (let start = 0; start === 0 || start < bytes.length; start += chunkBytes) {
        const part = bytes.subarray(start, start + chunkBytes);
        answer = await read<FileAnswer>(
          await fetch(`${url}${api.files(ids)}`, {
            method: 'POST',
            headers: { ...headers, ...rangeHeaders(fileId, start, part.length, bytes.length) },
            body: uploadForm(fileId, name, part),
          }),
        );
      }
      if (!answer) throw new Error('nothing to upload');
      return answer;
    },
    async publish(kind, { fileId, coverFileId, ...data }, id = randomBytes(10).toString('hex')) {
      const cover = coverFileId ? { coverImageUrl: `${url}${api.filePreview(ids, coverFileId)}` } : {};
      const body = {
        documentId: id,
        data: { ...data, ...cover, downloadUrl: `${url}${api.filePreview(ids, fileId)}` },
      };
      return read<MaterialDocument>(await send('POST', api.documents(ids, collectionOfKind[kind]), body));
    },
  };
}

/** Makes the multipart body of one chunk, as written by the official SDK. */
export function uploadForm(fileId: string, name: string, bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set('fileId', fileId);
  form.set('file', new File([new Uint8Array(bytes)], name));
  return form;
}

/** Returns the headers of the chunk that starts at `start`; none for a file of one chunk. */
export function rangeHeaders(fileId: string, start: number, length: number, total: number): Record<string, string> {
  if (total <= chunkBytes) return {};
  const range = { 'content-range': `bytes ${start}-${start + length - 1}/${total}` };
  return start === 0 ? range : { ...range, 'x-appwrite-id': fileId };
}

/** Returns the SHA-256 in hexadecimal, to compare sent and received bytes. */
export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
