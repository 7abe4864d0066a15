import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  InventoryAnswer,
  PublicationListAnswer,
  PublicationSummaryAnswer,
  PublicationUndoAnswer,
  UndoableListAnswer,
} from '#contract/schemas/answer-types.ts';
import { stagingLimits } from '#contract/staging.ts';
import { makePdf } from '#test/support/documents.ts';
import { uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { administrator } from '#test/support/server.ts';
import { openStagingDesk, paperPlace } from '#test/support/staged-papers.ts';
import { subscribeAt } from '#test/support/realtime.ts';
import { openThreeCallers, signIn } from '#test/support/three-callers.ts';

const papers = '/databases/library/collections/papers/documents';
const day = 24 * 60 * 60 * 1000;

async function openLibrary() {
  const library = await openThreeCallers();
  const desk = openStagingDesk(library.admin, library);
  return {
    ...library,
    ...desk,
    undo: (id: string, takesChanged = false) =>
      desk.ask<PublicationUndoAnswer>('POST', `/staging/publications/${id}/undo`, { takesChanged }),
    previewUndo: (id: string, takesChanged = false) =>
      desk.ask<PublicationUndoAnswer>('GET', `/staging/publications/${id}/undo?takesChanged=${takesChanged}`),
    /** Returns the undoable entries with these ids, in the order of the list. */
    async undoable(...ids: (string | null)[]) {
      const { entries } = await desk.ask<UndoableListAnswer>('GET', '/materials/undoable?limit=100');
      return entries.filter(({ id }) => ids.includes(id));
    },
    /** Returns the number of materials of each of these publications, in the order of the list. */
    async publications(...ids: (string | null)[]) {
      const { publications } = await desk.ask<PublicationListAnswer>('GET', '/staging/publications');
      return publications.filter(({ id }) => ids.includes(id)).map(({ id, published }) => [id, published]);
    },
    /** Returns those of these rows that are not published. */
    open: async (ids: readonly string[]) => (await desk.list()).filter(({ $id }) => ids.includes($id)),
    inventory: (query: string) => desk.ask<InventoryAnswer>('GET', `/materials/inventory?limit=100&${query}`),
    summarise: (ids: readonly string[], accept: string[] = []) =>
      desk.ask<PublicationSummaryAnswer>('POST', '/staging/publications/preview', { ids, accept }),
  };
}

/** One library for all tests, because starting one takes longer than a test; each test uses separate files. */
let library: Awaited<ReturnType<typeof openLibrary>>;

beforeAll(async () => {
  library = await openLibrary();
});

afterAll(() => library[Symbol.asyncDispose]());

const exams = (folder: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `${folder}/OS ${from + index}.pdf`);

/** Reads the library as visitors and the administrator see it, without times and revisions, which always increase. */
async function readLibrary({ visitor, admin, list, services }: typeof library): Promise<unknown[]> {
  await services.indexKeeper.idle();
  const seen: unknown[] = [];
  const addresses = [
    ...['papers', 'notes', 'revisions', 'books'].map((each) => `/databases/library/collections/${each}/documents`),
    '/materials/counts',
    '/materials/counts/faculties',
    '/catalogue/subjects?name=Operating%20Systems',
    '/search?q=OS',
    '/feeds/faculties/csit',
    '/opds/new',
    '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc',
  ];
  for (const address of addresses) seen.push([address, (await visitor.call('GET', address)).text]);
  for (const address of ['/materials/inventory', '/materials/trash', '/materials/hidden', '/materials/unused-files'])
    seen.push([address, (await admin.call('GET', address)).text]);
  const rows = await list('all');
  seen.push(rows.map(({ $updatedAt: _updated, revision: _revision, ...row }) => row));
  return JSON.parse(JSON.stringify(seen), (_key, value: unknown) =>
    typeof value === 'string'
      ? value
          .replaceAll(/<(updated|responseDate|datestamp)>[^<]*/g, '<$1>')
          .replaceAll(/<header status="deleted">.*?<\/header>/gs, '')
      : value,
  ) as unknown[];
}

test('a publication by several requests and two administrators is one, and undoing it restores the library', async () => {
  const { url, stagePapers, begin, publish, undo, undoable, visitor, open, ask } = library;
  const ids = await stagePapers(exams('Shared drive', 6));
  await library.tell([ids[0] ?? ''], { title: 'Set by hand' });
  await library.services.staging.idle();
  const before = await readLibrary(library);
  const countTombstones = async () => {
    const { text } = await visitor.call('GET', '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc');
    return text.split('<header status="deleted">').length - 1;
  };
  const tombstones = await countTombstones();
  const colleague = openStagingDesk(await signIn(url, administrator), library);

  const publicationId = await begin(ids);
  await publish(ids.slice(0, 2), { publicationId });
  // The colleague sees the remaining rows, and publishes them at the same time.
  expect(await colleague.begin(ids.slice(2))).toBe(publicationId);
  const both = [publish(ids.slice(2, 5), { publicationId }), colleague.publish(ids.slice(2), { publicationId })];
  const outcomes = (await Promise.all(both)).flatMap(({ results }) => results.map(({ outcome }) => outcome));
  expect(outcomes.filter((outcome) => outcome === 'published')).toHaveLength(4);
  const entries = await undoable(publicationId);
  expect(entries).toMatchObject([
    {
      type: 'publication',
      id: publicationId,
      sources: ['Shared drive'],
      materials: 6,
      unchanged: 6,
      pending: 0,
      daysLeft: 7,
      undone: null,
    },
  ]);
  expect(entries[0]?.userName).not.toBe('');

  using client = await subscribeAt(url, ['documents']);
  const [first] = (await ask<InventoryAnswer>('GET', `/materials/inventory?publicationId=${publicationId}`)).documents;
  expect(await undo(publicationId)).toEqual({ id: publicationId, restored: 6, left: [], leftTotal: 0, takeable: 0 });
  const messages = await client.take(6);
  expect(new Set(messages.map(({ data }) => String(data.events[0]).split('.').at(-1)))).toEqual(new Set(['delete']));
  await library.services.staging.idle();
  expect(await readLibrary(library)).toEqual(before);
  // The address of the material gets 410, and harvesters have a tombstone.
  expect((await visitor.call('GET', `/materials/${first?.$id}`)).status).toBe(410);
  expect(await countTombstones()).toBe(tombstones + 6);
  const rows = await open(ids);
  expect(rows.map(({ state, title, isTitleManual }) => [state, title, isTitleManual])).toEqual([
    ['checked', 'Set by hand', true],
    ...[2, 3, 4, 5, 6].map((number) => ['checked', `OS ${number}`, false]),
  ]);
  expect((await visitor.call('GET', `/storage/buckets/files/files/${rows[0]?.fileId}/view`)).status).toBe(404);

  // Published again, they are the same materials, in another publication.
  const again = await publish(ids);
  expect(again.results.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'published'));
  expect(again.publicationId).not.toBe(publicationId);
  expect((await visitor.call('GET', `/materials/${first?.$id}`)).status).toBe(200);
  expect(await library.publications(publicationId, again.publicationId)).toEqual([[again.publicationId, 6]]);
});

