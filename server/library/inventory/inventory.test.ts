import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventorySorts } from '#contract/inventory.ts';
import { publicPermissions } from '#contract/permissions.ts';
import type { MaterialKind } from '#domain/material.ts';
import { damagedPdf, lockedPdf } from '#domain/file-warnings.ts';
import { callAsAdministrator, type ContractCaller } from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

type Facts = {
  kind?: MaterialKind;
  title?: string;
  subject?: string;
  facultyId?: string;
  year?: number | null;
  name?: string;
  sizeBytes?: number;
  warning?: string;
  permissions?: string[];
  isSample?: boolean;
};

let server: TestServer;
let admin: ContractCaller;

/** Adds a material with a separate file, as if it had been uploaded. */
async function add(id: string, facts: Facts = {}): Promise<void> {
  const { database } = server.resources;
  const { name = `${id}.pdf`, sizeBytes = 100, warning = null, kind = 'note', year = null } = facts;
  const file = { id: `${id}-file`, name, folder: '', sizeBytes, chunksTotal: 1, ownerId: 'a' };
  await database.files.insertPending(file);
  const mimeType = 'application/pdf';
  await database.files.finish(file.id, { mimeType, sizeBytes, sha256: `${id}-digest`, pageCount: sizeBytes, warning });
  await database.materials.insert({
    id,
    kind,
    title: facts.title ?? id,
    subject: facts.subject ?? 'Physics',
    facultyId: facts.facultyId ?? 'csit',
    semesterId: '1',
    year: kind === 'paper' ? (year ?? 2020) : year,
    fileId: file.id,
    isSample: facts.isSample ?? false,
    permissions: facts.permissions ?? publicPermissions,
  });
}

const ids = (json: Record<string, unknown>) => (json['documents'] as { $id: string }[]).map(({ $id }) => $id);

async function find(query: string): Promise<string[]> {
  const answer = await admin.call('GET', `/materials/inventory?sort=uploaded&direction=asc&limit=100&${query}`);
  const found = ids(answer.json);
  expect(answer.json['total']).toBe(found.length);
  return found;
}

beforeAll(async () => {
  server = await openTestServer();
  admin = await callAsAdministrator(server.url);
  const { texts, database } = server.resources;
  await add('a', { kind: 'paper', title: 'Heaps and trees', year: 2021, sizeBytes: 300, name: 'Scan_0042.pdf' });
  await add('b', { kind: 'note', title: 'ताप गतिकी', subject: 'Mathematics I', sizeBytes: 100, warning: lockedPdf });
  await add('c', {
    kind: 'revision',
    facultyId: 'bca',
    subject: 'English I',
    year: 2023,
    sizeBytes: 200,
    warning: damagedPdf,
  });
  await add('d', { kind: 'book', subject: 'Alchemy', year: 2021, sizeBytes: 400, isSample: true });
  await add('e', { kind: 'paper', title: 'heaps', year: 2019, sizeBytes: 100, permissions: [] });
  await add('f', { kind: 'note', title: 'Heaps' });
  await database.materials.setHidingReason('e', 'Wrong paper');
  await database.materials.withdraw('f');
  await texts.begin({ sha256: 'a-digest', pageCount: 2, recipe: 1 });
  await texts.store('a-digest', [{ page: 1, source: 'ocr', text: 'words', confidence: 80, lines: [] }]);
  await texts.begin({ sha256: 'b-digest', pageCount: 1, recipe: 1 });
  await texts.awaitRecognition('b-digest', [1]);
  await texts.begin({ sha256: 'c-digest', pageCount: 1, recipe: 1 });
});

afterAll(() => server[Symbol.asyncDispose]());

test('the inventory finds materials of all kinds by words of title, subject, faculty and file name, and by year', async () => {
  const searches: [string, string[]][] = [
    ['', ['a', 'b', 'c', 'd', 'e']],
    ['HEAPS', ['a', 'e']],
    ['heaps scan_00', ['a']],
    ['गतिकी', ['b']],
    ['mathematics', ['b']],
    ['bca', ['c']],
    ['२०२१', ['a', 'd']],
    ['2021 alchemy', ['d']],
    ['%', []],
    ['heaps nowhere', []],
  ];
  for (const [words, found] of searches)
    expect([words, await find(`q=${encodeURIComponent(words)}`)]).toEqual([words, found]);
});

