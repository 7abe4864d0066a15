import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import type { Site } from '#contract/shelf.ts';
import { isSignedOutProblem, problemOf } from '#app/features/session/library-problem.ts';
import { createSignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { uploadFile } from '#app/features/upload/transfer/upload-client.ts';
import type { UploadTransport } from '#app/features/upload/transfer/upload-transport.ts';
import { ImportError } from './import-error.ts';
import { createLibrarySession, type Account } from './library-session.ts';
import { createPatience } from './patience.ts';

/** Requests of a signed-in administrator. They wait while the library is busy, restarting or unreachable. */
export interface LibraryClient {
  site: Site;
  /** Sends a call with a JSON body, which must be repeatable. */
  call<Answer>(method: 'GET' | 'POST' | 'PATCH', address: string, body?: object): Promise<Answer>;
  /**
   * Sends the missing parts of a file. `isBegun`: a part of it was sent before. `permissions`: who may read it, by
   * default everybody.
   */
  upload(fileId: string, file: File, isBegun: boolean, permissions?: readonly string[]): Promise<FileAnswer>;
}

/** Signs in, and signs in again when the session ends. Rejects with ImportError if the library refuses. */
export async function openLibraryClient(parts: {
  url: string;
  account: Account;
  signal: AbortSignal;
  /** Called while the client waits for the library. */
  onWait: (reason: string) => void;
  wait: (milliseconds: number) => Promise<unknown>;
}): Promise<LibraryClient> {
  const { url, account, signal, wait } = parts;
  const patiently = createPatience(parts);
  const session = createLibrarySession(url, signal);
  const site = await patiently(() => session.json<Site>('GET', api.site()));
  session.name(site.ids.projectId);
  const signIn = () => session.signIn(account);
  // The list is refused to accounts that are not administrators.
  const tryList = () => session.json('GET', panelApi.stagedFiles({ filter: 'open', limit: 1, cursor: null }));
  try {
    await patiently(signIn);
    await patiently(tryList);
  } catch (error) {
    throw explainSignIn(error);
  }
  const callSignedIn = createSignedInCaller(signIn);

  const transport: UploadTransport = ({ address, headers, form }) =>
    session.request(address, { method: form ? 'POST' : 'GET', headers, ...(form && { body: form }) });

  return {
    site,
    call: (method, address, body) => patiently(() => callSignedIn(() => session.json(method, address, body))),

    async upload(fileId, file, isBegun, permissions = []) {
      let isResumed = isBegun;
      return patiently(async () => {
        const options = { ids: site.ids, fileId, file, permissions, signal, callSignedIn, transport, isResumed };
        isResumed = true;
        return uploadFile({ ...options, onProgress: () => undefined, wait: async (pause) => void (await wait(pause)) });
      });
    },
  };
}

function explainSignIn(error: unknown): unknown {
  const problem = problemOf(error);
  if (isSignedOutProblem(error)) return new ImportError('This account is not an administrator.');
  if (problem && problem.code < 500) return new ImportError(`The sign-in was refused. ${problem.message}`);
  return error;
}
