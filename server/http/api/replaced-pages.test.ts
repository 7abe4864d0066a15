import { expect, test } from 'vitest';
import { compositionLimits } from '#contract/composition.ts';
import { callAs, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { files, noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

/** Opens a library in which the note `n1` has three pages, and PDFs of two and of one of them are stored. */
async function openLibrary() {
  const library = await openThreeCallers({ settings: { OCR_LANGUAGES: 'off' } });
  const { admin, visitor } = library;
  const add = (id: string, pages: string[][]) =>
    uploadSmallFile(admin, { id, name: `${id}.pdf`, content: new Uint8Array(makePdf(pages)) });
  await add('whole', [['One'], ['Two'], ['Three']]);
  await add('first', [['One'], ['Two']]);
  await add('rest', [['Three']]);
  const data = { ...noteData, title: 'Compilation', downloadUrl: `/v1${files}/whole/preview` };
  await admin.call('POST', notes, { json: { documentId: 'five-years', data } });
  const paper = { id: 'year-two', fileId: 'rest', title: 'Second year', year: 2023 };
  const replace = (change: object = {}, caller = admin) =>
    caller.call('POST', '/materials/five-years/pages', {
      json: { changeId: 'split', fileId: 'first', papers: [paper], ...change },
    });
  /** Returns the file and the number of pages of a document, as visitors see it; null if they do not see it. */
  const see = async (id: string) => {
    const { status, json } = await visitor.call('GET', `${notes}/${id}`);
    const file = /files\/files\/([^/]+)\//.exec(String(json['downloadUrl']))?.[1];
    return status === 200 ? [file, json['pageCount'], json['title'], json['year']] : null;
  };
  const undo = () => admin.call('POST', '/materials/changes/split/undo');
  return { ...library, paper, replace, see, undo };
}

const { title: _, ...place } = noteData;

test('a material gets its new pages and another material the remaining ones, and one undo restores both', async () => {
  await using library = await openLibrary();
  const { admin, visitor, replace, see, undo } = library;
  const { year } = (await admin.call('GET', `${notes}/five-years`)).json;
  expect((await replace()).json).toEqual({ id: 'split', materials: 2 });
  expect(await see('five-years')).toEqual(['first', 2, 'Compilation', year]);
  expect(await see('year-two')).toEqual(['rest', 1, 'Second year', 2023]);
  const { subject, facultyId, semesterId } = place;
  expect((await admin.call('GET', `${notes}/year-two`)).json).toMatchObject({ subject, facultyId, semesterId });
  // The former file stays, for administrators.
  expect((await admin.call('GET', `${files}/whole`)).status).toBe(200);
  expect((await visitor.call('GET', `${files}/whole/view`)).status).toBe(404);
  // Sent again, as after a lost response, it changes nothing.
  expect((await replace()).json).toEqual({ id: 'split', materials: 2 });

  const listed = (await admin.call('GET', '/materials/undoable')).json['entries'] as { id: string }[];
  expect(listed.find(({ id }) => id === 'split')).toMatchObject({
    action: 'pages',
    materials: 2,
    unchanged: 2,
    steps: [{ what: 'pages', from: '3 pages', to: '2 pages' }],
  });
  expect((await undo()).json).toEqual({ id: 'split', restored: 2, left: [], leftTotal: 0 });
  expect(await see('five-years')).toEqual(['whole', 3, 'Compilation', year]);
  expect(await see('year-two')).toBeNull();
  const trash = (await admin.call('GET', '/materials/trash')).json['documents'] as { $id: string }[];
  expect(trash.map(({ $id }) => $id)).toContain('year-two');
});

test('if one of the materials was changed since, or the former file was deleted, the undo leaves all of them', async () => {
  await using library = await openLibrary();
  const { admin, replace, see, undo } = library;
  await replace();
  await admin.call('PATCH', `${notes}/year-two`, { json: { data: { title: 'Second year, corrected' } } });
  expect((await undo()).json).toMatchObject({ restored: 0, leftTotal: 2 });
  expect([(await see('five-years'))?.[0], (await see('year-two'))?.[0]]).toEqual(['first', 'rest']);

  await replace({ changeId: 'again', fileId: 'f2', papers: [] });
  expect((await admin.call('DELETE', `${files}/first`)).status).toBe(204);
  const { json } = await admin.call('POST', '/materials/changes/again/undo');
  expect(json).toMatchObject({ restored: 0, left: [{ reason: 'Its earlier file was deleted.' }] });
  expect((await see('five-years'))?.[0]).toBe('f2');
});

test('a refused replacement changes nothing', async () => {
  await using library = await openLibrary();
  const { admin, url, student, replace, see, paper } = library;
  const { $updatedAt } = (await admin.call('GET', `${notes}/five-years`)).json;
  for (const caller of [callAs(url), student]) expect((await replace({}, caller)).status).toBe(401);
  const refusals = [
    await replace({ fileId: 'none' }),
    await replace({ papers: [paper, { ...paper, id: 'n1' }] }),
    await replace({ papers: [{ ...paper, fileId: 'none' }] }),
    await replace({ unchangedSince: '2020-01-01T00:00:00.000+00:00' }),
    await replace({ papers: [{ ...paper, title: '' }] }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 409, 400, 409, 400]);
  expect([(await see('five-years'))?.[0], await see('year-two')]).toEqual(['whole', null]);
  expect((await replace({ unchangedSince: $updatedAt })).status).toBe(200);
});

test('pages of a hidden material stay hidden, from their composition on, and can be shown', async () => {
  await using library = await openLibrary();
  const { admin, visitor, paper, replace, see, undo } = library;
  await admin.call('POST', '/materials/five-years/hide', { json: { reason: 'A name on page 1' } });
  const compose = (fileId: string) =>
    admin.call('POST', '/compositions', {
      json: { fileId, name: `${fileId}.pdf`, pages: [{ fileId: 'whole', page: 3 }] },
    });
  for (const id of ['made', 'rest-made']) {
    expect((await compose(id)).json).toEqual({ fileId: id, state: 'made' });
    expect((await visitor.call('GET', `${files}/${id}/view`)).status).toBe(404);
  }
  expect((await visitor.call('GET', files)).text).not.toContain('made.pdf');
  await replace({ fileId: 'made', papers: [{ ...paper, fileId: 'rest-made' }] });
  expect([await see('five-years'), await see('year-two')]).toEqual([null, null]);
  for (const id of ['made', 'rest-made']) expect((await visitor.call('GET', `${files}/${id}/view`)).status).toBe(404);
  const { json } = await admin.call('GET', '/materials/hidden');
  const hidden = (json['documents'] as { $id: string; $hiddenReason: string }[]).map(
    ({ $id, $hiddenReason }) => `${$id}: ${$hiddenReason}`,
  );
  expect(hidden.toSorted()).toEqual(['five-years: A name on page 1', 'year-two: A name on page 1']);
  await admin.call('POST', '/materials/year-two/show');
  expect(await see('year-two')).toEqual(['rest-made', 1, 'Second year', 2023]);
  expect((await visitor.call('GET', `${files}/rest-made/view`)).status).toBe(200);
  expect((await undo()).json).toMatchObject({ restored: 0, leftTotal: 2 });
});

test('materials whose pages another one got go to the trash, and one undo restores all of them', async () => {
  await using library = await openLibrary();
  const { admin, visitor, services, replace, see, undo } = library;
  const { title: _title, ...rest } = noteData;
  for (const [id, fileId] of [
    ['page-two', 'first'],
    ['page-three', 'rest'],
  ] as const) {
    const data = { ...rest, title: id, downloadUrl: `/v1${files}/${fileId}/preview` };
    await admin.call('POST', notes, { json: { documentId: id, data } });
  }
  const { $updatedAt } = (await admin.call('GET', `${notes}/page-two`)).json;
  const joined = [{ id: 'page-two', unchangedSince: $updatedAt }, { id: 'page-three' }];
  expect((await replace({ fileId: 'f2', papers: [], joined })).json).toEqual({ id: 'split', materials: 3 });
  expect([(await see('five-years'))?.[0], await see('page-two'), await see('page-three')]).toEqual(['f2', null, null]);
  expect((await visitor.call('GET', `${files}/first/view`)).status).toBe(404);
  const trail = await services.trail.list({ limit: 3, isDeed: true });
  expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
    ['deleted', 'joined with Compilation'],
    ['deleted', 'joined with Compilation'],
    ['edited', 'pages: 3 pages → 1 page'],
  ]);
  expect((await undo()).json).toEqual({ id: 'split', restored: 3, left: [], leftTotal: 0 });
  expect([(await see('five-years'))?.[0], (await see('page-two'))?.[0], (await see('page-three'))?.[0]]).toEqual([
    'whole',
    'first',
    'rest',
  ]);
});

