import { expect, test } from 'vitest';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { makePdf } from '#test/support/documents.ts';
import { allOf } from '#test/support/all-of.ts';
import { callAs, uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { openThreeCallers, noteData, notes } from '#test/support/three-callers.ts';

const words = ['Explain thrashing with an example.', 'Define a semaphore.'];

/** Opens a library with a note that has been read; its id is its file's. */
async function openReadLibrary() {
  const library = await openThreeCallers({ readsTexts: true });
  await publish(library.admin, 'paper', String(makePdf([words, ['The second page.']])));
  await library.services.textReading.idle();
  return library;
}

async function publish(admin: ContractCaller, id: string, content: string, more: object = {}): Promise<void> {
  await uploadSmallFile(admin, { id, name: `${id}.pdf`, content });
  const downloadUrl = `/v1/storage/buckets/files/files/${id}/preview`;
  const sent = { documentId: id, data: { ...noteData, title: id, downloadUrl }, ...more };
  const answer = await admin.call('POST', notes, { json: sent });
  if (answer.status !== 201) throw new Error(answer.text);
}

test('a visitor reads the text of a page, and how much of the text is known', async () => {
  await using library = await openReadLibrary();
  const visitor = callAs(library.url);
  const page = await visitor.call('GET', '/materials/paper/pages/1/text');
  expect(page.json).toEqual({ page: 1, source: 'text', text: words.join('\n'), lines: null });
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const etag = page.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"/);
  const again = await visitor.call('GET', '/materials/paper/pages/1/text', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect((await visitor.call('GET', '/materials/paper/text')).json).toEqual({
    pagesTotal: 2,
    pagesRead: 2,
    recognised: [],
    turned: [],
  });
});

test('a page that does not exist, was not read, or is of no material is not found, and the response names the case', async () => {
  await using library = await openReadLibrary();
  const typeOf = async (path: string) => {
    const { status, json } = await library.visitor.call('GET', path);
    return [status, json['type'], String(json['message'])];
  };
  expect(await typeOf('/materials/paper/pages/3/text')).toEqual([
    404,
    'page_text_not_found',
    'There is no page 3: the last one is 2.',
  ]);
  await library.services.textReading.forget((await sha256Of(library, 'paper')) ?? '');
  expect(await typeOf('/materials/paper/pages/1/text')).toEqual([
    404,
    'page_text_not_found',
    'The text of page 1 is not known. Please try again later.',
  ]);
  expect((await typeOf('/materials/none/pages/1/text')).slice(0, 2)).toEqual([404, 'document_not_found']);
  expect((await typeOf('/materials/none/text')).slice(0, 2)).toEqual([404, 'document_not_found']);
  for (const page of ['0', '-1', 'x', '1.5', '9999999999'])
    expect((await typeOf(`/materials/paper/pages/${page}/text`)).slice(0, 2)).toEqual([
      400,
      'general_argument_invalid',
    ]);
});

test('the text of the pages is listed, at most 20 at a time, with the next page', async () => {
  await using library = await openReadLibrary();
  const many = Array.from({ length: 22 }, (_, index) => [`This is page ${index + 1} of the book.`]);
  await publish(library.admin, 'long', String(makePdf(many)));
  await library.services.textReading.idle();
  const ask = async (from: string) => (await library.visitor.call('GET', `/materials/long/pages${from}`)).json;
  const first = (await ask('')) as { pages: { page: number; text: string }[]; next: number | null };
  expect([first.pages.length, first.pages[0]?.text, first.next]).toEqual([20, 'This is page 1 of the book.', 21]);
  expect(await ask('?from=21')).toMatchObject({ pages: [{ page: 21 }, { page: 22 }], next: null });
  expect(await ask('?from=23')).toEqual({ pages: [], next: null });
  expect((await ask('?from=0'))['type']).toBe('general_argument_invalid');
  expect((await library.visitor.call('GET', '/materials/none/pages')).json['type']).toBe('document_not_found');
});

test("the text of the first pages is returned for the material's own page", async () => {
  await using library = await openReadLibrary();
  expect(await library.services.shelf.readMaterialText('paper')).toEqual({
    pages: [
      { page: 1, source: 'text', text: words.join('\n') },
      { page: 2, source: 'text', text: 'The second page.' },
    ],
    isCut: false,
    languages: [],
  });
  expect(await library.services.shelf.readMaterialText('none')).toBeNull();
});

async function sha256Of({ resources }: Awaited<ReturnType<typeof openReadLibrary>>, fileId: string) {
  return (await resources.database.files.find(fileId))?.sha256;
}

test('the text is refused for a material in the trash, and without permission for the material or the file', async () => {
  await using library = await openReadLibrary();
  const { admin, visitor, student } = library;
  await publish(admin, 'members', String(makePdf([['For members only']])), { permissions: ['read("users")'] });
  await publish(admin, 'gone3', String(makePdf([['Withdrawn']])));
  await publish(admin, 'locked', String(makePdf([['The file is for members']])));
  await admin.call('PUT', '/storage/buckets/files/files/locked', { json: { permissions: ['read("users")'] } });
  await library.services.textReading.idle();
  await admin.call('DELETE', `${notes}/gone3`, { json: {} });
  const ask = async (caller: ContractCaller, id: string) =>
    (
      await Promise.all(
        [`/materials/${id}/pages/1/text`, `/materials/${id}/text`, `/materials/${id}/pages`].map((path) =>
          caller.call('GET', path),
        ),
      )
    )
      .map(({ status, json }) => `${status} ${json['type'] ?? ''}`)
      .join(', ');
  const missing = '404 document_not_found, 404 document_not_found, 404 document_not_found';
  const { shelf, texts } = library.services;
  for (const id of ['members', 'gone3', 'locked']) {
    expect([id, await ask(visitor, id)]).toEqual([id, missing]);
    expect(await shelf.readMaterialText(id)).toBeNull();
  }
  const member = { role: 'member', userId: 'student', sessionId: 'any' } as const;
  expect(await texts.beginning(member, 'members')).toMatchObject({ pages: [{ text: 'For members only' }] });
  for (const id of ['members', 'locked']) expect([id, await ask(student, id)]).toEqual([id, '200 , 200 , 200 ']);
  expect(await ask(admin, 'gone3')).toBe(missing);
});

test('the administrator sees pages by state and why some failed, and can have them read again', async () => {
  await using library = await openReadLibrary();
  const { admin } = library;
  await publish(admin, 'damaged', '%PDF-1.4 but nothing else');
  await library.services.textReading.idle();
  const state = (await admin.call('GET', '/search/state')).json;
  expect(state).toMatchObject({ waiting: 0, reading: 0, failed: 1 });
  const failures = [{ page: 1, reason: 'the file is damaged' }];
  const reading = { waiting: 0, reading: 0, read: 0, failed: 1, skipped: 0, failures, postponed: [] };
  expect((await admin.call('GET', '/materials/damaged/reading')).json).toEqual(reading);
  expect((await admin.call('GET', '/search/unread')).json).toEqual({
    total: 1,
    materials: [{ id: 'damaged', kind: 'note', title: 'damaged', ...reading }],
    files: [],
  });
  expect((await admin.call('GET', '/search/unread?state=waiting')).json).toEqual({
    total: 0,
    materials: [],
    files: [],
  });
  expect((await admin.call('POST', '/materials/damaged/reading/retry')).json).toEqual({ retried: 1 });
  await library.services.textReading.idle();
  expect((await admin.call('GET', '/materials/damaged/reading')).json).toEqual(reading);
  expect((await admin.call('POST', '/materials/paper/reading/retry')).json).toEqual({ retried: 0 });
});

test('the administrator sees postponed pages, of materials and of other files, and can retry all of them', async () => {
  await using library = await openReadLibrary();
  const { admin, visitor, resources } = library;
  await publish(admin, 'later', String(makePdf([['one'], ['two']])));
  await uploadSmallFile(admin, { id: 'alone', name: 'alone.pdf', content: '%PDF-1.4 but nothing else' });
  await library.services.textReading.idle();
  const sha256 = (await sha256Of(library, 'later')) ?? '';
  await resources.texts.begin({ sha256, pageCount: 3, recipe: textRecipe });
  await resources.texts.postpone(sha256, [2], 'the stored file is missing');
  const postponed = [{ page: 2, reason: 'the stored file is missing', tries: 1 }];
  const later = { waiting: 3, reading: 0, read: 0, failed: 0, skipped: 0, failures: [], postponed };
  expect((await admin.call('GET', '/search/unread?state=postponed')).json).toEqual({
    total: 1,
    materials: [{ id: 'later', kind: 'note', title: 'later', ...later }],
    files: [],
  });
  expect((await admin.call('GET', '/library-state')).json['texts']).toMatchObject({ postponed: 1, trouble: null });
  expect((await admin.call('GET', '/search/unread')).json).toMatchObject({
    total: 1,
    materials: [],
    files: [{ fileId: 'alone', name: 'alone.pdf', failures: [{ page: 1, reason: 'the file is damaged' }] }],
  });
  expect((await visitor.call('POST', '/search/unread/retry')).status).toBe(401);
  expect((await admin.call('POST', '/search/unread/retry')).json).toEqual({ retried: 2 });
  expect((await admin.call('GET', '/search/unread?state=postponed')).json).toMatchObject({ total: 0 });
});

test('texts are deleted with the last file that has them', async () => {
  await using library = await openReadLibrary();
  const { admin, resources } = library;
  const content = String(makePdf([['Twice on the shelf']]));
  await publish(admin, 'first', content);
  await publish(admin, 'second', content);
  await library.services.textReading.idle();
  const sha256 = (await sha256Of(library, 'first')) ?? '';
  const purge = async (id: string) => {
    await admin.call('DELETE', `${notes}/${id}`, { json: {} });
    await admin.call('POST', `/materials/${id}/purge`);
  };
  const { derived, textReading } = library.services;
  const places = ['here', 'shared'] as const;
  const sweep = async () => {
    for (const place of places) await derived.sweep(place);
  };
  const digests = async () => (await Promise.all(places.map((each) => allOf(textReading.digests(each))))).flat();
  await purge('first');
  await sweep();
  expect(await digests()).toContain(sha256);
  await purge('second');
  await sweep();
  expect(await digests()).not.toContain(sha256);
  expect(await resources.database.files.listByDigest(sha256)).toEqual([]);
});
