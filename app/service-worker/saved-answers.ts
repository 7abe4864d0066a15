import { watchSavedChanges } from '#app/features/offline-files/saved-changes.ts';
import { openSavedDatabase, hasSavedDatabase } from '#app/features/offline-files/saved-database.ts';
import { readSearchRequest, searchSaved } from '#app/features/offline-files/saved-search.ts';
import type { MaterialAnswer, PageTextAnswer, SearchFindingsAnswer } from '#contract/schemas/answer-types.ts';

let mayHave = true;

void look();

async function look(): Promise<void> {
  mayHave = await hasSavedDatabase().catch(() => true);
}

watchSavedChanges(() => {
  mayHave = true;
});

/**
 * False only if there was never an offline material in this browser: then the worker does not intercept files at all.
 */
export function mayHaveSaved(): boolean {
  return mayHave;
}

/** Responds to the reads of our pages from the offline materials, if the server can't be reached. */

const material = /^\/v1\/materials\/([^/]+)$/;
const text = /^\/v1\/materials\/([^/]+)\/text$/;
const pageText = /^\/v1\/materials\/([^/]+)\/pages\/(\d+)\/text$/;

/** Returns null if no offline material matches. */
export async function findSavedAnswer(url: URL): Promise<Response | null> {
  if (!mayHaveSaved()) return null;
  try {
    return (await findStored(url.pathname + url.search)) ?? (await makeAnswer(url));
  } catch {
    // The browser has no database, or refuses to open it.
    return null;
  }
}

/** Returns a stored response, such as a page, as the server sent it. */
async function findStored(address: string): Promise<Response | null> {
  const saved = await (await openSavedDatabase()).get('answers', address);
  return saved ? new Response(saved.body, { headers: saved.headers }) : null;
}

async function makeAnswer(url: URL): Promise<Response | null> {
  const { pathname } = url;
  const database = await openSavedDatabase();
  const id = (path: RegExp) => decodeURIComponent(path.exec(pathname)?.[1] ?? '');
  if (pathname === '/v1/search') return answerSearch(url);
  if (material.test(pathname)) {
    const saved = await database.get('materials', id(material));
    if (!saved?.file || saved.problem === 'gone') return null;
    return toJson({ kind: saved.kind, document: saved.document } satisfies MaterialAnswer);
  }
  if (text.test(pathname)) {
    const saved = await database.get('materials', id(text));
    return saved?.text ? toJson(saved.text) : null;
  }
  if (pageText.test(pathname)) {
    const saved = await database.get('pages', [id(pageText), Number(pageText.exec(pathname)?.[2])]);
    if (!saved) return null;
    const { page, source, text: words, lines } = saved;
    return toJson({ page, source, text: words, lines } satisfies PageTextAnswer);
  }
  return null;
}

/** Searches the offline materials; null if there are none. */
async function answerSearch(url: URL): Promise<Response | null> {
  const database = await openSavedDatabase();
  const saved = (await database.getAll('materials')).filter(({ file, problem }) => file && problem !== 'gone');
  if (saved.length === 0) return null;
  const found = await searchSaved(readSearchRequest(url.searchParams), saved, (id) =>
    database.getAll('pages', IDBKeyRange.bound([id, 0], [id, Infinity])),
  );
  return toJson({ ...found, isOnlyKept: true } satisfies SearchFindingsAnswer & { isOnlyKept: true });
}

function toJson(answer: object): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}
