import { contractBase } from '#contract/addresses.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { LibraryError } from '#app/features/session/library-error.ts';
import { NetworkFailure } from '#app/features/session/library-problem.ts';
import { Stopped } from './import-error.ts';

export type Account = { email: string; password: string };

/**
 * Sends requests with the cookie of a session. They reject with NetworkFailure if there is no response, and with
 * Stopped when aborted.
 */
export interface LibrarySession {
  /** Sent with all requests from now on. */
  name(projectId: string): void;
  signIn(account: Account): Promise<void>;
  request(address: string, init: RequestInit): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** Rejects with LibraryError for a status of 400 and more. */
  json<Answer>(method: string, address: string, body?: object): Promise<Answer>;
}

/** Timeout of a request. Publishing a batch takes some seconds. */
const answerMs = 120_000;

export function createLibrarySession(url: string, signal: AbortSignal): LibrarySession {
  let cookie = '';
  let named: Record<string, string> = {};

  const request: LibrarySession['request'] = async (address, init) => {
    try {
      // Names of headers differ in case between callers.
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries({ ...named, cookie })) headers.set(name, value);
      const answer = await fetch(`${url}${address}`, {
        ...init,
        headers,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
      return { status: answer.status, body: parse(await answer.text()), headers: answer.headers };
    } catch (error) {
      if (signal.aborted) throw new Stopped();
      throw new NetworkFailure(error);
    }
  };

  async function send(method: string, address: string, body?: object) {
    const answer = await request(address, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.status < 300) return answer;
    const error = new LibraryError(answer.status, (answer.body ?? {}) as Partial<ProblemBody>);
    throw Object.assign(error, { retryAfterMs: Number(answer.headers.get('retry-after')) * 1000 || 0 });
  }

  return {
    name(projectId) {
      named = { 'x-appwrite-project': projectId };
    },

    async signIn(account) {
      cookie = '';
      const { headers } = await send('POST', `${contractBase}/account/sessions/email`, account);
      cookie = headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
    },

    request,
    json: async <Answer>(method: string, address: string, body?: object) =>
      (await send(method, address, body)).body as Answer,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
