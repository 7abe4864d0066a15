import { expect, test } from 'vitest';
import type { SearchFindingsAnswer, SearchSuggestionsAnswer } from '#contract/schemas/answer-types.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

const documents = '/databases/library/collections/notes/documents';

/** Publishes a note whose pages have this text. */
async function publish(
  server: TestServer,
  admin: ContractCaller,
  id: string,
  pages: readonly string[],
  facts: { title?: string; subject?: string; year?: number; yearBs?: number; permissions?: string[] } = {},
): Promise<void> {
  await uploadSmallFile(admin, { id: `f-${id}`, name: `${id}.pdf`, content: `${smallPdf}\n% ${id}` });
  const { permissions, ...others } = facts;
  const data = {
    title: `Notes ${id}`,
    subject: 'Web Technology',
    facultyId: 'csit',
    semesterId: '5',
    downloadUrl: `/v1/storage/buckets/files/files/f-${id}/preview?project=examshelf`,
    ...others,
  };
  const made = await admin.call('POST', documents, { json: { documentId: id, data, permissions } });
  expect([id, made.status]).toEqual([id, 201]);
  await store(server, `f-${id}`, pages);
}

async function store(server: TestServer, fileId: string, pages: readonly string[]): Promise<void> {
  const { texts, database } = server.resources;
  const sha256 = (await database.files.find(fileId))?.sha256 ?? '';
  await texts.begin({ sha256, pageCount: pages.length, recipe: 1 });
  await texts.store(
    sha256,
    pages.map((text, at) => ({ page: at + 1, source: 'text', text, confidence: null, lines: null })),
  );
  server.services.indexKeeper.noteText(sha256);
  await server.services.indexKeeper.idle();
}

const search = async (caller: ContractCaller, parameters: Record<string, string | string[]>) => {
  const words = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const answer = await caller.call('GET', `/search?${new URLSearchParams(words)}`);
  return { status: answer.status, headers: answer.headers, ...(answer.json as SearchFindingsAnswer) };
};

const idsOf = ({ results }: SearchFindingsAnswer) => results.map(({ document }) => document.$id);

const heaps = 'A heap is a complete binary tree.\nInserting takes logarithmic time.';

test('a visitor finds the page, with an excerpt that marks the words', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', ['nothing of it', heaps], { title: 'Trees', year: 2079 });
  const found = await search(callAs(server.url), { q: 'tree of heaps' });
  expect(found).toMatchObject({
    status: 200,
    total: 1,
    matched: 'all',
    didYouMean: null,
    results: [{ kind: 'note', document: { $id: 'n1', title: 'Trees' }, pagesTotal: 1 }],
  });
  expect(found.results[0]?.pages).toEqual([
    {
      page: 2,
      source: 'text',
      excerpt: [
        { text: 'A ', isHit: false },
        { text: 'heap', isHit: true },
        { text: ' is a complete binary ', isHit: false },
        { text: 'tree', isHit: true },
        { text: '. Inserting takes logarithmic time.', isHit: false },
      ],
    },
  ]);
  expect(found.headers.get('cache-control')).toBe('no-cache');
  expect(found.facets.year).toEqual([{ value: 2079, count: 1 }]);
});