test('an interrupted publication is continued by the next publication of the same files, or undone as far as it got', async () => {
  const { stagePapers, begin, publish, undo, undoable, open } = library;
  const ids = await stagePapers(exams('Broken', 4));
  const publicationId = await begin(ids);
  await publish(ids.slice(0, 1), { publicationId });
  expect(await undoable(publicationId)).toMatchObject([{ id: publicationId, materials: 1, pending: 3 }]);
  // The browser was closed; in the next visit the rest is published.
  const rest = await publish(ids.slice(1, 3));
  expect(rest.publicationId).toBe(publicationId);
  expect(await undoable(publicationId)).toMatchObject([{ id: publicationId, materials: 3, pending: 1 }]);
  expect(await undo(publicationId)).toMatchObject({ restored: 3, leftTotal: 0 });
  expect((await open(ids)).map(({ $id }) => $id)).toEqual(ids);
  // The undone publication publishes nothing more.
  const late = await library.admin.call('POST', '/staging/publish', { json: { ids, publicationId } });
  expect([late.status, late.json['message']]).toEqual([
    409,
    'This publication was undone meanwhile. Publish the files again.',
  ]);
  expect(await undoable(publicationId)).toMatchObject([{ undone: { restored: 3, leftTotal: 0 }, pending: 0 }]);
});

test('a publication is continued within a day of lived time, and only by a request with one of its files', async () => {
  const { stagePapers, begin, publish, resources } = library;
  const ids = await stagePapers(exams('Days', 5));
  const first = await begin(ids.slice(0, 3));
  await publish(ids.slice(0, 1), { publicationId: first });
  const other = (await publish(ids.slice(3, 4))).publicationId;
  expect(other).not.toBe(first);
  await resources.database.livedTime.add(day + 1);
  const second = await begin(ids.slice(1));
  expect(second).not.toBe(first);
  await publish(ids.slice(1), { publicationId: second });
  expect(await library.publications(first, other, second)).toEqual([
    [second, 3],
    [other, 1],
    [first, 1],
  ]);
});

