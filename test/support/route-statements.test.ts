import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RouteName } from '#contract/routes/routes.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { smallPdf, uploadSmallFile } from './contract-caller.ts';
import { listRouteRequests, type RouteRequest } from './route-requests.ts';
import { noteData, notes, openThreeCallers } from './three-callers.ts';

/**
 * Counts the statements of every route in a library with a few rows of everything that it lists, and in one with many. A
 * route that requests each row by itself fails, unless it is named here with its reason.
 */

const rows = { few: 2, many: 12 };

/** Routes that take more statements for more rows. */
const reasons: Partial<Record<RouteName, string>> = {
  downloadSubject: 'opens each file before the first byte, with the permissions of the file',
  publishStagedFiles: 'publishes each file in a transaction, so that a refused one does not affect the others',
  removeSamples: 'deletes each material with its bytes, and records that in the trail',
};

/** Routes that start work in the background, whose statements can't be separated from those of the request. */
const workInBackground: RouteName[] = ['retryMaterialReading', 'stageFiles', 'updateStagedFiles'];

type Library = Awaited<ReturnType<typeof openThreeCallers>>;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Enough words for two texts to be compared. */
const text = `heap ${'A binary tree in which each parent comes before its children sorts numbers in little time. '.repeat(5)}`;

/** Publishes notes, with texts that are nearly the same, and indexes and compares them. */
async function publishNotes({ admin, resources, services }: Library, count: number): Promise<void> {
  for (const index of range(count)) {
    const content = `${smallPdf}% ${index}`;
    const id = await uploadSmallFile(admin, { id: `note${index}`, name: `note${index}.pdf`, content });
    const data = { ...noteData, downloadUrl: noteData.downloadUrl.replace('f1', id) };
    await admin.call('POST', notes, { json: { documentId: id, data } });
    const sha256 = digestOf(content);
    await resources.texts.begin({ sha256, pageCount: 1, recipe: textRecipe });
    await resources.texts.store(sha256, [{ page: 1, source: 'text', text, confidence: null, lines: null }]);
    services.indexKeeper.noteText(sha256);
    services.similar.prepare(sha256);
  }
  await services.indexKeeper.idle();
  await services.similar.idle();
}

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** Fills the other lists of an administrator. */
async function fillLists({ admin, resources: { database, texts } }: Library, count: number): Promise<void> {
  const { materials, files } = database;
  const sha256 = digestOf(smallPdf);
  await addFile(database, 'album', { sha256: digestOf('album') });
  for (const index of range(count)) {
    const insert = (id: string, facts: Parameters<typeof newMaterial>[1]) =>
      materials.insert(newMaterial(`${id}${index}`, { fileId: 'f1', ...facts }));
    await insert('thrown', {});
    await materials.withdraw(`thrown${index}`);
    await addFile(database, `copy${index}`, { sha256 });
    await insert('hidden', { fileId: `copy${index}`, permissions: ['read("label:admin")'] });
    await addFile(database, `unread${index}`, { sha256: digestOf(`unread${index}`) });
    await texts.begin({ sha256: digestOf(`unread${index}`), pageCount: 1, recipe: textRecipe });
    await insert('misplaced', { fileId: `unread${index}`, subject: `Gone ${index}` });
    await insert('sample', { isSample: true });
    await addFile(database, `photo${index}`, { sha256: digestOf(`photo${index}`), mimeType: 'image/png' });
  }
  const photographs = range(count).map((index) => ({
    photographId: `photo${index}`,
    turn: 0 as const,
    keepsWhole: true,
  }));
  await files.linkPhotographs('album', photographs);
  await uploadSmallFile(admin, { id: 'photo', name: 'photo.png', content: pixel });
}

/** Stages files, some of them published, and makes bulk edits. */
async function fillHistory({ resources: { database } }: Library, count: number): Promise<void> {
  const { staging, publications, bulkChanges } = database;
  const staged = range(count).flatMap((index) =>
    ['staged', 'dropped', 'single', 'together'].map((name) => ({
      id: `${name}${index}`,
      path: `Drive/${name} ${index}.pdf`,
      sizeBytes: 1,
      sha256: digestOf(`${name}${index}`),
      fileId: `${name}-file${index}`,
      materialId: `${name}-material${index}`,
    })),
  );
  await staging.add(staged, 20_000);
  const publish = async (publication: string, stagedId: string, materialId: string) => {
    await publications.plan(publication, [stagedId]);
    await publications.setPublished(publication, { stagedId, materialId, formerState: 'checked' });
  };
  const by = { userId: 'u1', userName: 'Ada' };
  const change = { ...by, action: 'hide' as const, reason: null, steps: '[]' };
  for (const index of range(count)) {
    await publications.insert({ id: `publication${index}`, ...by });
    await publish(`publication${index}`, `single${index}`, `note${index}`);
    await publish('published', `together${index}`, `note${index}`);
    const changed = await bulkChanges.read([`note${index}`]);
    await bulkChanges.keep(
      { ...change, id: `change${index}` },
      changed.map(({ material, state }) => ({ id: material.id, state })),
    );
  }
  const all = await bulkChanges.read(range(count).map((index) => `note${index}`));
  await bulkChanges.keep(
    { ...change, id: 'changed' },
    all.map(({ material, state }) => ({ id: material.id, state })),
  );
}

