import { watchKeptChanges } from '#app/features/offline-files/kept-changes.ts';
import { openKept, hasKeptDatabase } from '#app/features/offline-files/kept-database.ts';
import { readSearchRequest, searchKept } from '#app/features/offline-files/kept-search.ts';
import type { MaterialAnswer, PageTextAnswer, SearchFindingsAnswer } from '#contract/schemas/answer-types.ts';

let mayHave = true;

void look();

async function look(): Promise<void> {
  mayHave = await hasKeptDatabase().catch(() => true);
}

watchKeptChanges(() => {
  mayHave = true;
});

/** False only if there was never an offline material in this browser: then files are not intercepted at all. */
export function mayHaveKept(): boolean {
  return mayHave;
}

/** Responds to the reads of our pages from the offline materials, if the server can't be reached. */

const material = /^\/v1\/materials\/([^/]+)$/;
const text = /^\/v1\/materials\/([^/]+)\/text$/;
const pageText = /^\/v1\/materials\/([^/]+)\/pages\/(\d+)\/text$/;

/** Returns null if no offline material matches. */
export async function findKeptAnswer(url: URL): Promise<Response | null> {
  if (!mayHaveKept()) return null;
  try {
    return (await findStored(url.pathname + url.search)) ?? (await makeAnswer(url));
  } catch {
    // The browser has no database, or refuses to open it.
    return null;
  }
}

/** Returns a page or another response that is stored as the server sent it. */
async function findStored(address: string): Promise<Response | null> {
  const kept = await (await openKept()).get('answers', address);
  return kept ? new Response(kept.body, { headers: kept.headers }) : null;
}

async function makeAnswer(url: URL): Promise<Response | null> {
  const { pathname } = url;
  const database = await openKept();
  const id = (path: RegExp) => decodeURIComponent(path.exec(pathname)?.[1] ?? '');
  if (pathname === '/v1/search') return answerSearch(url);
  if (material.test(pathname)) {
    const kept = await database.get('materials', id(material));
    if (!kept?.file || kept.problem === 'gone') return null;
    return toJson({ kind: kept.kind, document: kept.document } satisfies MaterialAnswer);
  }
  if (text.test(pathname)) {
    const kept = await database.get('materials', id(text));
    return kept?.text ? toJson(kept.text) : null;
  }
  if (pageText.test(pathname)) {
    const kept = await database.get('pages', [id(pageText), Number(pageText.exec(pathname)?.[2])]);
    if (!kept) return null;
    const { page, source, text: words, lines } = kept;
    return toJson({ page, source, text: words, lines } satisfies PageTextAnswer);
  }
  return null;
}

/** Searches the offline materials; null if there are none. */
async function answerSearch(url: URL): Promise<Response | null> {
  const database = await openKept();
  const kept = (await database.getAll('materials')).filter(({ file, problem }) => file && problem !== 'gone');
  if (kept.length === 0) return null;
  const found = await searchKept(readSearchRequest(url.searchParams), kept, (id) =>
    database.getAll('pages', IDBKeyRange.bound([id, 0], [id, Infinity])),
  );
  return toJson({ ...found, isOnlyKept: true } satisfies SearchFindingsAnswer & { isOnlyKept: true });
}

function toJson(answer: object): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}
