import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyQuery, type Comparison, type Filter, type Order } from '#contract/query.ts';
import { naturalKey } from '#domain/text/natural-order.ts';
import { wholeInventory } from '#test/support/whole-inventory.ts';
import { addFile, listIds, newMaterial, type OpenEmpty } from './database.suite.ts';

/** Contract suite of every adapter for the query language, case by case. */
export function describeQueries(openEmpty: OpenEmpty): void {
  describeTitleOrder(openEmpty);
  describeCursorsAndOrders(openEmpty);
  describeFilters(openEmpty);
  describeTitlesHolding(openEmpty);
  describeSearch(openEmpty);
}

const inOrder = ['10.9 Ärger', '10.10 Arger', 'école', 'Unit 2', 'UNIT  2', 'Unit 10', 'Unit 010', 'एकाइ ९', 'एकाइ १०'];

function describeTitleOrder(openEmpty: OpenEmpty): void {
  test('lists titles in natural order, in both directions and after a cursor, even after edits', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const [index, title] of inOrder.entries())
      await database.materials.insert(newMaterial(`m${index}`, { title: title === 'école' ? 'Unit 99' : title }));
    await database.materials.update('m2', { title: 'école' });
    const ids = inOrder.map((_, index) => `m${index}`);
    const read = (direction: 'asc' | 'desc', page = {}) =>
      listIds(database, 'paper', { orders: [{ attribute: 'title', direction }], ...page });
    expect(await read('asc')).toEqual(ids);
    // Equal titles are in the order in which they were added.
    expect(await read('desc')).toEqual(['m8', 'm7', 'm5', 'm6', 'm3', 'm4', 'm2', 'm1', 'm0']);
    for (const [index, id] of ids.entries()) {
      const page = await read('asc', { cursor: { direction: 'after', id }, limit: 3 });
      expect(page).toEqual(ids.slice(index + 1, index + 4));
    }
    const cursor = { direction: 'after', id: 'm3' } as const;
    const page = { sort: 'title', direction: 'asc', limit: 20, offset: 0, cursor } as const;
    const { entries } = await database.inventory.list(wholeInventory, page);
    expect(entries.map(({ material }) => material.id)).toEqual(ids.slice(4));
  });

  test('sorts titles of any letters in the same natural order as everywhere else', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const letter = fc.oneof(
      fc.constantFrom(...'0123456789०१९ .-_aAéßςΣİıﬁ\u0301한क़é'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const title = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join('').replaceAll('\0', ''));
    const titles = fc.sample(title, { numRuns: 150, seed: 20_261_205 });
    for (const [index, each] of titles.entries())
      await database.materials.insert(newMaterial(`m${index}`, { title: each }));
    const orders: Order[] = [{ attribute: 'title', direction: 'asc' }];
    const { materials } = await database.materials.list('paper', { ...emptyQuery, orders, limit: 200 });
    const keys = materials.map((material) => Buffer.from(naturalKey(material.title)));
    expect(keys).toEqual(keys.toSorted((one, other) => Buffer.compare(one, other)));
  });
}