/** Requests that name many rows, instead of those of route-requests.ts. */
function requestMany(count: number): Partial<Record<RouteName, { path?: string; json?: object }>> {
  const named = (name: string) => range(count).map((index) => `${name}${index}`);
  const change = { action: 'edit', year: 2079 };
  const staged = { ids: named('staged') };
  return {
    search: { path: '/search?q=heap' },
    suggest: { path: '/search/suggest?q=note' },
    harvest: { path: '/oai?verb=ListRecords&metadataPrefix=oai_dc' },
    getPhotographPdf: { path: '/photographs/album' },
    listPhotographs: { path: '/files/album/photographs' },
    previewBulkUndo: { path: '/materials/changes/changed/undo' },
    undoBulkChange: { path: '/materials/changes/changed/undo' },
    previewBulkChange: { json: { ids: named('note'), change } },
    makeBulkChange: { json: { ids: named('note'), change } },
    stageFiles: { json: { files: named('new').map((name) => ({ path: name, size: 1, digest: digestOf(name) })) } },
    stagePhotographs: {
      json: { pdfs: named('pdf').map((path) => ({ path, photographs: [{ digest: digestOf(path), size: 1 }] })) },
    },
    findPhotographs: { json: { digests: named('photo').map(digestOf) } },
    updateStagedFiles: { json: { ...staged, manual: { kind: 'paper' } } },
    discardStagedFiles: { json: { ids: named('dropped') } },
    publishStagedFiles: { json: staged },
    previewPublication: { json: staged },
    beginPublication: { json: staged },
  };
}

/** Opens a library and returns the number of statements of each route. */
async function countStatements(count: number): Promise<Map<RouteName, string[]>> {
  const running = new AsyncLocalStorage<string[]>();
  let current: string[] = [];
  const note = (statement: string) => running.getStore()?.push(statement);
  await using library = await openThreeCallers({
    onQuery: ({ sql }) => note(sql),
    wrapListener: (listener) => (request, response) => running.run(current, () => listener(request, response)),
  });
  await publishNotes(library, count);
  await fillLists(library, count);
  await fillHistory(library, count);
  watchTexts(library, note);
  // The work that a change causes, such as indexing, is not a part of its request.
  const { changes } = library.services;
  const { tell } = changes;
  changes.tell = (...given) => running.exit(() => tell(...given));
  const counts = new Map<RouteName, string[]>();
  const others = requestMany(count);
  for (const request of orderRequests()) {
    const { name, who } = request.route;
    const { path = request.path, json } = others[name] ?? {};
    current = [];
    const caller = who === 'administrator' || who === 'signed-in' ? library.admin : library.visitor;
    const { status, text: body } = await caller.call(request.method, path, json ? { json } : request.options);
    if (status >= 400) throw new Error(`${name}: ${status} ${body}`);
    counts.set(name, [...current]);
  }
  return counts;
}

/** Counts each call of the store of texts as a statement: some engines have a connection of their own. */
function watchTexts({ resources }: Library, note: (statement: string) => void): void {
  const texts = resources.texts as unknown as Record<string, unknown>;
  for (const [name, call] of Object.entries(texts)) {
    if (typeof call !== 'function') continue;
    texts[name] = (...given: unknown[]) => {
      note(`texts.${name}`);
      return Reflect.apply(call, texts, given) as unknown;
    };
  }
}

/** Returns the requests that read before those that write. Signing out would end the session of the others. */
function orderRequests(): RouteRequest[] {
  const isRead = ({ method }: RouteRequest) => method === 'GET';
  const requests = listRouteRequests();
  const writes = requests.filter((request) => !isRead(request) && request.route.topic !== 'Account');
  return [...requests.filter(isRead), ...writes].filter(({ route }) => !workInBackground.includes(route.name));
}

/** Returns the statements that ran more than once, shortened. */
function listRepeated(statements: readonly string[]): string[] {
  const repeated = statements.filter((each, index) => statements.indexOf(each) !== index);
  return [...new Set(repeated)].map((each) => each.replaceAll(/\s+/g, ' ').slice(-200));
}

test('a route takes no more statements for more rows, except for the given reasons', async () => {
  const few = await countStatements(rows.few);
  const many = await countStatements(rows.many);
  const found: Partial<Record<RouteName, string[]>> = {};
  for (const [name, statements] of many) {
    const isGrowing = statements.length - (few.get(name)?.length ?? 0) >= rows.many - rows.few;
    if (isGrowing !== name in reasons) found[name] = listRepeated(statements);
  }
  expect(many.size).toBeGreaterThan(60);
  expect(found).toEqual({});
});