test('the index follows changes: a new title, a replaced file, the trash, a restore and a purge', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const visitor = callAs(server.url);
  const finds = async (q: string) => {
    await server.services.indexKeeper.idle();
    return idsOf(await search(visitor, { q }));
  };
  await publish(server, admin, 'n1', [heaps]);
  expect(await finds('binary tree ')).toEqual(['n1']);
  await admin.call('PATCH', `${documents}/n1`, { json: { data: { title: 'Priority queues' } } });
  expect(await finds('queues binary ')).toEqual(['n1']);
  await uploadSmallFile(admin, { id: 'f2', name: 'f2.pdf', content: `${smallPdf}\n% other` });
  await store(server, 'f2', ['Graphs have edges.']);
  const downloadUrl = '/v1/storage/buckets/files/files/f2/preview?project=examshelf';
  await admin.call('PATCH', `${documents}/n1`, { json: { data: { downloadUrl } } });
  expect([await finds('edges '), await finds('logarithmic ')]).toEqual([['n1'], []]);
  await admin.call('DELETE', `${documents}/n1`);
  expect(await finds('edges ')).toEqual([]);
  await admin.call('POST', '/materials/n1/restore');
  expect(await finds('edges ')).toEqual(['n1']);
  await admin.call('DELETE', `${documents}/n1`);
  await admin.call('POST', '/materials/n1/purge');
  expect(await finds('edges ')).toEqual([]);
  expect(await server.resources.searchIndex.count()).toMatchObject({ materials: 0, pages: 0 });
});

test('the words of a replaced file are not found any more, even before the new file is indexed', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps], { title: 'Trees' });
  await uploadSmallFile(admin, { id: 'f-new', name: 'new.pdf', content: `${smallPdf}\n% new` });
  const found = async (q: string) => idsOf(await search(callAs(server.url), { q }));
  expect([await found('logarithmic'), await found('trees')]).toEqual([['n1'], ['n1']]);
  const { searchIndex } = server.resources;
  const begin = searchIndex.begin.bind(searchIndex);
  const mayIndex = Promise.withResolvers<void>();
  searchIndex.begin = async (material) => {
    await mayIndex.promise;
    return begin(material);
  };
  const downloadUrl = '/v1/storage/buckets/files/files/f-new/preview?project=examshelf';
  await admin.call('PATCH', `${documents}/n1`, { json: { data: { downloadUrl } } });
  const meanwhile = [await found('logarithmic'), await found('trees')];
  mayIndex.resolve();
  expect(meanwhile).toEqual([[], ['n1']]);
  await store(server, 'f-new', ['A page about sorting']);
  expect([await found('logarithmic'), await found('sorting')]).toEqual([[], ['n1']]);
});

test('materials that a caller may not read are in no title, page, count, facet, correction or suggestion', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps]);
  await publish(server, admin, 'n2', [`zyzzyva ${heaps}`], {
    title: 'Quagga secrets',
    year: 2070,
    permissions: ['read("label:admin")'],
  });
  const visitor = callAs(server.url);
  const asked = await search(visitor, { q: 'heap' });
  expect([asked.total, idsOf(asked), asked.facets.year]).toEqual([1, ['n1'], []]);
  for (const q of ['zyzzyva', 'zyzyva', 'quagga', 'quaga']) {
    const { total, didYouMean } = await search(visitor, { q });
    expect([q, total, didYouMean]).toEqual([q, 0, null]);
  }
  const suggested = async (caller: ContractCaller) =>
    ((await caller.call('GET', '/search/suggest?q=quag')).json as SearchSuggestionsAnswer).materials.map(
      ({ id }) => id,
    );
  expect([await suggested(visitor), await suggested(admin)]).toEqual([[], ['n2']]);
  const byPart = async (caller: ContractCaller) =>
    ((await caller.call('GET', '/search/suggest?q=uag')).json as SearchSuggestionsAnswer).materials.map(({ id }) => id);
  expect([await byPart(visitor), await byPart(admin)]).toEqual([[], ['n2']]);
  expect((await search(admin, { q: 'zyzyva' })).didYouMean).toBe('zyzzyva');
  // The permission of the file alone.
  await admin.call('PUT', '/storage/buckets/files/files/f-n1', { json: { permissions: ['read("label:admin")'] } });
  expect(idsOf(await search(visitor, { q: 'binary' }))).toEqual([]);
  expect(idsOf(await search(admin, { q: 'binary' }))).toEqual(['n1', 'n2']);
});