function describeCursorsAndOrders(openEmpty: OpenEmpty): void {
  test('uses a cursor row as a position even if it does not match the filters', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const [id, year] of [
      ['a', 2020],
      ['b', 2021],
      ['c', 2022],
    ] as const)
      await database.materials.insert(newMaterial(id, { year }));
    const filters: Filter[] = [{ method: 'notEqual', attribute: 'year', values: [2021] }];
    const cursor = { direction: 'after', id: 'b' } as const;
    expect(
      await listIds(database, 'paper', { filters, cursor, orders: [{ attribute: 'year', direction: 'asc' }] }),
    ).toEqual(['c']);
    expect(await database.materials.list('paper', { ...emptyQuery, filters, cursor })).toMatchObject({ total: 2 });
  });

  test('rejects a cursor that is unknown, withdrawn, of another kind, or without a value for the order', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const id of ['a', 'b']) await database.materials.insert(newMaterial(id, { kind: 'note', year: null }));
    await database.materials.withdraw('b');
    const after = (id: string, orders: Order[] = []) =>
      listIds(database, 'note', { cursor: { direction: 'after', id }, orders });
    await expect(after('missing')).rejects.toMatchObject({ type: 'general_cursor_not_found' });
    await expect(after('b')).rejects.toMatchObject({ type: 'general_cursor_not_found' });
    await expect(listIds(database, 'paper', { cursor: { direction: 'after', id: 'a' } })).rejects.toMatchObject({
      type: 'general_cursor_not_found',
    });
    await expect(after('a', [{ attribute: 'year', direction: 'asc' }])).rejects.toMatchObject({
      type: 'database_query_order_null',
    });
    expect(await after('a')).toEqual([]);
  });

  test('orders ties by ascending sequence, or in the direction of the first order if that is a server timestamp', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const id of ['a', 'b', 'c']) await database.materials.insert(newMaterial(id));
    const by = (attribute: string, direction: 'asc' | 'desc') =>
      listIds(database, 'paper', { orders: [{ attribute, direction }] });
    expect(await by('year', 'desc')).toEqual(['a', 'b', 'c']);
    expect(await by('$createdAt', 'desc')).toEqual(['c', 'b', 'a']);
    expect(await by('$updatedAt', 'asc')).toEqual(['a', 'b', 'c']);
    expect(await by('$sequence', 'desc')).toEqual(['c', 'b', 'a']);
    expect(await by('$id', 'desc')).toEqual(['c', 'b', 'a']);
  });

  test('lists everything in a random order, which applies to rows that the orders before it leave equal', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const ids = Array.from({ length: 12 }, (_, index) => `m${String(index).padStart(2, '0')}`);
    for (const id of ids) await database.materials.insert(newMaterial(id, { year: id < 'm06' ? 2021 : 2022 }));
    const random: Order = { attribute: '$random', direction: 'asc' };
    expect((await listIds(database, 'paper', { orders: [random] })).toSorted()).toEqual(ids);
    const byYear = await listIds(database, 'paper', { orders: [{ attribute: 'year', direction: 'desc' }, random] });
    expect(byYear.slice(0, 6).toSorted()).toEqual(ids.slice(6));
    const orders = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) {
      orders.add((await listIds(database, 'paper', { orders: [random] })).join());
    }
    expect(orders.size).toBeGreaterThan(1);
  });
}

