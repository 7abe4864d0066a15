import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyQuery, type Filter, type ListQuery, type Order } from '#contract/query.ts';
import type { Material } from '#domain/material.ts';
import { naturalKey } from '#domain/text/natural-order.ts';
import { addFile, listIds, newMaterial, type OpenEmpty } from './database.suite.ts';
import type { Database } from './database.ts';

/**
 * Defines the contract suite for lists, which every adapter runs: `runs` random queries must return the same as a
 * simple implementation.
 */
export function describeLists(openEmpty: OpenEmpty, { runs }: { runs: number }): void {
  test('joins pages by offset and by cursor without gap or repeat, and counts the total, for any query', async () => {
    await using opened = await openEmpty();
    const shelf = await fillShelf(opened.database, opened.clock);
    await fc.assert(
      fc.asyncProperty(
        fc.array(filters, { maxLength: 3 }),
        orders,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 70 }),
        async (filters, orders, limit, offset) => {
          const query = { ...emptyQuery, filters, orders, limit };
          const expected = sortLike(
            shelf.filter((material) => filters.every((filter) => matches(filter, material))),
            orders,
          ).map(({ id }) => id);
          expect(await readByOffset(opened.database, query)).toEqual(expected);
          const { total } = await opened.database.materials.list('note', query);
          expect(total).toBe(expected.length);
          // Start positions: in the middle, after the end, and where the page ends the list.
          for (const page of [{ offset }, { limit: 70 }, { offset, limit: 70 }])
            expect((await opened.database.materials.list('note', { ...query, ...page })).total).toBe(expected.length);
          for (const [index, id] of expected.entries()) {
            const cursorRow = shelf.find((material) => material.id === id);
            if (!cursorRow || orders.some(({ attribute }) => valueOf(cursorRow, attribute) === null)) continue;
            const after = await listIds(opened.database, 'note', { ...query, cursor: { direction: 'after', id } });
            expect(after).toEqual(expected.slice(index + 1, index + 1 + limit));
            const cursor = { direction: 'after', id } as const;
            expect((await opened.database.materials.list('note', { ...query, cursor })).total).toBe(expected.length);
            const before = await listIds(opened.database, 'note', { ...query, cursor: { direction: 'before', id } });
            expect(before).toEqual(expected.slice(Math.max(0, index - limit), index));
          }
        },
      ),
      { numRuns: runs, seed: 20_261_120 },
    );
  });
}

/**
 * Fills the database with sixty notes, with many equal and some missing years, together with other kinds and notes in
 * the trash.
 */
async function fillShelf(database: Database, clock: { now: number }): Promise<Material[]> {
  await addFile(database, 'file');
  const shelf: Material[] = [];
  for (let index = 0; index < 60; index += 1) {
    clock.now += index % 3 === 0 ? 1000 : 0;
    const facts = {
      title: words[index % words.length] ?? '',
      subject: subjects[index % 4] ?? '',
      facultyId: index % 5 === 0 ? 'bca' : 'csit',
      semesterId: String((index % 2) + 1),
      year: index % 6 === 0 ? null : 2018 + (index % 5),
    };
    shelf.push(await database.materials.insert(newMaterial(`n${index}`, { ...facts, kind: 'note' })));
    if (index % 7 === 0) await database.materials.insert(newMaterial(`p${index}`, { ...facts, year: 2020 }));
    if (index % 7 === 1) {
      await database.materials.insert(newMaterial(`t${index}`, { ...facts, kind: 'note' }));
      await database.materials.withdraw(`t${index}`);
    }
  }
  return shelf;
}

const letters = ['Alpha', 'alpha', 'Beta', 'Ärger', 'नेपाल', 'Zeta_x', '\u{1F4DA} shelf', '\u{FB01}nal'];
const numbers = ['Unit 10', 'unit 2', 'Unit  2', 'एकाइ १०', 'एकाइ ९', 'Οδός 007', '10.9', '10.10', '123456789012 b'];
const words = [...letters, ...numbers];
const subjects = ['C', 'C++', 'Physics', 'नेपाली'];

