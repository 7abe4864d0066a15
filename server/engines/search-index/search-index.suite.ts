import { expect, test } from 'vitest';
import { parseSearchQuery } from '#domain/search/search-query.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import type { Database, NewMaterial } from '#server/engines/database/database.ts';
import type { IndexRequest, SearchIndex } from './search-index.ts';

/** An empty index over an empty database of materials, on real engines. */
type Opened = AsyncDisposable & { index: SearchIndex; database: Database };
export type OpenEmptyIndex = () => Promise<Opened>;

/** Describes the requirements of every adapter of the port. */
export function describeSearchIndex(openEmpty: OpenEmptyIndex): void {
  describeFinding(openEmpty);
  describeRanking(openEmpty);
  describeSlips(openEmpty);
  describeSpellings(openEmpty);
  describeReaders(openEmpty);
  describeWriting(openEmpty);
}

/** Stores a material and indexes it with these pages. */
export async function shelve(
  { index, database }: Pick<Opened, 'index' | 'database'>,
  id: string,
  pages: readonly string[],
  facts: Partial<NewMaterial> = {},
): Promise<number> {
  if ((await database.files.find('file')) === null) await addFile(database, 'file');
  const material = await database.materials.insert(newMaterial(id, facts));
  const { sequence, title, subject, year, updatedAt } = material;
  const texts = [
    { text: title, weight: 3 },
    { text: `${subject} ${year ?? ''}`, weight: 1 },
  ];
  await index.begin({ sequence, id, sha256: `digest of ${id}`, texts });
  await index.putPages(
    sequence,
    pages.map((text, at) => ({ page: at + 1, text })),
  );
  await index.finish(sequence, { textVersion: 1, updatedAt, lastPage: pages.length });
  return sequence;
}

let revision = 0;

export function requestOf(typed: string, change: Partial<IndexRequest> = {}): IndexRequest {
  const filters = { kind: [], facultyId: [], semesterId: [], subject: [], year: [], yearBs: [] };
  revision += 1;
  return {
    query: parseSearchQuery(typed),
    readers: ['any'],
    revision: String(revision),
    replaced: [],
    asTyped: false,
    limit: 10,
    offset: 0,
    ...filters,
    ...change,
  };
}

/** Returns the findings: `id:page,page` for each material; preceded by `some` if no page has all words. */
export async function found(index: SearchIndex, typed: string, change: Partial<IndexRequest> = {}): Promise<string> {
  const { materials, matched } = await index.find(requestOf(typed, change));
  const list = materials.map(({ id, pages }) => `${id}:${pages.join(',')}`);
  return [...(matched === 'some' ? ['some'] : []), ...list].join(' ');
}

const heaps = 'A heap is a complete binary tree. Sorting with a heap takes O(n log n) time.';
const graphs = 'A graph has vertices and edges. Depth first search visits all of them.';
const networks = 'TCP/IP is a family of protocols. Routers forward packets between networks.';