test('a material is found by its year in either calendar and either digits, and counted and filtered by both', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps], { year: 2022, yearBs: 2079 });
  await publish(server, admin, 'n2', [heaps], { year: 2022 });
  await publish(server, admin, 'n3', [heaps], { year: 2023, yearBs: 2079 });
  const visitor = callAs(server.url);
  const finds = async (parameters: Record<string, string>) =>
    idsOf(await search(visitor, parameters))
      .sort()
      .join(' ');
  for (const q of ['2079', '२०७९']) expect([q, await finds({ q })]).toEqual([q, 'n1 n3']);
  for (const q of ['2022', '२०२२']) expect([q, await finds({ q })]).toEqual([q, 'n1 n2']);
  expect(await finds({ q: 'heap', yearBs: '2079' })).toBe('n1 n3');
  expect(await finds({ q: 'heap', yearBs: '2079', year: '2022' })).toBe('n1');
  expect((await search(visitor, { q: 'heap' })).facets).toMatchObject({
    year: [
      { value: 2022, count: 2 },
      { value: 2023, count: 1 },
    ],
    yearBs: [{ value: 2079, count: 2 }],
  });
  await admin.call('PATCH', `${documents}/n2`, { json: { data: { yearBs: 2078 } } });
  await server.services.indexKeeper.idle();
  expect([await finds({ q: '२०७८' }), await finds({ q: 'heap', yearBs: '2078' })]).toEqual(['n2', 'n2']);
  expect((await search(visitor, { q: 'heap', yearBs: '2300' })).status).toBe(400);
});

test('filters may be repeated, and result pages follow each other', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  for (const year of [2077, 2078, 2079]) await publish(server, admin, `n${year}`, [heaps], { year });
  const visitor = callAs(server.url);
  const some = await search(visitor, { q: 'heap', year: ['2077', '2079'], kind: 'note' });
  expect([some.total, idsOf(some).toSorted()]).toEqual([2, ['n2077', 'n2079']]);
  const parts = await Promise.all(['0', '1', '2'].map((offset) => search(visitor, { q: 'heap', limit: '1', offset })));
  expect(parts.flatMap(idsOf)).toEqual(idsOf(await search(visitor, { q: 'heap' })));
});

test('a page of ten results takes as many statements as a page of one', async () => {
  const statements: string[] = [];
  await using server = await openTestServer({ onQuery: ({ sql }) => statements.push(sql) });
  const admin = await callAsAdministrator(server.url);
  for (let index = 0; index < 10; index += 1) await publish(server, admin, `n${index}`, [heaps]);
  const { texts } = server.resources;
  const { readSome } = texts;
  let reads = 0;
  texts.readSome = (pages) => {
    reads += 1;
    return readSome(pages);
  };
  const count = async (limit: number) => {
    [statements.length, reads] = [0, 0];
    const { results } = await search(callAs(server.url), { q: 'heap', limit: String(limit) });
    return { results: results.length, statements: [...statements], reads };
  };
  // Reads what a server reads once.
  await search(callAs(server.url), { q: 'tree' });
  const one = await count(1);
  expect(one.statements.length).toBeGreaterThan(0);
  expect(await count(10)).toEqual({ results: 10, statements: one.statements, reads: 1 });
  // Findings are cached until the index changes, without an announced change.
  expect(await count(10)).toMatchObject({ results: 10, reads: 0 });
  await store(server, 'f-n0', ['Graphs have edges.']);
  expect(await count(10)).toMatchObject({ results: 9, reads: 1 });
});

test('hostile and wrong requests get a result or a clear refusal', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps]);
  const visitor = callAs(server.url);
  for (const q of [
    '',
    '   ',
    '"',
    '-',
    'OR OR',
    'a* NEAR(b c) body:x ^y',
    '\0heap',
    '🎉',
    '((((',
    "'; drop table terms;--",
  ])
    expect([q, (await search(visitor, { q })).status]).toEqual([q, 200]);
  expect(idsOf(await search(visitor, { q: '🎉 heap' }))).toEqual(['n1']);
  const long = await visitor.call('GET', `/search?q=${'word+'.repeat(1000)}`);
  expect([long.status, long.json['message']]).toEqual([400, 'Invalid `q` param: must have at most 2000 characters.']);
  for (const wrong of ['limit=0', 'limit=51', 'offset=-1', 'kind=song', 'year=x', `subject=${'x'.repeat(256)}`])
    expect([wrong, (await visitor.call('GET', `/search?q=heap&${wrong}`)).status]).toEqual([wrong, 400]);
});