const years = fc.constantFrom(2017, 2018, 2019, 2020, 2021, 2022, 2023);
const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    method: fc.constantFrom('notEqual', 'lessThan', 'lessThanEqual', 'greaterThan', 'greaterThanEqual' as const),
    attribute: fc.constant('year'),
    values: fc.tuple(years),
  }),
  fc.record({
    method: fc.constantFrom('between', 'notBetween' as const),
    attribute: fc.constant('year'),
    values: fc.tuple(years, years),
  }),
  fc.record({
    method: fc.constantFrom('isNull', 'isNotNull' as const),
    attribute: fc.constant('year'),
    values: fc.constant<never[]>([]),
  }),
  fc.record({
    method: fc.constant('equal' as const),
    attribute: fc.constant('year'),
    values: fc.array(years, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    method: fc.constantFrom('equal', 'contains', 'notContains', 'containsAny' as const),
    attribute: fc.constant('subject'),
    values: fc.array(fc.constantFrom(...subjects, 'c', 'नेपा'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    method: fc.constantFrom(
      'startsWith',
      'notStartsWith',
      'endsWith',
      'notEndsWith',
      'lessThan',
      'notEqual',
      'contains' as const,
    ),
    attribute: fc.constant('title'),
    values: fc.tuple(fc.constantFrom(...words, 'a', 'A', '_', '\u{1F4DA}', '')),
  }),
  fc.record({
    method: fc.constant('equal' as const),
    attribute: fc.constant('facultyId'),
    values: fc.tuple(fc.constantFrom('csit', 'bca', 'x')),
  }),
  fc.record({
    method: fc.constant('equal' as const),
    attribute: fc.constant('semesterId'),
    values: fc.tuple(fc.constantFrom('1', '2')),
  }),
);
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.record({
      method: fc.constantFrom('and', 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).filter;

const orders: fc.Arbitrary<Order[]> = fc.uniqueArray(
  fc.record({
    attribute: fc.constantFrom('year', 'title', 'subject', 'facultyId', '$createdAt', '$updatedAt', '$id', '$sequence'),
    direction: fc.constantFrom('asc', 'desc' as const),
  }),
  { maxLength: 3, selector: ({ attribute }) => attribute },
);

function valueOf(material: Material, attribute: string): string | number | null {
  const names: Record<string, Exclude<keyof Material, 'permissions'>> = {
    $id: 'id',
    $sequence: 'sequence',
    $createdAt: 'createdAt',
    $updatedAt: 'updatedAt',
  };
  const value = material[names[attribute] ?? (attribute as Exclude<keyof Material, 'permissions'>)];
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Returns the sort key. Titles are in natural order. */
const orderOf = (material: Material, attribute: string) =>
  attribute === 'title' ? naturalKey(material.title) : valueOf(material, attribute);

/** Compares by code points, as databases do, not by UTF-16 units. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** A second, simple implementation of the query language. */
function matches(filter: Filter, material: Material): boolean {
  if ('filters' in filter) {
    return filter.method === 'and'
      ? filter.filters.every((each) => matches(each, material))
      : filter.filters.some((each) => matches(each, material));
  }
  const value = valueOf(material, filter.attribute);
  if (filter.method === 'isNull' || value === null) return filter.method === 'isNull' && value === null;
  const against = filter.values.map((each) => compare(value, each as string | number));
  const [first = 0, second = 0] = against;
  const text = String(value);
  const given = filter.values.map(String);
  const [part = ''] = given;
  const holds = given.some((each) => text.toLowerCase().includes(each.toLowerCase()));
  switch (filter.method) {
    case 'equal':
      return against.includes(0);
    case 'notEqual':
      return first !== 0;
    case 'lessThan':
      return first < 0;
    case 'lessThanEqual':
      return first <= 0;
    case 'greaterThan':
      return first > 0;
    case 'greaterThanEqual':
      return first >= 0;
    case 'between':
      return first >= 0 && second <= 0;
    case 'notBetween':
      return first < 0 || second > 0;
    case 'startsWith':
      return text.startsWith(part);
    case 'notStartsWith':
      return !text.startsWith(part);
    case 'endsWith':
      return text.endsWith(part);
    case 'notEndsWith':
      return !text.endsWith(part);
    case 'contains':
    case 'containsAny':
      return holds;
    case 'notContains':
      return !holds;
    default:
      return filter.method === 'isNotNull';
  }
}

function sortLike(shelf: Material[], orders: Order[]): Material[] {
  const first = orders[0];
  const follows = first?.attribute === '$createdAt' || first?.attribute === '$updatedAt';
  const tie: Order = { attribute: '$sequence', direction: follows ? first.direction : 'asc' };
  return [...shelf].sort((one, other) => {
    for (const { attribute, direction } of [...orders, tie]) {
      const order = compare(orderOf(one, attribute), orderOf(other, attribute));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  });
}

async function readByOffset(database: Database, query: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await listIds(database, 'note', { ...query, offset: ids.length });
    ids.push(...page);
    if (page.length < query.limit) return ids;
  }
}
