import { expect, test } from 'vitest';
import { toDocument } from '#contract/appwrite/to-document.ts';
import type { Material } from '#domain/material.ts';
import type { SavedMaterial, SavedPage } from './saved-database.ts';
import { readSearchRequest, searchSaved } from './saved-search.ts';

const origin = { ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' }, publicUrl: 'https://library.example' };

const texts: Record<string, string[]> = {
  heaps: ['A heap is a tree.', 'Sorting with a heap needs no extra room.'],
  trees: ['Search trees are balanced by rotations.'],
  ram: ['राम घर जान्छ।'],
};

function saved(id: string, year: number): SavedMaterial {
  const material = {
    id,
    kind: 'paper',
    title: `Data Structures ${year}`,
    subject: 'Data Structures',
    facultyId: 'csit',
    semesterId: '3',
    year,
    yearBs: null,
    fileId: `f-${id}`,
    coverFileId: null,
    createdAt: '',
    sequence: year,
    permissions: [],
  };
  const document = toDocument(material as unknown as Material, origin);
  return { id, kind: 'paper', document } as unknown as SavedMaterial;
}

const shelf = [saved('heaps', 2021), saved('trees', 2022), saved('ram', 2023)];

async function search(query: string) {
  const found = await searchSaved(readSearchRequest(new URLSearchParams(query)), shelf, async (id) =>
    (texts[id] ?? []).map((text, index): SavedPage => ({ id, page: index + 1, source: 'text', text, lines: null })),
  );
  return {
    ...found,
    pages: found.results.map(({ document, pages }) => [document.$id, ...pages.map(({ page }) => page)]),
  };
}

test('a search in offline materials finds pages with all words, including inflected ones, best first, with the words marked', async () => {
  expect((await search('q=heaps tree')).pages).toEqual([['heaps', 1]]);
  const sorted = await search('q=heap');
  expect(sorted.pages).toEqual([['heaps', 1, 2]]);
  expect(sorted.results[0]?.pages[0]?.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['heap']);
  expect((await search('q=tree')).pages).toEqual([
    ['trees', 1],
    ['heaps', 1],
  ]);
  expect((await search('q=राम')).pages).toEqual([['ram', 1]]);
});

test('phrases, excluded words, alternatives and words of the title count as on the server', async () => {
  expect((await search('q="search trees"')).pages).toEqual([['trees', 1]]);
  expect((await search('q=tree -rotations')).pages).toEqual([['heaps', 1]]);
  expect((await search('q=rotations OR sorting ')).total).toBe(2);
  expect((await search('q=structures 2022')).pages).toEqual([['trees']]);
  expect((await search('q=structures sorting')).pages).toEqual([['heaps', 2]]);
  expect((await search('q=photosynthesis')).total).toBe(0);
});

test('filters, parts and facets of offline materials are those of the request', async () => {
  const { total, facets, pages } = await search('q=structures&year=2021&year=2023&limit=1&offset=1');
  expect(total).toBe(2);
  expect(pages).toEqual([['heaps']]);
  // A facet ignores its own filter.
  expect(facets.year.map(({ value }) => value).sort()).toEqual([2021, 2022, 2023]);
  expect(facets.kind).toEqual([{ value: 'paper', count: 2 }]);
});

test.each([
  ['a letter left out', 'hep', 'heap'],
  ['two in one text', 'blanced rotatons', 'balanced rotations'],
  ['two slips in a long word', 'balnacde', 'balanced'],
  ['only the unknown word', 'heap sortng', 'heap sorting'],
])('a misspelt word is corrected if no offline material has it: %s', async (_name, typed, corrected) => {
  const found = await search(`q=${typed} `);
  expect([found.didYouMean, found.isCorrected, found.matched]).toEqual([corrected, true, 'all']);
  expect(found.total).toBeGreaterThan(0);
});

test('nothing is corrected in a search as typed, in quotes, to a common word, or if the words are found', async () => {
  for (const query of ['q=hep&asTyped=true', 'q="hep"', 'q=thw ', 'q=heap'])
    expect([query, (await search(query)).didYouMean]).toEqual([query, null]);
});

test('if no page has all words, the pages with most of them are found, and reported as incomplete matches', async () => {
  const { matched, pages, didYouMean } = await search('q=sorting heap zebra ');
  expect([matched, pages, didYouMean]).toEqual(['some', [['heaps', 2]], null]);
  expect((await search('q=zebra giraffe ')).total).toBe(0);
});

test('excluded words are listed as on the server', async () => {
  expect((await search('q=tree -rotations')).excluded).toEqual([{ text: 'rotations', q: 'tree rotations' }]);
});