test('a response has a tag, and the same response is not sent twice', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps]);
  const visitor = callAs(server.url);
  const first = await visitor.call('GET', '/search?q=heap');
  const tag = first.headers.get('etag') ?? '';
  expect((await visitor.call('GET', '/search?q=heap', { headers: { 'if-none-match': tag } })).status).toBe(304);
  await publish(server, admin, 'n2', [heaps]);
  expect((await visitor.call('GET', '/search?q=heap', { headers: { 'if-none-match': tag } })).status).toBe(200);
});

test('subjects are suggested by name, code and initials, materials by title or a part of it', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [], { title: 'Sorting networks' });
  const suggest = async (q: string) =>
    (await callAs(server.url).call('GET', `/search/suggest?q=${encodeURIComponent(q)}`))
      .json as SearchSuggestionsAnswer;
  const subjects = async (q: string) => (await suggest(q)).subjects.map(({ subject }) => subject);
  expect((await suggest('web tech')).subjects[0]).toMatchObject({
    facultyId: 'csit',
    semesterId: '5',
    subject: 'Web Technology',
    slug: 'web-technology',
  });
  expect(await subjects('dsa')).toContain('Data Structures and Algorithms');
  const [first] = (await suggest('web technology')).subjects;
  expect(await subjects(first?.code ?? '')).toContain('Web Technology');
  for (const q of ['sorting net', 'ORTING', 'tworks', 'sort netw', 'net of sorting'])
    expect((await suggest(q)).materials.map(({ id }) => id)).toEqual(['n1']);
  // A slip or two, plural abbreviations, numbers for Roman ones; one entry for a name in several programmes.
  for (const typed of ['opreting', 'oprating sys', 'operating systms'])
    expect([typed, await subjects(typed)]).toEqual([typed, expect.arrayContaining(['Operating Systems'])]);
  expect(await subjects('maths 2')).toContain('Mathematics II');
  expect(await subjects('mathematics 2')).toContain('Mathematics II');
  expect((await subjects('stats'))[0]).toMatch(/Statistics/);
  expect(await subjects('zzzrating')).toEqual([]);
  expect((await suggest('digital logic')).subjects.filter(({ subject }) => subject === 'Digital Logic')).toEqual([
    expect.objectContaining({ facultyName: 'BSc CSIT', alsoIn: ['BCA', 'BIM', 'Electrical Engineering'] }),
  ]);
  // Eight parts count.
  expect((await suggest('sor ort rti tin ing net two zzz ork')).materials).toEqual([]);
  expect((await suggest('sor ort rti tin ing net two wor zzz')).materials).toMatchObject([{ id: 'n1' }]);
  // Too short for the index of titles.
  expect((await suggest('or')).materials).toEqual([]);
  for (const q of ['', '"', '🎉', 'x'.repeat(2000)]) expect(await suggest(q)).toEqual({ subjects: [], materials: [] });
});

test('a search that names a subject has its places with the number of their materials', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', [heaps]);
  const { understood } = await search(callAs(server.url), { q: 'web technology' });
  expect(understood?.subjects).toMatchObject([
    { facultyId: 'csit', semesterId: '5', subject: 'Web Technology', totals: { note: 1, paper: 0 } },
  ]);
  const empty = await search(callAs(server.url), { q: 'digital logic' });
  expect(empty.understood?.subjects.map(({ subject, totals }) => [subject, totals.paper])).toContainEqual([
    'Digital Logic',
    0,
  ]);
});