function describeFinding(openEmpty: OpenEmptyIndex): void {
  test('a page is found by its words in any order, case and inflection', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps, graphs]);
    await shelve(opened, 'a2', [networks]);
    const { index } = opened;
    expect(await found(index, 'tree HEAPS ')).toBe('a1:1');
    expect(await found(index, 'vertex graphs ')).toBe('some a1:2');
    expect(await found(index, 'forwarding packets ')).toBe('a2:1');
    expect(await found(index, 'nothing of that kind ')).toBe('');
  });

  test('the last word also finds longer words', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps, graphs]);
    expect(await found(opened.index, 'binary tre')).toBe('a1:1');
    expect(await found(opened.index, 'vert')).toBe('a1:2');
  });

  test('supports phrases, excluded words, and one of two words', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['the sorting of heaps', 'heap sort', 'sort the heap']);
    await shelve(opened, 'a2', ['merge sort']);
    const { index } = opened;
    expect(await found(index, '"heap sort"')).toBe('a1:2');
    expect(await found(index, '"sorting"')).toBe('a1:1');
    expect(await found(index, 'sort -heap ')).toBe('a2:1');
    expect(await found(index, 'sort -"heap sort" -"sort the heap" ')).toBe('a2:1 a1:1');
    expect((await index.find(requestOf('merge OR heaps '))).total).toBe(2);
  });

  test('terms of computing are found as typed', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps, 'written in C++ for x86', 'reduce to 2NF, then i/o']);
    await shelve(opened, 'a2', [networks, 'written in C', 'TCP is not IP: log of n, i think, or o']);
    const { index } = opened;
    expect(await found(index, 'O(n log n) ')).toBe('a1:1');
    expect(await found(index, 'C++')).toBe('a1:2');
    expect(await found(index, 'x86')).toBe('a1:2');
    expect(await found(index, '2NF')).toBe('a1:3');
    expect(await found(index, 'TCP/IP')).toBe('a2:1');
    expect(await found(index, 'i/o')).toBe('a1:3');
  });

  test('Devanagari and Arabic are found as words, Chinese without spaces', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['कम्प्युटर विज्ञान २०८०', 'الخوارزميّات والقاهرة', '计算机操作系统原理']);
    const { index } = opened;
    expect(await found(index, 'विज्ञान 2080 ')).toBe('a1:1');
    expect(await found(index, 'विज ')).toBe('');
    expect(await found(index, 'الخوارزميات')).toBe('a1:2');
    expect(await found(index, '操作系统')).toBe('a1:3');
    expect(await found(index, '统')).toBe('a1:3');
  });

  test('titles are found before any page, and count for the words of pages', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [], { title: 'Operating Systems 2079', subject: 'Physics', year: 2079 });
    await shelve(opened, 'a2', [heaps, graphs], { title: 'Data Structures', year: 2078 });
    const { index } = opened;
    expect(await found(index, 'operating system ')).toBe('a1:');
    expect(await found(index, 'data structures 2078 graph ')).toBe('a2:2');
    expect(await found(index, '"data structures" graph ')).toBe('a2:2');
    expect((await index.find(requestOf('data structures '))).materials).toEqual([
      expect.objectContaining({ id: 'a2', pagesTotal: 0, pages: [] }),
    ]);
  });

  test('common words are not required to be on the page', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps]);
    expect(await found(opened.index, 'what are the heaps of that ')).toBe('a1:1');
  });
}

function describeRanking(openEmpty: OpenEmptyIndex): void {
  test('an exact phrase comes first, then words close together', async () => {
    await using opened = await openEmpty();
    const far = `binary ${'and something else '.repeat(30)} tree`;
    await shelve(opened, 'far', [far]);
    await shelve(opened, 'near', [`${'much more of it '.repeat(30)} a binary tree`]);
    await shelve(opened, 'turned', [`${'much more of it '.repeat(30)} a tree that is binary`]);
    expect(await found(opened.index, 'binary tree ')).toBe('near:1 turned:1 far:1');
  });

  test('of very many pages the best come first, even if they are old', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'beside', ['Deadlock avoidance needs to know all requests.']);
    await shelve(opened, 'often', ['Deadlock, deadlock and again deadlock: how is avoidance possible']);
    const others = Array.from({ length: 700 }, (_, at) => `${at} avoidance of what may be called a deadlock by some`);
    await shelve(opened, 'newest', others);
    const { index } = opened;
    expect(await found(index, 'deadlock avoidance ', { limit: 1 })).toBe('beside:1');
    expect(await found(index, '"deadlock avoidance"')).toBe('beside:1');
    expect(await found(index, 'deadlock ', { limit: 1 })).toBe('often:1');
    expect((await index.find(requestOf('deadlock avoidance '))).materials).toEqual([
      expect.objectContaining({ id: 'beside', pagesTotal: 1 }),
      expect.objectContaining({ id: 'often', pagesTotal: 1 }),
      expect.objectContaining({ id: 'newest', pagesTotal: 700 }),
    ]);
  });

  test('the exact form comes before other forms, and rare words count more than frequent ones', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['he sorted it']);
    await shelve(opened, 'a2', ['he sorts it']);
    expect(await found(opened.index, 'sorts ')).toBe('a2:1 a1:1');
    expect(await found(opened.index, 'sorted ')).toBe('a1:1 a2:1');
  });

  test('materials are in order of their best page, with their three best pages and the number of all their pages', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['x graph', 'graph graph', 'y graph', 'z graph', 'nothing']);
    await shelve(opened, 'a2', ['graph graph graph']);
    const { materials, total } = await opened.index.find(requestOf('graph '));
    expect(total).toBe(2);
    expect(materials.map(({ id, pagesTotal, pages }) => [id, pagesTotal, pages.length])).toEqual([
      ['a2', 1, 1],
      ['a1', 4, 3],
    ]);
    expect(materials[1]?.pages[0]).toBe(2);
  });

  test('materials are filtered, and the counts of each filter ignore that filter itself', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps], { year: 2078, semesterId: '1' });
    await shelve(opened, 'a2', [heaps], { year: 2079, semesterId: '2' });
    await shelve(opened, 'a3', [heaps], { year: 2079, kind: 'note' });
    await shelve(opened, 'a4', [graphs], { year: 2079 });
    const { total, facets, materials } = await opened.index.find(requestOf('heap ', { year: [2079], kind: ['paper'] }));
    expect([total, materials.map(({ id }) => id)]).toEqual([1, ['a2']]);
    expect(facets).toEqual({
      kind: [
        { value: 'note', count: 1 },
        { value: 'paper', count: 1 },
      ],
      facultyId: [{ value: 'csit', count: 1 }],
      semesterId: [{ value: '2', count: 1 }],
      subject: [{ value: 'C Programming', count: 1 }],
      year: [
        { value: 2078, count: 1 },
        { value: 2079, count: 1 },
      ],
      yearBs: [],
    });
  });

  test('result pages follow each other without gaps', async () => {
    await using opened = await openEmpty();
    for (let number = 1; number <= 7; number += 1) await shelve(opened, `a${number}`, [heaps]);
    const whole = await opened.index.find(requestOf('heap '));
    const parts = [];
    for (const offset of [0, 3, 6, 9])
      parts.push(...(await opened.index.find(requestOf('heap ', { offset, limit: 3 }))).materials);
    expect(parts).toEqual(whole.materials);
    expect(whole.total).toBe(7);
  });
}

