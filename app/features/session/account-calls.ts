import { Account, Client } from 'appwrite';
import { contractBase, type ContractIds } from '#contract/addresses.ts';
import { isSignedOutProblem, problemOf } from './library-problem.ts';

/** The account as the panel knows it. */
export type SignedInAccount = { id: string; name: string; email: string; isAdministrator: boolean };

export type Credentials = { email: string; password: string; isKept: boolean };

/** A client of the official SDK for this library. Heavy: only the screens of the administrator load this file. */
export function createClient(ids: ContractIds): Client {
  return new Client().setEndpoint(location.origin + contractBase).setProject(ids.projectId);
}

/**
 * Signs in and answers who that is. A session that is still alive is ended and the sign-in tried once more; kept, the
 * session is lengthened to 30 days. Throws the SDK's exception when it is refused.
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

/** Ends every session of the account, here and elsewhere. To be signed out already is no error. */
export async function signOut(client: Client): Promise<void> {
  try {
    await new Account(client).deleteSessions();
  } catch (error) {
    if (!isSignedOutProblem(error)) throw error;
  }
}

/** Who is signed in. Throws when nobody is. */
export async function readAccount(client: Client): Promise<SignedInAccount> {
  const { $id, name, email, labels } = await new Account(client).get();
  return { id: $id, name, email, isAdministrator: labels.includes('admin') };
}