test('words beside a subject filter its materials, unless none of them is left or the search is as typed', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'old', ['markup'], { year: 2023 });
  await publish(server, admin, 'new', ['markup'], { year: 2024 });
  await publish(server, admin, 'other', ['csit web technology 2024 on a page'], { subject: 'Cryptography' });
  const visitor = callAs(server.url);
  const filtered = await search(visitor, { q: 'csit web technology 2024' });
  expect(idsOf(filtered)).toEqual(['new']);
  expect(filtered.understood?.applied).toMatchObject({ q: 'Web Technology', facultyId: ['csit'], year: [2024] });
  const typed = await search(visitor, { q: 'csit web technology 2024', asTyped: 'true' });
  expect([idsOf(typed).includes('other'), typed.understood]).toEqual([true, undefined]);
  // Nothing of 2021: the words are searched.
  const none = await search(visitor, { q: 'csit web technology 2021' });
  expect([none.understood?.applied, none.understood?.subjects[0]?.subject]).toEqual([null, 'Web Technology']);
});

test('a year of Bikram Sambat beside a subject finds the years AD that it overlaps if no material has it', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'ad', ['markup'], { year: 2022 });
  const visitor = callAs(server.url);
  const found = await search(visitor, { q: 'web technology 2079' });
  expect([idsOf(found), found.understood?.applied]).toMatchObject([['ad'], { year: [2022, 2023], yearBs: [] }]);
  await publish(server, admin, 'bs', ['markup'], { year: 2022, yearBs: 2079 });
  expect(idsOf(await search(visitor, { q: 'web technology 2079' }))).toEqual(['bs']);
});

test('an abbreviation that no page has finds the materials of its subject', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', ['tea and dab'], { subject: 'Design and Analysis of Algorithms' });
  const found = await search(callAs(server.url), { q: 'daa' });
  expect([idsOf(found), found.understood?.applied?.q]).toEqual([['n1'], 'Design and Analysis of Algorithms']);
  await publish(server, admin, 'n2', ['daa is an abbreviation']);
  const asItIs = await search(callAs(server.url), { q: 'daa' });
  expect([idsOf(asItIs), asItIs.understood?.applied]).toEqual([['n2'], null]);
});

test('an abbreviation is not corrected, even if its subject has no materials', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', ['the toe of a slope']);
  const { total, didYouMean, understood } = await search(callAs(server.url), { q: 'toc' });
  expect([total, didYouMean, understood?.subjects[0]?.subject]).toEqual([0, null, 'Theory of Computation']);
});

test('a response says whether the words were corrected, and a search as typed corrects nothing', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', ['scheduling algorithms avoid deadlock']);
  const visitor = callAs(server.url);
  const readings = async (parameters: Record<string, string>) => {
    const { total, didYouMean, isCorrected } = await search(visitor, parameters);
    return [total, didYouMean, isCorrected];
  };
  expect(await readings({ q: 'deadlok ' })).toEqual([1, 'deadlock', true]);
  expect(await readings({ q: 'shedulling algoritm ' })).toEqual([1, 'scheduling algorithms', true]);
  expect(await readings({ q: 'deadlock ' })).toEqual([1, null, false]);
  expect(await readings({ q: 'deadlok ', asTyped: 'true' })).toEqual([0, null, false]);
});

test('excluded words are listed with the query that allows them', async () => {
  await using server = await openTestServer();
  const { excluded } = await search(callAs(server.url), { q: 'tree -heap -"binary search"' });
  expect(excluded).toEqual([
    { text: 'heap', q: 'tree heap -"binary search"' },
    { text: 'binary search', q: 'tree -heap "binary search"' },
  ]);
});

test('names of persons are not corrected', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await publish(server, admin, 'n1', ['a subarray is a part of an array, as a proof shows']);
  for (const q of ['Prof. Subarna Shakya', 'proof by Subarna Shakya'])
    expect([q, (await search(callAs(server.url), { q })).didYouMean]).toEqual([q, null]);
});