test('an id with which nothing was published is no publication', async () => {
  const { stagePapers, publish, begin, publications, undoable } = library;
  const [unknown = ''] = await stagePapers(['Nothing/nothing is known.pdf'], {});
  const refused = await publish([unknown]);
  expect(refused).toMatchObject({ publicationId: null, results: [{ outcome: 'refused' }] });
  const begun = await begin([unknown]);
  expect([await publications(begun), await undoable(begun)]).toEqual([[], []]);
  const { status, json } = await library.admin.call('POST', '/staging/publish', {
    json: { ids: [unknown], publicationId: 'never' },
  });
  expect([status, json['type']]).toEqual([404, 'document_not_found']);
});

test('materials that were edited, hidden or replaced since are not withdrawn but named, and withdrawn on request', async () => {
  const { admin, stagePapers, publish, undo, previewUndo, open, inventory } = library;
  const ids = await stagePapers(exams('Left', 6));
  const { results, publicationId } = await publish(ids);
  const id = publicationId ?? '';
  const [same = '', edited = '', hidden = '', replaced = '', trashed = '', purged = ''] = results.map(
    ({ materialId }) => materialId ?? '',
  );
  await admin.call('PATCH', `${papers}/${edited}`, { json: { data: { title: 'Edited since', year: 2021 } } });
  await admin.call('POST', `/materials/${hidden}/hide`, { json: { reason: 'Under review' } });
  const otherFile = await uploadSmallFile(admin, { name: 'other.pdf', content: new Uint8Array(makePdf([['other']])) });
  await admin.call('PATCH', `${papers}/${replaced}`, {
    json: { data: { downloadUrl: `/v1/storage/buckets/files/files/${otherFile}/preview` } },
  });
  for (const each of [trashed, purged]) await admin.call('DELETE', `${papers}/${each}`, { json: {} });
  await admin.call('POST', `/materials/${purged}/purge`);

  const preview = await previewUndo(id);
  expect(preview).toMatchObject({ restored: 1, leftTotal: 5, takeable: 3 });
  expect(new Map(preview.left.map((row) => [row.id, row.reason]))).toEqual(
    new Map([
      [edited, 'It was edited since.'],
      [hidden, 'It was hidden since.'],
      [replaced, 'Its file or its cover was changed since.'],
      [trashed, 'It was moved to the trash since.'],
      [purged, 'It was deleted permanently.'],
    ]),
  );
  expect(await open(ids)).toEqual([]);
  expect(await undo(id)).toEqual(preview);
  expect(await undo(id)).toEqual(preview);
  expect((await open(ids)).map(({ title }) => title)).toEqual(['OS 1']);
  expect((await inventory(`publicationId=${id}`)).documents.map(({ $id }) => $id).toSorted()).toEqual(
    [edited, hidden, replaced].toSorted(),
  );

  expect(await previewUndo(id, true)).toMatchObject({ restored: 4, leftTotal: 2, takeable: 0 });
  expect(await undo(id, true)).toMatchObject({ restored: 4, leftTotal: 2 });
  expect(await undo(id)).toMatchObject({ restored: 4, leftTotal: 2 });
  await library.services.staging.idle();
  const rows = new Map((await open(ids)).map((row) => [row.title, row]));
  expect([...rows.keys()]).toEqual(['OS 1', 'Edited since', 'OS 3', 'OS 5']);
  expect(rows.get('Edited since')?.fields).toMatchObject({ year: { value: 2021, source: 'manual' } });
  expect((await admin.call('GET', '/materials/trash')).text).not.toContain(trashed);
  expect((await admin.call('GET', `/materials/${same}`)).status).toBe(410);
});

test('a publication is undone within seven days of lived time, and an undo that has begun is completed later', async () => {
  const { stagePapers, publish, undoable, resources, admin } = library;
  const [first = '', second = ''] = await stagePapers(exams('Week', 2));
  const early = (await publish([first])).publicationId ?? '';
  const { database } = resources;
  await database.livedTime.add(7 * day - 1);
  const late = (await publish([second])).publicationId ?? '';
  expect((await undoable(early, late)).map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
    [late, 7],
    [early, 1],
  ]);
  await database.livedTime.add(2);
  expect((await undoable(early, late)).map(({ id }) => id)).toEqual([late]);
  for (const method of ['GET', 'POST']) {
    const answer = await admin.call(method, `/staging/publications/${early}/undo`);
    expect([answer.status, answer.json['message']]).toEqual([
      404,
      'This publication was made more than a week ago and stays.',
    ]);
  }
  // The publication remains a filter.
  expect(await library.publications(early, late)).toEqual([
    [late, 1],
    [early, 1],
  ]);
  await database.publications.beginUndo(early, { userId: 'u1', takesChanged: false });
  await library.services.staging.catchUp();
  expect((await library.open([first, second])).map(({ $id }) => $id)).toEqual([first]);
});

