import { Account, Client } from 'appwrite';
import { contractBase, type ContractIds } from '#contract/addresses.ts';
import { isSignedOutProblem, problemOf } from './library-problem.ts';

/** The signed-in account. */
export type SignedInAccount = { id: string; name: string; email: string; isAdministrator: boolean };

export type Credentials = { email: string; password: string; isKept: boolean };

/**
 * Creates a client of the official SDK for this library. Only the administrator's screens load this file, because the
 * SDK is large.
 */
export function createClient(ids: ContractIds): Client {
  return new Client().setEndpoint(location.origin + contractBase).setProject(ids.projectId);
}

/**
 * Signs in and returns the account. If a session already exists, ends it and retries once. With `isKept` the session is
 * extended to 30 days. Throws the SDK's exception if the server refuses.
 */
export async function signIn(client: Client, { email, password, isKept }: Credentials): Promise<SignedInAccount> {
  const account = new Account(client);
  try {
    await account.createEmailPasswordSession({ email, password });
  } catch (error) {
    if (problemOf(error)?.type !== 'user_session_already_exists') throw error;
    await account.deleteSession({ sessionId: 'current' });
    await account.createEmailPasswordSession({ email, password });
  }
  if (isKept) await account.updateSession({ sessionId: 'current' });
  return readAccount(client);
}

/** Ends every session of the account, on all devices. Does not throw if nobody is signed in. */
export async function signOut(client: Client): Promise<void> {
  try {
    await new Account(client).deleteSessions();
  } catch (error) {
    if (!isSignedOutProblem(error)) throw error;
  }
}

/** Returns the signed-in account. Throws if there is none. */
export async function readAccount(client: Client): Promise<SignedInAccount> {
  const { $id, name, email, labels } = await new Account(client).get();
  return { id: $id, name, email, isAdministrator: labels.includes('admin') };
}