function describeSlips(openEmpty: OpenEmptyIndex): void {
  test.each([
    ['missing', 'bnary tree heap '],
    ['doubled', 'binnary tree heap '],
    ['swapped', 'bianry tree heap '],
    ['neighbouring', 'binart tree heap '],
    ['another word', 'binary free heap '],
    ['two slips in a long word', 'comptele binary heap '],
  ])('a word with a slip still finds the page: %s', async (_, typed) => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [graphs, heaps]);
    await shelve(opened, 'a2', ['free software', networks]);
    const { matched, materials, corrections } = await opened.index.find(requestOf(typed));
    expect([matched, materials[0]?.id, materials[0]?.pages]).toEqual(['all', 'a1', [2]]);
    const corrected = corrections.reduceRight(
      (text, { start, end, word }) => text.slice(0, start) + word + text.slice(end),
      typed,
    );
    expect(['binary tree heap ', 'complete binary heap ']).toContain(corrected);
  });

  test('a text with recognition errors is found by the right word', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['the algorithrn of Dijkstra']);
    expect(await found(opened.index, 'algorithm dijkstra ')).toBe('a1:1');
  });

  test('if no page has all words, the pages with most of the words are found, and reported as incomplete matches', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps, graphs]);
    await shelve(opened, 'a2', [networks]);
    expect(await found(opened.index, 'binary tree heap elephants ')).toBe('some a1:1');
    expect(await found(opened.index, '"tree heap" ')).toBe('');
  });
}

