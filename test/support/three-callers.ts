import { callAs, callAsAdministrator, smallPdf, uploadSmallFile, type ContractCaller } from './contract-caller.ts';
import type { RunningServer } from '#server/start/start-server.ts';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { openTestServer } from './server.ts';

export const member = { userId: 'student', email: 'student@library.test', password: 'long enough' };

export const files = '/storage/buckets/files/files';
export const notes = '/databases/library/collections/notes/documents';
export const noteData = {
  title: 'Note',
  subject: 'Physics',
  facultyId: 'csit',
  semesterId: '1',
  year: 2080,
  downloadUrl: `/v1${files}/f1/preview`,
};

/** Signs in again with that account and returns a caller with its session. */
export async function signIn(url: string, json: { email: string; password: string }): Promise<ContractCaller> {
  const answer = await callAs(url).call('POST', '/account/sessions/email', { json });
  if (answer.status !== 201) throw new Error(`signing in failed: ${answer.text}`);
  return callAs(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Stores the text of the first page of a file, as if it had been read. */
async function readOnePage({ resources }: RunningServer, fileId: string): Promise<void> {
  const { sha256 = '' } = (await resources.database.files.find(fileId)) ?? {};
  await resources.texts.begin({ sha256, pageCount: 1, recipe: textRecipe });
  await resources.texts.store(sha256, [{ page: 1, source: 'text', text: 'words', confidence: null, lines: null }]);
}

/**
 * Opens a library with notes `n1` to `n3`, notes `gone` and `gone2` in the trash, files `f1` (used) and `f2`, an empty
 * bulk edit `made` and an empty publication `published`, and callers of all roles.
 */
export async function openThreeCallers(options: Parameters<typeof openTestServer>[0] = {}) {
  const server = await openTestServer({ ...options, settings: { SIGN_UP: 'open', ...options.settings } });
  const visitor = callAs(server.url);
  const admin = await callAsAdministrator(server.url);
  await visitor.call('POST', '/account', { json: member });
  const student = await signIn(server.url, member);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  await uploadSmallFile(admin, { id: 'f2', name: 'b.pdf', content: smallPdf });
  if (!options.readsTexts) await readOnePage(server, 'f1');
  const ids = ['n1', 'n2', 'n3', 'gone', 'gone2'];
  for (const documentId of ids) await admin.call('POST', notes, { json: { documentId, data: noteData } });
  await server.resources.database.bulkChanges.keep(
    { id: 'made', action: 'edit', reason: null, userId: 'u1', userName: 'Ada', steps: '[]' },
    [],
  );
  await server.resources.database.publications.insert({ id: 'published', userId: 'u1', userName: 'Ada' });
  for (const id of ['gone', 'gone2']) await admin.call('DELETE', `${notes}/${id}`, { json: {} });

  /** Returns everything that a forbidden request could have changed, as text. */
  async function state(): Promise<string> {
    const read = async (path: string) => (await admin.call('GET', path)).text;
    const kinds = ['papers', 'notes', 'revisions', 'books'];
    const lists = kinds.map((each) => read(`/databases/library/collections/${each}/documents`));
    return (await Promise.all([...lists, read(files), read('/materials/trash')])).join('\n');
  }

  return { ...server, visitor, student, admin, state, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