test('a filter matches any of its values, and several filters must all match', async () => {
  const filters: [string, string[]][] = [
    ['kind=paper&kind=book', ['a', 'd', 'e']],
    ['facultyId=bca', ['c']],
    ['subject=Physics&facultyId=csit', ['a', 'e']],
    ['semesterId=2', []],
    ['year=2021&year=2023', ['a', 'c', 'd']],
    ['yearFrom=2020&yearTo=2021', ['a', 'd']],
    ['yearTo=2020', ['e']],
    ['outsideFrom=2020&outsideTo=2022', ['c', 'e']],
    ['trait=hidden', ['e']],
    ['trait=shown&kind=paper', ['a']],
    ['trait=locked', ['b']],
    ['trait=damaged', ['c']],
    ['trait=locked&trait=damaged', []],
    ['trait=scanned', ['a', 'b']],
    ['trait=scanned&trait=locked', ['b']],
    ['trait=sample', ['d']],
    ['trait=misplaced', ['d']],
    ['in=trash', ['f']],
    ['in=trash&q=heaps', ['f']],
  ];
  for (const [query, found] of filters) expect([query, await find(query)]).toEqual([query, found]);
});

test('in every sort order, pages by offset and by cursor in both directions list each material once', async () => {
  for (const sort of inventorySorts) {
    for (const direction of ['asc', 'desc']) {
      const list = async (query: string) =>
        ids((await admin.call('GET', `/materials/inventory?sort=${sort}&direction=${direction}&${query}`)).json);
      const all = await list('limit=100');
      expect([sort, all.toSorted()]).toEqual([sort, ['a', 'b', 'c', 'd', 'e']]);
      expect([...(await list('limit=2')), ...(await list('limit=3&offset=2'))]).toEqual(all);
      const forwards = [...(await list('limit=2'))];
      while (forwards.length < 5) forwards.push(...(await list(`limit=2&after=${forwards.at(-1)}`)));
      expect([sort, direction, forwards]).toEqual([sort, direction, all]);
      const backwards = await list(`limit=2&before=${all[4]}`);
      expect([sort, direction, backwards]).toEqual([sort, direction, all.slice(2, 4)]);
    }
  }
  const sorted = async (sort: string) =>
    ids((await admin.call('GET', `/materials/inventory?sort=${sort}&direction=asc`)).json);
  expect(await sorted('size')).toEqual(['b', 'e', 'c', 'a', 'd']);
  expect(await sorted('year')).toEqual(['b', 'e', 'a', 'd', 'c']);
  expect(await sorted('title')).toEqual(['c', 'd', 'e', 'a', 'b']);
});

test('an entry has the name and the warning of its file, and the reason for hiding', async () => {
  const answer = await admin.call('GET', '/materials/inventory?trait=hidden');
  expect(answer.json['documents']).toMatchObject([
    { $fileName: 'e.pdf', $warning: null, $hidden: { reason: 'Wrong paper' }, $deletedAt: null },
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const locked = await admin.call('GET', '/materials/inventory?trait=locked');
  expect(locked.json['documents']).toMatchObject([{ $warning: lockedPdf, $hidden: null }]);
});

test('invalid inventory parameters are refused with an error type', async () => {
  for (const [query, type] of [
    ['sort=colour', 'general_argument_invalid'],
    ['limit=101', 'general_argument_invalid'],
    ['trait=nice', 'general_argument_invalid'],
    ['year=20x', 'general_argument_invalid'],
    ['after=a&before=b', 'general_argument_invalid'],
    [`q=${'x'.repeat(201)}`, 'general_argument_invalid'],
    ['after=nowhere', 'general_cursor_not_found'],
  ]) {
    const answer = await admin.call('GET', `/materials/inventory?${query}`);
    expect([query, answer.status, answer.json['type']]).toEqual([query, 400, type]);
  }
});