function describeSpellings(openEmpty: OpenEmptyIndex): void {
  const codes = 'Theory (CSC 206). See CSC-207 and CSC208. MTH.104';
  const apart =
    'e-commerce and multi-threading. The normalisation of a data base. A real time system. Behaviour of B-trees.';
  const joined =
    'ecommerce and multithreading in a realtime system. Normalization of a database. Behavior of a btree. CSC206 CSC207 CSC 208 MTH104';

  test('a code, a compound and a spelling are found in every printed form, the exact one first', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a', [`${codes}\n${apart}`]);
    await shelve(opened, 'j', [joined]);
    await shelve(opened, 'x', [
      'CSC 301 has 26 students. A base for trade; a tree, real trees, timely behaving, in order.',
    ]);
    const { index } = opened;
    const cases: Record<string, string> = {
      'a:1 j:1':
        'CSC 206,csc-207,CSC208,MTH.104,multi-threading,e-commerce,data base,real-time,normalisation,behaviour,B-tree',
      'j:1 a:1':
        'CSC206,csc207,CSC 208,MTH104,ecommerce,multithreading,database,databases,realtime,normalization,behaviors,btree,ecomm',
    };
    for (const [order, queries] of Object.entries(cases))
      for (const typed of queries.split(',')) expect([typed, await found(index, typed)]).toEqual([typed, order]);
  });

  test('tolerates missing and extra spaces, even between words that are apart on the page', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps, 'scheduling of a process by the operating system']);
    const { index } = opened;
    for (const typed of ['operatingsystem', 'op erating system ', 'processscheduling ', 'whatis scheduling '])
      expect([typed, await found(index, typed)]).toEqual([typed, 'a1:2']);
    expect((await index.find(requestOf('processscheduling '))).corrections).toEqual([]);
  });

  test('a page with all words as typed does not hide a better one with another spelling', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'far', [`database ${'and something else '.repeat(60)} normalization`]);
    await shelve(opened, 'near', ['Explain data base normalisation. Data base normalisation has forms.']);
    expect(await found(opened.index, 'database normalization ')).toBe('near:1 far:1');
  });

  test('nothing is corrected to a common word, and no code is corrected', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['Back to the BSC 264 and to BTCOC401', 'to be']);
    for (const typed of ['toc ', 'csc 264 ', 'BTCOC402 ', 'bee '])
      expect([typed, (await opened.index.find(requestOf(typed))).corrections]).toEqual([typed, []]);
    expect(await found(opened.index, 'toc ')).toBe('');
  });

  test('a misspelling that is printed on one page is found, and the correct word is suggested', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'once', ['A deadlok occurs.']);
    await shelve(opened, 'often', ['A deadlock', 'The deadlock', 'No deadlock']);
    const { materials, corrections } = await opened.index.find(requestOf('deadlok '));
    expect([materials[0]?.id, corrections.map(({ word }) => word)]).toEqual(['once', ['deadlock']]);
    expect((await opened.index.find(requestOf('deadlock '))).corrections).toEqual([]);
  });
}

function describeReaders(openEmpty: OpenEmptyIndex): void {
  const secret = 'The zyzzyva is a beetle.';

  test('materials that may not be read are in no result, count, facet or correction', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps]);
    await shelve(opened, 'a2', [`${secret} ${heaps}`], { permissions: ['read("user:u1")'], year: 2070 });
    const { index } = opened;
    const asked = await index.find(requestOf('heap '));
    expect([asked.total, asked.facets.year]).toEqual([1, [{ value: 2024, count: 1 }]]);
    for (const typed of ['zyzzyva ', 'zyzzyvas ', 'zyzyva ', 'zyzz', '2070 ', 'zyzyva heap ']) {
      const { materials, corrections } = await index.find(requestOf(typed));
      expect([typed, materials.filter(({ id }) => id !== 'a1'), corrections]).toEqual([typed, [], []]);
    }
    expect(await found(index, 'zyzyva ', { readers: ['any', 'users', 'user:u1'] })).toBe('a2:1');
    expect(await found(index, 'zyzyva ', { readers: ['any', 'users', 'user:u2'] })).toBe('');
    expect(await found(index, 'zyzyva ', { readers: 'everything' })).toBe('a2:1');
  });

  test('a correction is a word that the caller may read, even if a hidden one is likelier', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', ['the parser reads tokens']);
    for (const id of ['h1', 'h2', 'h3'])
      await shelve(opened, id, ['a passer by passer'], { permissions: ['read("user:u1")'] });
    const { corrections, materials } = await opened.index.find(requestOf('paser '));
    expect([materials.map(({ id }) => id), corrections.map(({ word }) => word)]).toEqual([['a1'], ['parser']]);
  });

  test('a change of the library applies to searches immediately, before it is indexed', async () => {
    await using opened = await openEmpty();
    const { index, database } = opened;
    await shelve(opened, 'a1', [heaps]);
    await database.materials.withdraw('a1');
    expect(await found(index, 'heap ')).toBe('');
    await database.materials.restore('a1');
    expect(await found(index, 'heap ')).toBe('a1:1');
    await database.materials.update('a1', { permissions: ['read("user:u1")'] });
    expect(await found(index, 'heap ')).toBe('');
    await database.materials.update('a1', { permissions: ['read("any")'], year: 1999 });
    expect((await index.find(requestOf('heap '))).facets.year).toEqual([{ value: 1999, count: 1 }]);
    await database.materials.withdraw('a1');
    await database.materials.remove('a1');
    expect(await found(index, 'heap ', { readers: 'everything' })).toBe('');
  });
}