test('the summary lists the effects of publishing, computed by the same rule as publishing itself', async () => {
  const { admin, stagePapers, publish, summarise, tell } = library;
  const os = await stagePapers(exams('Summary', 3));
  const physics = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
  const notes = await stagePapers(exams('Summary/notes', 2, 10), { ...physics, kind: 'note', year: null });
  const [unknown = ''] = await stagePapers(['Single.pdf'], {});
  const files = [{ path: 'Summary/not sent.pdf', size: 10, digest: 'a'.repeat(64) }];
  const announced = (await admin.call('POST', '/staging', { json: { files } })).json as { files: { $id: string }[] };
  const notSent = announced.files[0]?.$id ?? '';
  const [twin = ''] = await stagePapers(['Summary/OS twin.pdf']);
  const shelf = await uploadSmallFile(admin, {
    name: 'x.pdf',
    content: new Uint8Array(makePdf([['Summary/OS twin.pdf']])),
  });
  const data = { ...physics, title: 'Here already', downloadUrl: `/v1/storage/buckets/files/files/${shelf}/preview` };
  await admin.call('POST', '/databases/library/collections/notes/documents', { json: { documentId: 'twin', data } });
  const [html = ''] = await stagePapers(['Summary/book.pdf'], { ...paperPlace, year: null });
  await tell([html], { kind: 'paper', year: 2019 });
  // Guessed from its path alone.
  const [guessed = ''] = await stagePapers(['CSIT/4th Semester/Operating Systems/Question Papers/OS 2018.pdf'], {});
  const ids = [...os, ...notes, unknown, notSent, twin, html, guessed];

  const summary = await summarise(ids);
  expect(summary).toMatchObject({ total: 10, sources: ['', 'CSIT', 'Summary'] });
  const counted = new Map(summary.states.map(({ state, count }) => [state, count]));
  expect([...counted.values()].reduce((sum, count) => sum + count, 0)).toBe(10);
  expect([counted.get('notSent'), counted.get('missing'), counted.get('duplicate')]).toEqual([1, 1, 1]);
  expect(
    summary.places.map(({ facultyName, termName, subject, count }) => [facultyName, termName, subject, count]),
  ).toEqual([
    ['BSc CSIT', 'Semester 1', 'Physics', 2],
    ['BSc CSIT', 'Semester 4', 'Operating Systems', expect.any(Number)],
  ]);
  expect(summary.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(summary.included);
  expect(summary.years.reduce((sum, { count }) => sum + count, 0)).toBe(summary.included);
  expect(summary.years.at(-1)).toEqual({ year: null, yearBs: null, count: 2 });
  const reasons = new Map(summary.unready.map(({ id, reason }) => [id, reason]));
  expect(reasons.get(twin)).toBe('The same file is in the library as “Here already”.');
  expect(summary.unreadyTotal).toBe(10 - (counted.get('ready') ?? 0));
  const all = await summarise(ids, ['doubtful', 'duplicates', 'unreadable']);
  expect(all.included).toBeGreaterThan(summary.included);
  expect(all.unseen).toBe(all.included - 7);

  const dry = await summarise(ids);
  const { results } = await publish(ids);
  const published = results.flatMap(({ id, outcome }) => (outcome === 'published' ? [id] : []));
  expect([published, published.length]).toEqual([dry.ids, dry.included]);
  const refusals = new Map(results.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])));
  expect(refusals).toEqual(new Map(dry.unready.map(({ id, reason }) => [id, reason])));
  // Published rows are not counted any more.
  expect((await summarise(ids)).total).toBe(10 - dry.included);
});