function describeFilters(openEmpty: OpenEmpty): void {
  test('queries every attribute', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    await addFile(database, 'file', { mimeType: 'text/html', sizeBytes: 5 });
    await addFile(database, 'cover', { mimeType: 'image/png' });
    await database.materials.insert(newMaterial('a', { kind: 'book', coverFileId: 'cover', isSample: true }));
    clock.now += 1000;
    await database.materials.insert(newMaterial('b', { kind: 'book', subject: 'Physics', year: null }));
    const url = (id: string) => `https://library.test/v1/storage/buckets/files/files/${id}/preview?project=examshelf`;
    const moment = new Date(clock.now).toISOString();
    const find = (comparison: Comparison) => listIds(database, 'book', { filters: [comparison] });
    expect(await find({ method: 'equal', attribute: 'downloadUrl', values: [url('file')] })).toEqual(['a', 'b']);
    expect(await find({ method: 'equal', attribute: 'downloadUrl', values: [url('files')] })).toEqual([]);
    expect(await find({ method: 'equal', attribute: 'coverImageUrl', values: [url('cover')] })).toEqual(['a']);
    expect(await find({ method: 'isNull', attribute: 'coverImageUrl', values: [] })).toEqual(['b']);
    expect(await find({ method: 'equal', attribute: 'fileType', values: ['text/html'] })).toEqual(['a', 'b']);
    expect(await find({ method: 'greaterThan', attribute: 'fileSize', values: [5] })).toEqual([]);
    expect(await find({ method: 'equal', attribute: 'isSample', values: [true] })).toEqual(['a']);
    expect(await find({ method: 'notEqual', attribute: 'isSample', values: [true] })).toEqual(['b']);
    expect(await find({ method: 'lessThan', attribute: 'uploadedAt', values: [moment] })).toEqual(['a']);
    expect(await find({ method: 'greaterThanEqual', attribute: '$updatedAt', values: [moment] })).toEqual(['b']);
    expect(await find({ method: 'equal', attribute: '$createdAt', values: [moment] })).toEqual(['b']);
    expect(await find({ method: 'equal', attribute: '$sequence', values: ['2'] })).toEqual(['b']);
    expect(await find({ method: 'equal', attribute: '$id', values: ['b', 'x'] })).toEqual(['b']);
    expect(await find({ method: 'endsWith', attribute: 'subject', values: ['ics'] })).toEqual(['b']);
    const orders: Order[] = [
      { attribute: 'fileSize', direction: 'desc' },
      { attribute: 'coverImageUrl', direction: 'desc' },
    ];
    expect(await listIds(database, 'book', { orders })).toEqual(['a', 'b']);
    await expect(find({ method: 'equal', attribute: 'nothing', values: ['x'] })).rejects.toMatchObject({
      type: 'general_query_invalid',
    });
  });

  test('compares text literally, and ignores case only with `contains`', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const titles = ['100% sure', '100 percent', 'a_b', 'axb', 'ÉCOLE Straße', 'ΟΔΟΣ', 'back\\slash', 'नेपाली इतिहास'];
    for (const [index, title] of titles.entries()) await database.materials.insert(newMaterial(`m${index}`, { title }));
    const find = async (method: Comparison['method'], ...values: string[]) => {
      const { materials } = await database.materials.list('paper', {
        ...emptyQuery,
        filters: [{ method, attribute: 'title', values }],
      });
      return materials.map(({ title }) => title);
    };
    expect(await find('contains', '0%')).toEqual(['100% sure']);
    expect(await find('contains', 'A_B')).toEqual(['a_b']);
    expect(await find('contains', '\\')).toEqual(['back\\slash']);
    expect(await find('contains', 'école')).toEqual(['ÉCOLE Straße']);
    expect(await find('contains', 'STRASSE')).toEqual(['ÉCOLE Straße']);
    expect(await find('contains', 'δο')).toEqual(['ΟΔΟΣ']);
    expect(await find('contains', 'οδος')).toEqual(['ΟΔΟΣ']);
    expect(await find('contains', 'इति')).toEqual(['नेपाली इतिहास']);
    expect(await find('containsAny', 'percent', 'XB')).toEqual(['100 percent', 'axb']);
    expect(await find('containsAll', '100', 'sure')).toEqual(['100% sure']);
    expect(await find('notContains', '0', 'a', 'é', 'ο')).toEqual(['नेपाली इतिहास']);
    expect(await find('startsWith', '100%')).toEqual(['100% sure']);
    expect(await find('startsWith', 'école')).toEqual([]);
    expect(await find('endsWith', 'ße')).toEqual(['ÉCOLE Straße']);
    expect(await find('endsWith', 'a much longer text than any of the titles')).toEqual([]);
    expect(await find('notStartsWith', '1')).toHaveLength(6);
    expect(await find('notEndsWith', 'b')).toHaveLength(6);
    expect(await find('equal', 'école straße')).toEqual([]);
  });
}