function describeWriting(openEmpty: OpenEmptyIndex): void {
  test('pages are replaced and removed, and removed words are not found', async () => {
    await using opened = await openEmpty();
    const { index } = opened;
    const sequence = await shelve(opened, 'a1', [heaps, graphs, networks]);
    await index.putPages(sequence, [
      { page: 1, text: 'about compilers' },
      { page: 2, text: '' },
    ]);
    expect(await found(index, 'heap ')).toBe('');
    expect(await found(index, 'vertices ')).toBe('');
    expect(await found(index, 'compiler ')).toBe('a1:1');
    await index.finish(sequence, { textVersion: 2, updatedAt: 'then', lastPage: 2 });
    expect(await found(index, 'routers ')).toBe('');
    expect(await index.count()).toMatchObject({ materials: 1, pages: 1 });
    await index.remove(sequence);
    expect(await found(index, 'compiler ')).toBe('');
    expect(await index.count()).toMatchObject({ materials: 0, pages: 0 });
  });

  test('after a new title the pages are found by its words together with their own, and no longer by the old title', async () => {
    await using opened = await openEmpty();
    const { index } = opened;
    const sequence = await shelve(opened, 'a1', [heaps], { title: 'Old' });
    await index.begin({ sequence, id: 'a1', sha256: 'digest of a1', texts: [{ text: 'Newer', weight: 1 }] });
    expect(await found(index, 'newer heap ')).toBe('a1:1');
    expect(await found(index, 'old heap ')).toBe('some a1:1');
  });

  test('a new file of a material removes its pages', async () => {
    await using opened = await openEmpty();
    const { index } = opened;
    const sequence = await shelve(opened, 'a1', [heaps]);
    await index.begin({ sequence, id: 'a1', sha256: 'another', texts: [] });
    expect(await found(index, 'heap ')).toBe('');
    expect(await index.idsOf('another')).toEqual(['a1']);
    expect(await index.idsOf('digest of a1')).toEqual([]);
  });

  test('indexed materials are listed in order of sequence; unfinished ones have no version', async () => {
    await using opened = await openEmpty();
    const { index } = opened;
    const first = await shelve(opened, 'a1', [heaps]);
    const second = await shelve(opened, 'a2', [heaps]);
    await index.begin({ sequence: second, id: 'a2', sha256: 'digest of a2', texts: [] });
    const listed = await index.list({ after: 0, limit: 10 });
    expect(listed.map(({ sequence, textVersion }) => [sequence, textVersion])).toEqual([
      [first, 1],
      [second, null],
    ]);
    expect(listed[1]?.updatedAt).toBeNull();
    expect(await index.list({ after: first, limit: 10 })).toHaveLength(1);
  });

  test('an index built next to the current one replaces it in one step', async () => {
    await using opened = await openEmpty();
    const { index, database } = opened;
    await shelve(opened, 'a1', [heaps]);
    const sequence = await shelve(opened, 'a2', [heaps]);
    const made = await index.rebuild();
    await expect(index.rebuild()).rejects.toThrow('already');
    await shelve({ index: { ...index, ...made }, database }, 'a3', [graphs]);
    expect(await found(index, 'heap ')).toBe('a2:1 a1:1');
    expect(await made.list({ after: sequence, limit: 10 })).toHaveLength(1);
    await Promise.all([made.complete(), found(index, 'heap ')]);
    expect([await found(index, 'heap '), await found(index, 'graph ')]).toEqual(['', 'a3:1']);
    const other = await index.rebuild();
    await other.abandon();
    expect(await found(index, 'graph ')).toBe('a3:1');
    expect(await index.count()).toMatchObject({ materials: 1 });
  });

  test('excerpts mark the words of the search', async () => {
    await using opened = await openEmpty();
    const [excerpt] = await opened.index.excerpt([heaps], parseSearchQuery('heap '));
    expect(excerpt?.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['heap', 'heap']);
    expect(excerpt?.map(({ text }) => text).join('')).toBe(heaps);
  });
}