test('materials are joined only if they exist, are unchanged and have the same readers', async () => {
  await using library = await openLibrary();
  const { admin, replace, see } = library;
  const join = (...joined: object[]) => replace({ papers: [], joined });
  const many = Array.from({ length: compositionLimits.maxSources }, (_, index) => ({ id: `n${index}` }));
  await admin.call('POST', '/materials/n1/hide', { json: { reason: 'A name on page 1' } });
  const refusals = [
    await join({ id: 'none' }),
    await join({ id: 'five-years' }),
    await join({ id: 'n1' }, { id: 'n1' }),
    await join({ id: 'n1' }),
    await join(...many),
  ];
  expect(refusals.map(({ status, json }) => `${status} ${String(json['type'])}`)).toEqual([
    '404 document_not_found',
    '400 general_argument_invalid',
    '400 general_argument_invalid',
    '400 document_invalid_structure',
    '400 general_argument_invalid',
  ]);
  await admin.call('POST', '/materials/n1/show');
  const stale = await join({ id: 'n1', unchangedSince: '2020-01-01T00:00:00.000+00:00' });
  expect([stale.status, (await see('five-years'))?.[0], (await see('n1')) !== null]).toEqual([409, 'whole', true]);
  expect((await join({ id: 'n1' })).status).toBe(200);
});