function describeTitlesHolding(openEmpty: OpenEmpty): void {
  test('finds a text anywhere in a title, of any length and letters, even after an edit', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const long = 'A rather long title about the analysis of algorithms and their complexity';
    const titles = ['He said "no" twice', "It's (a) test: x AND y*", '𝔘nicode 😀😀😀 faces', 'संरचना र एल्गोरिदम', long];
    for (const [index, title] of titles.entries()) await database.materials.insert(newMaterial(`m${index}`, { title }));
    const find = async (...values: string[]) => {
      const { materials, total } = await database.materials.list('paper', {
        ...emptyQuery,
        filters: [{ method: 'contains', attribute: 'title', values }],
      });
      expect(total).toBe(materials.length);
      return materials.map(({ title }) => title);
    };
    for (const title of titles) {
      const letters = [...title];
      for (let start = 0; start + 3 <= letters.length; start += 1)
        expect(await find(letters.slice(start, start + 3 + (start % 5)).join(''))).toContain(title);
      expect(await find(title)).toEqual([title]);
    }
    // All of its trigrams are in a title, but not in this order.
    expect(await find('analysis of complexity')).toEqual([]);
    expect(await find('no\0 twice', 'faces')).toEqual([titles[2]]);
    expect(await find('"no"', 'एल्गो')).toEqual([titles[0], titles[3]]);
    await database.materials.update('m0', { title: 'Another one' });
    await database.materials.remove('m3');
    expect(await find('"no"', 'एल्गो', 'ther one')).toEqual(['Another one']);
  });
}

function describeSearch(openEmpty: OpenEmpty): void {
  test('searches words in any order, the last as a prefix, and phrases literally', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const titles = [
      'C++ Programming',
      'C Programming',
      'Data Structures and Algorithms',
      'Structures of data',
      'अपरेटिङ सिस्टम',
      'Théorie des graphes',
      'C# in practice',
    ];
    for (const [index, title] of titles.entries()) await database.materials.insert(newMaterial(`m${index}`, { title }));
    const find = async (text: string, method: 'search' | 'notSearch' = 'search') => {
      const { materials } = await database.materials.list('paper', {
        ...emptyQuery,
        filters: [{ method, attribute: 'title', values: [text] }],
      });
      return materials.map(({ title }) => title);
    };
    expect(await find('data struct')).toEqual(['Data Structures and Algorithms', 'Structures of data']);
    expect(await find('struct data')).toEqual([]);
    expect(await find('"data structures"')).toEqual(['Data Structures and Algorithms']);
    expect(await find('"structures" dat')).toEqual(['Data Structures and Algorithms', 'Structures of data']);
    expect(await find('+data -(algorithms)*')).toEqual(['Data Structures and Algorithms']);
    expect(await find('C++')).toEqual(['C++ Programming']);
    expect(await find('c# practice')).toEqual(['C# in practice']);
    expect(await find('c programming')).toEqual(['C Programming']);
    expect(await find('अपरे')).toEqual(['अपरेटिङ सिस्टम']);
    expect(await find('प')).toEqual([]);
    expect(await find('THEORIE graphes')).toEqual(['Théorie des graphes']);
    expect(await find('  +-*"()<>~@ ')).toEqual([]);
    expect(await find('data AND OR NOT')).toEqual([]);
    expect(await find('"unclosed data')).toEqual([]);
    expect(await find('data', 'notSearch')).toHaveLength(5);
    expect(await find('x '.repeat(2000))).toEqual([]);
  });

  test('finds a changed title by its new words, and no removed material', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a', { title: 'Old words' }));
    await database.materials.insert(newMaterial('b', { title: 'Old words' }));
    await database.materials.update('a', { title: 'New words' });
    await database.materials.remove('b');
    const find = (text: string) =>
      listIds(database, 'paper', { filters: [{ method: 'search', attribute: 'title', values: [text] }] });
    expect(await find('old')).toEqual([]);
    expect(await find('new')).toEqual(['a']);
  });

  test('counts no total if none is requested', async () => {
    await using opened = await openEmpty();
    await addFile(opened.database, 'file');
    await opened.database.materials.insert(newMaterial('a'));
    const list = await opened.database.materials.list('paper', { ...emptyQuery, wantsTotal: false });
    expect([list.total, list.materials.length]).toEqual([0, 1]);
  });
}
