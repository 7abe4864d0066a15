import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHidingShelf, papers, reason } from '#test/support/hiding-shelf.ts';
import { smallPdf, uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { subscribeAt } from '#test/support/realtime.ts';
import { files, member, signIn } from '#test/support/three-callers.ts';

const rows = '/tablesdb/library/tables/papers/rows';
const inTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** One library for all tests, because starting one takes longer than a test; each test uses separate materials. */
let shelf: Awaited<ReturnType<typeof openHidingShelf>>;

beforeAll(async () => {
  shelf = await openHidingShelf();
});

afterAll(() => shelf[Symbol.asyncDispose]());

test('a hidden material is missing at every address except for administrators, and is complete again once shown', async () => {
  const { admin, visitor, student, publish, hide, show, page } = shelf;
  await uploadSmallFile(admin, { id: 'p1-file', name: 'p1.html', content: '<!doctype html><p>Zebrafish' });
  await publish('p1', { file: 'p1-file' });
  const file = `${files}/p1-file`;
  const tag = (await visitor.call('GET', `${file}/view`)).headers.get('etag') ?? '';
  const addresses: [path: string, whenHidden: number, headers?: Record<string, string>, method?: string][] = [
    ['/materials/p1', 410],
    ['/materials/p1/text', 404],
    [`${papers}/p1`, 404],
    [`${rows}/p1`, 404],
    [file, 404],
    [`${file}/view`, 404],
    [`${file}/view`, 404, inTab],
    [`${file}/view`, 404, { range: 'bytes=0-3' }],
    [`${file}/view`, 404, { 'if-none-match': tag }],
    [`${file}/view`, 404, {}, 'HEAD'],
    [`${file}/preview?copy=reading`, 404],
    [`${file}/preview`, 404],
    [`${file}/download`, 404],
    [`${file}/download`, 404, {}, 'HEAD'],
  ];
  const statuses = async (caller: ContractCaller) => {
    const found = [];
    for (const [path, , headers = {}, method = 'GET'] of addresses) {
      const answer = await caller.call(method, path, { headers });
      expect([path, answer.status >= 400 && answer.headers.get('x-accel-redirect')]).toEqual([
        path,
        answer.status >= 400 ? null : false,
      ]);
      found.push(answer.status);
    }
    return found;
  };
  const asShown = addresses.map(([, , headers]) => (headers?.['range'] ? 206 : headers?.['if-none-match'] ? 304 : 200));
  const counted = async (caller: ContractCaller) => {
    const { json } = await caller.call('GET', '/materials/counts');
    return (json['totals'] as { paper: number }).paper;
  };
  const listed = async (caller: ContractCaller) => (await caller.call('GET', papers)).text.includes('"p1"');
  const suggested = async (caller: ContractCaller) =>
    (await caller.call('GET', '/search/suggest?q=zebrafish')).text.includes('"p1"');
  const found = async (caller: ContractCaller) =>
    (await caller.call('GET', '/search?q=zebrafish')).text.includes('"p1"');
  const seenBy = async (caller: ContractCaller) => ({
    statuses: await statuses(caller),
    listed: await listed(caller),
    suggested: await suggested(caller),
    found: await found(caller),
    counted: await counted(caller),
  });
  await shelf.services.indexKeeper.idle();
  const everything = { statuses: asShown, listed: true, suggested: true, found: true, counted: 1 };
  const nothing = {
    statuses: addresses.map(([, status]) => status),
    listed: false,
    suggested: false,
    found: false,
    counted: 0,
  };
  for (const caller of [visitor, student, admin]) expect(await seenBy(caller)).toEqual(everything);
  const subject = '/faculty/csit/semester/1/subject/physics';
  expect((await page(subject)).text).toContain('Zebrafish p1');
  expect((await page('/material/p1')).status).toBe(200);

  const answer = await hide('p1');
  expect([answer.status, answer.json['$permissions'], answer.json['$hiddenReason']]).toEqual([200, [], reason]);
  for (const caller of [visitor, student]) expect(await seenBy(caller)).toEqual(nothing);
  expect(await seenBy(admin)).toEqual(everything);
  const gone = await visitor.call('GET', '/materials/p1');
  expect(gone.json).toMatchObject({ type: 'document_not_found', isHidden: true, place: { subject: 'Physics' } });
  expect((await page(subject)).text).not.toContain('Zebrafish');
  const shown = await page('/material/p1');
  expect([shown.status, shown.text.match(/This material is hidden[^<]*/)?.[0]]).toEqual([
    410,
    'This material is hidden at the moment. It may come back.',
  ]);
  expect(shown.text + gone.text).not.toContain('asha@');

  expect((await show('p1')).json['$permissions']).toEqual(['read("any")']);
  for (const caller of [visitor, student, admin]) expect(await seenBy(caller)).toEqual(everything);
  expect((await page('/material/p1')).status).toBe(200);
  expect((await page(subject)).text).toContain('Zebrafish p1');
});

test('a file that another material shows is served until that material is hidden too', async () => {
  const { visitor, admin, publish, hide, show } = shelf;
  await publish('two');
  await publish('too', { file: 'two-file' });
  const statusFor = async (caller: ContractCaller) =>
    (await caller.call('GET', `${files}/two-file/preview?width=160`)).status;
  expect(await statusFor(visitor)).toBe(200);
  await hide('two');
  expect(await statusFor(visitor)).toBe(200);
  await admin.call('DELETE', `${papers}/too`, { json: {} });
  expect([await statusFor(visitor), await statusFor(admin)]).toEqual([404, 200]);
  await admin.call('POST', '/materials/too/restore');
  expect(await statusFor(visitor)).toBe(200);
  await hide('too');
  expect([await statusFor(visitor), await statusFor(admin)]).toEqual([404, 200]);
  await show('two');
  expect(await statusFor(visitor)).toBe(200);
});

test('hiding takes a plain reason, and only from an administrator', async () => {
  const { admin, visitor, student, publish, hide, show, hidden } = shelf;
  await publish('p3');
  for (const caller of [visitor, student])
    for (const [method, path] of [
      ['POST', '/materials/p3/hide'],
      ['POST', '/materials/p3/show'],
      ['GET', '/materials/hidden'],
    ] as const) {
      const answer = await caller.call(method, path, method === 'POST' ? { json: { reason } } : {});
      expect([path, answer.status, answer.json['type']]).toEqual([path, 401, 'user_unauthorized']);
    }
  for (const wrong of ['', ' \u200b ', 'x'.repeat(201), undefined, 7]) {
    const answer = await admin.call('POST', '/materials/p3/hide', { json: { reason: wrong } });
    expect([wrong, answer.status, answer.json['type']]).toEqual([wrong, 400, 'general_argument_invalid']);
  }
  expect(await hidden('?id=p3')).toEqual([]);
  expect((await hide('p3', ' Under\n\u202ereview ')).json['$hiddenReason']).toBe('Under review');
  expect((await hide('none')).json['type']).toBe('document_not_found');
  expect((await show('none')).json['type']).toBe('document_not_found');
  expect((await admin.call('GET', `/materials/hidden?${'id=p3&'.repeat(101)}`)).status).toBe(400);
  await show('p3');
});

test('hiding a hidden material only changes the reason, and showing a shown one changes nothing', async () => {
  const { publish, hide, show, hidden } = shelf;
  await publish('p4');
  const first = (await hide('p4', 'Wrong paper')).json;
  const second = (await hide('p4', 'Under review')).json;
  expect(second).toEqual({ ...first, $hiddenReason: 'Under review' });
  expect(await hidden('?id=p4&id=p3')).toEqual([['p4', 'Under review']]);
  const shown = (await show('p4')).json;
  expect((await show('p4')).json).toEqual(shown);
  expect(await hidden('?id=p4')).toEqual([]);
  const entries = (await shelf.services.trail.list({ limit: 50 })).filter(({ subjectId }) => subjectId === 'p4');
  expect(entries.map(({ action, detail }) => [action, detail]).toReversed()).toEqual([
    ['published', ''],
    ['hidden', 'Wrong paper'],
    ['hidden', 'Under review'],
    ['shown', ''],
  ]);
});

test('a material that only administrators may read is hidden, however its permissions were set', async () => {
  const { admin, visitor, student, publish, hide, show, hidden } = shelf;
  await publish('p5', { permissions: ['update("users")', 'read("users")'] });
  const permit = (permissions: string[]) => admin.call('PATCH', `${papers}/p5`, { json: { permissions } });
  const file = (caller: ContractCaller) => caller.call('GET', `${files}/p5-file/view`);
  expect((await file(student)).status).toBe(200);
  expect((await hide('p5')).json['$permissions']).toEqual(['update("users")']);
  // Visitors could never read it, so they get 404 and not 410.
  expect((await visitor.call('GET', '/materials/p5')).status).toBe(404);
  expect((await student.call('GET', '/materials/p5')).status).toBe(410);
  expect((await show('p5')).json['$permissions']).toEqual(['read("users")', 'update("users")']);

  await permit(['read("label:admin")']);
  expect(await hidden('?id=p5')).toEqual([['p5', null]]);
  expect([(await file(visitor)).status, (await student.call('GET', '/materials/p5')).status]).toEqual([404, 410]);
  expect((await hide('p5', 'Wrong paper')).json['$hiddenReason']).toBe('Wrong paper');
  await permit(['read("any")']);
  expect(await hidden('?id=p5')).toEqual([]);
  expect((await file(visitor)).status).toBe(200);
  const actions = (await shelf.services.trail.list({ limit: 20 }))
    .filter(({ subjectId }) => subjectId === 'p5')
    .map(({ action }) => action);
  expect(actions.toReversed()).toEqual([
    'published',
    'hidden',
    'shown',
    'edited',
    'hidden',
    'hidden',
    'edited',
    'shown',
  ]);

  await publish('p6', { permissions: [] });
  expect(await hidden('?id=p6')).toEqual([['p6', null]]);
  for (const caller of [visitor, student]) expect((await caller.call('GET', '/materials/p6')).status).toBe(404);
  expect((await file(visitor)).status).toBe(200);
  expect((await show('p6')).json['$permissions']).toEqual(['read("any")']);
});

test('a hidden material that is deleted is restored hidden, and is neither hidden nor shown in the trash', async () => {
  const { admin, visitor, publish, hide, show, hidden } = shelf;
  await publish('p7');
  await hide('p7', 'Under review');
  await admin.call('DELETE', `${papers}/p7`, { json: {} });
  expect(await hidden('?id=p7')).toEqual([]);
  for (const answer of [await hide('p7'), await show('p7')])
    expect([answer.status, answer.json['type'], answer.json['message']]).toEqual([
      409,
      'document_update_conflict',
      'This material is in the trash. Restore it first.',
    ]);
  expect((await visitor.call('GET', '/materials/p7')).json).toMatchObject({ code: 410, isHidden: false });
  expect((await admin.call('POST', '/materials/p7/restore')).json['$permissions']).toEqual([]);
  expect(await hidden('?id=p7')).toEqual([['p7', 'Under review']]);
  expect((await visitor.call('GET', `${papers}/p7`)).status).toBe(404);
  await admin.call('DELETE', `${papers}/p7`, { json: {} });
  await admin.call('POST', '/materials/p7/purge');
  expect((await hide('p7')).json['type']).toBe('document_not_found');
  expect(await hidden('?id=p7')).toEqual([]);
});

test('the materials of a faculty are counted by year for administrators, including hidden ones', async () => {
  const { admin, visitor, student, publish, hide } = shelf;
  const counted = async () => {
    const { json } = await admin.call('GET', '/catalogue/faculties/csit/counts');
    const counts = json['counts'] as { kind: string; year: number | null; count: number; hidden: number }[];
    const papers = counts.find(({ kind, year }) => kind === 'paper' && year === 2080);
    return [papers?.count ?? 0, papers?.hidden ?? 0];
  };
  const [count = 0, hidden = 0] = await counted();
  await publish('p10');
  expect(await counted()).toEqual([count + 1, hidden]);
  await hide('p10');
  expect(await counted()).toEqual([count + 1, hidden + 1]);
  for (const caller of [visitor, student])
    expect((await caller.call('GET', '/catalogue/faculties/csit/counts')).json['type']).toBe('user_unauthorized');
  expect((await admin.call('GET', '/catalogue/faculties/none/counts')).json['type']).toBe('document_not_found');
});

test('an upload of the same bytes reports the hidden material', async () => {
  const { admin, publish, hide } = shelf;
  await publish('p8');
  await hide('p8');
  await uploadSmallFile(admin, { id: 'p8-again', name: 'again.pdf', content: `${smallPdf}% p8\n` });
  const { json } = await admin.call('GET', '/files/p8-again/same');
  expect(json['documents']).toMatchObject([{ $id: 'p8', $permissions: [] }]);
});

test('realtime sends a deletion to clients that can no longer read the material, and a creation once it is shown', async () => {
  const { admin, publish, hide, show, url } = shelf;
  await publish('p9');
  const student = await signIn(url, member);
  using outside = await subscribeAt(url, ['documents']);
  using inside = await subscribeAt(url, ['documents'], { cookie: student.cookie });
  using administrators = await subscribeAt(url, ['documents'], { cookie: admin.cookie });
  const heard = async () => {
    const received = [];
    for (const listener of [outside, inside, administrators])
      received.push(
        [await listener.next(), ...(await listener.settle())].map(({ data }) => [
          String(data.events[0]).split('.').at(-1),
          (data.payload.$permissions as string[]).join(),
        ]),
      );
    return received;
  };
  await hide('p9');
  const deleted = [['delete', 'read("any")']];
  expect(await heard()).toEqual([deleted, deleted, [['update', '']]]);
  await show('p9');
  const created = [['create', 'read("any")']];
  expect(await heard()).toEqual([created, created, [['update', 'read("any")']]]);
  await admin.call('PATCH', `${papers}/p9`, { json: { permissions: ['read("users")'] } });
  const restricted = [['update', 'read("users")']];
  expect(await heard()).toEqual([deleted, restricted, restricted]);
});