test('the inventory lists the materials of a publication, filtered like others, and can change all of them in one step', async () => {
  const { ask, stagePapers, publish, inventory } = library;
  const first = await publish(await stagePapers(exams('One', 3)));
  const second = await publish(await stagePapers(exams('Two', 2, 10), { ...paperPlace, year: 2021 }));
  const [one, two] = [first, second].map(({ publicationId }) => publicationId ?? '');
  expect((await inventory(`publicationId=${one}`)).total).toBe(3);
  expect(
    (await inventory(`publicationId=${two}&year=2021&q=OS`)).documents.map(({ title }) => title).toSorted(),
  ).toEqual(['OS 10', 'OS 11']);
  expect((await inventory(`publicationId=${two}&year=2020`)).total).toBe(0);
  expect((await inventory('publicationId=unknown')).total).toBe(0);
  const matching = { publicationId: two, total: 2 };
  const changed = await ask<{ id: string; changed: number }>('POST', '/materials/changes', {
    matching,
    change: { action: 'edit', year: 2015 },
  });
  expect(changed.changed).toBe(2);
  expect((await inventory(`publicationId=${two}&year=2015`)).total).toBe(2);
});

test('the list of undoable actions names changes and publications, their authors, and what undoing restores', async () => {
  const { admin, ask, stagePapers, publish, undoable } = library;
  const { results, publicationId } = await publish(await stagePapers(exams('Listed', 3)));
  const ids = results.map(({ materialId }) => materialId ?? '');
  const edit = await ask<{ id: string }>('POST', '/materials/changes', {
    ids: ids.slice(0, 2),
    change: { action: 'edit', year: 2010 },
  });
  const hide = await ask<{ id: string }>('POST', '/materials/changes', {
    ids: ids.slice(1),
    change: { action: 'hide', reason: 'Under review' },
  });
  await admin.call('POST', `/materials/${ids[2]}/hide`, { json: { reason: 'The owner asked' } });
  const entries = await undoable(publicationId, edit.id, hide.id);
  expect(new Set(entries.map(({ userName }) => userName))).toEqual(new Set([entries[0]?.userName]));
  expect(entries[0]?.userName).not.toBe('');
  expect(entries).toMatchObject([
    { type: 'change', id: hide.id, action: 'hide', reason: 'Under review', materials: 2, unchanged: 1 },
    {
      type: 'change',
      id: edit.id,
      action: 'edit',
      materials: 2,
      unchanged: 1,
      steps: [{ kind: 'paper', what: 'year', from: '2020', to: '2010', count: 2 }],
    },
    { type: 'publication', materials: 3, unchanged: 0 },
  ]);
  for (const { id, unchanged } of entries.slice(0, 2)) {
    const preview = await ask<{ restored: number }>('GET', `/materials/changes/${id}/undo`);
    expect(preview.restored).toBe(unchanged);
  }
  expect(await ask('POST', `/materials/changes/${hide.id}/undo`)).toMatchObject({ restored: 1, leftTotal: 1 });
  expect((await undoable(hide.id))[0]).toMatchObject({ id: hide.id, undone: { restored: 1, leftTotal: 1 } });
  const page = await ask<UndoableListAnswer>('GET', '/materials/undoable?limit=1&offset=1');
  expect(page).toMatchObject({ total: expect.any(Number), entries: [{ id: edit.id }] });
});

test('a publication has as many files as can be staged, and no more', async () => {
  const { admin, begin } = library;
  const ids = Array.from({ length: stagingLimits.maxFiles }, (_, index) => `s${String(index).padStart(35, '0')}`);
  await begin(ids);
  for (const path of ['/staging/publications', '/staging/publications/preview']) {
    const ask = async (list: readonly string[]) => admin.call('POST', path, { json: { ids: list } });
    expect((await ask(ids)).status).toBe(200);
    const refused = await ask([...ids, 'more']);
    expect([refused.status, refused.json['message']]).toEqual([
      400,
      'Invalid `ids` param: must name at most 20,000 files.',
    ]);
    expect((await ask([])).status).toBe(400);
  }
});

test('only administrators see, begin and undo publications', async () => {
  const { visitor, student, stagePapers, publish } = library;
  const { publicationId } = await publish(await stagePapers(exams('Rights', 1)));
  const calls: [string, string, object?][] = [
    ['POST', '/staging/publications/preview', { ids: ['s1'] }],
    ['POST', '/staging/publications', { ids: ['s1'] }],
    ['GET', '/staging/publications'],
    ['GET', `/staging/publications/${publicationId}/undo`],
    ['POST', `/staging/publications/${publicationId}/undo`, {}],
    ['GET', '/materials/undoable'],
    ['GET', '/materials/changes/made/undo'],
  ];
  const ask = (caller: ContractCaller) =>
    Promise.all(calls.map(async ([method, path, json]) => (await caller.call(method, path, json && { json })).status));
  for (const caller of [visitor, student]) expect(await ask(caller)).toEqual(calls.map(() => 401));
});
