import { Storage, type Client } from 'appwrite';
import type { PhotographPdfAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { LibraryError } from '#app/features/session/library-error.ts';
import { explainProblem, isRefusedFile } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { photographPermissions } from '#contract/photographs.ts';
import { uploadFile } from '#app/features/upload/transfer/upload-client.ts';
import { followPdf, PhotographFailure } from '#app/features/session/follow-pdf.ts';
import * as words from '#messages/upload/photographs.ts';
import type { Photograph } from './photograph-list.ts';

/** Progress of a PDF. `step` is `sending` until all photographs are in the library. */
export type MakingProgress = { step: 'sending' | 'waiting' | 'making'; done: number; total: number };

export type MakingParts = {
  site: Site;
  client: Client;
  callSignedIn: SignedInCaller;
  signal: AbortSignal;
  onProgress: (progress: MakingProgress) => void;
  /** Ids of photographs whose upload was started; `makePdf` adds to it. */
  sentIds: Set<string>;
};

/**
 * Sends the photographs that are not in the library yet, and makes one PDF from them on the server. Resolves with the
 * PDF, which is then a file of the library under `fileId`. Rejects with the errors of `followPdf` and `uploadFile`, or
 * with an `AbortError`. After an abort, the server no longer makes the PDF; uploaded photographs stay.
 */
export async function makePdf(
  parts: MakingParts,
  list: readonly Photograph[],
  name: string,
): Promise<{ file: File; fileId: string }> {
  const { site, callSignedIn, signal, onProgress } = parts;
  const total = list.length;
  for (const [done, { fileId, file }] of list.entries()) {
    onProgress({ step: 'sending', done, total });
    const isResumed = parts.sentIds.has(fileId);
    parts.sentIds.add(fileId);
    const ids = site.ids;
    try {
      await uploadFile({
        ids,
        fileId,
        file,
        permissions: photographPermissions,
        isResumed,
        signal,
        callSignedIn,
        onProgress: () => {},
      });
    } catch (error) {
      if (isRefusedFile(error)) throw new PhotographFailure(explainProblem(error), fileId);
      throw error;
    }
  }
  const fileId = makeIdentifier();
  const request = {
    fileId,
    name,
    photographs: list.map((each) => ({ fileId: each.fileId, turn: each.turn, keepsWhole: each.keepsWhole })),
  };
  try {
    const begin = () => callSignedIn(() => call(parts, 'post', panelApi.photographPdfs(), request));
    const look = () => callSignedIn(() => call(parts, 'get', panelApi.photographPdf(fileId)));
    await followPdf({ begin, look, signal, onProgress });
    return { fileId, file: await fetchPdf(parts, fileId, name) };
  } catch (error) {
    if (signal.aborted) {
      await callSignedIn(() => call(parts, 'delete', panelApi.photographPdf(fileId))).catch(() => undefined);
      throw new DOMException('The PDF wasn’t made.', 'AbortError');
    }
    throw error;
  }
}

async function fetchPdf({ site, callSignedIn, signal }: MakingParts, fileId: string, name: string): Promise<File> {
  const bytes = await callSignedIn(async () => {
    const answer = await fetch(api.fileView(site.ids, fileId), { signal, credentials: 'same-origin' });
    if (!answer.ok) throw new LibraryError(answer.status, { message: words.notFetched });
    return answer.blob();
  });
  return new File([bytes], name, { type: 'application/pdf' });
}

/** Deletes files of the library that the form no longer needs, unless a record uses them. Never rejects. */
export async function discardFiles({ client, site }: Pick<MakingParts, 'client' | 'site'>, ids: readonly string[]) {
  const storage = new Storage(client);
  const bucketId = site.ids.bucketId;
  for (const fileId of ids) await storage.deleteFile({ bucketId, fileId }).catch(() => undefined);
}

function call({ client }: MakingParts, method: string, address: string, body: object = {}) {
  return client.call(
    method,
    new URL(address, location.origin),
    { 'content-type': 'application/json' },
    body,
  ) as Promise<PhotographPdfAnswer>;
}
