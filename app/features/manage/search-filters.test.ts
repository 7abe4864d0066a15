import { expect, test } from 'vitest';
import { attributesOfKind, builtInAttributes } from '#contract/collections.ts';
import { parseQueries } from '#contract/parse-queries.ts';
import { writeQueries } from '#contract/write-queries.ts';
import { materialKinds } from '#domain/material.ts';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { searchFilters } from './search-filters.ts';

const faculties = [
  { id: 'csit', name: 'BSc CSIT' },
  { id: 'bca', name: 'BCA' },
];

test('words find a paper by title, subject, faculty and year, in any order and any case', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const papers = '/databases/library/collections/papers/documents';
  const fileId = await uploadSmallFile(admin, { name: 'a.pdf', content: smallPdf });
  const downloadUrl = `/v1/storage/buckets/files/files/${fileId}/preview`;
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  const shelf = {
    regular: { ...place, title: 'Regular exam', year: 2023 },
    chance: { ...place, title: 'Chance 100% exam', year: 2022 },
    other: { facultyId: 'bca', semesterId: '1', subject: 'Digital Logic', title: 'Board questions 2080', year: 2023 },
    nepali: { ...place, title: 'Entrance', year: 2020, yearBs: 2077 },
  };
  for (const [documentId, data] of Object.entries(shelf)) {
    const made = await admin.call('POST', papers, { json: { documentId, data: { ...data, downloadUrl } } });
    expect([made.status, made.json['message']]).toEqual([201, undefined]);
  }
  async function find(words: string): Promise<string[]> {
    const queries = writeQueries({ filters: searchFilters(words, faculties) });
    const address = `${papers}?${new URLSearchParams(queries.map((query) => ['queries[]', query])).toString()}`;
    const { documents } = (await admin.call('GET', address)).json as { documents: { $id: string }[] };
    return documents.map(({ $id }) => $id).sort();
  }
  expect(await find('programming 2023')).toEqual(['regular']);
  expect(await find('BCA')).toEqual(['other']);
  expect(await find('exam, csit')).toEqual(['chance', 'regular']);
  expect(await find('२०२३')).toEqual(['other', 'regular']);
  expect(await find('2077')).toEqual(['nepali']);
  expect(await find('२०७७ programming')).toEqual(['nepali']);
  expect(await find('2020')).toEqual(['nepali']);
  expect(await find('2080')).toEqual(['other']);
  expect(await find('100%')).toEqual(['chance']);
  expect(await find('EXAM regular Programming bsc')).toEqual(['regular']);
  expect(await find('regular digital')).toEqual([]);
  expect(await find(' ')).toEqual(['chance', 'nepali', 'other', 'regular']);
  expect(await find(`exam ${'regular '.repeat(500)}`)).toEqual(['regular']);
});

test('a search of any length with any number of faculties stays within the limits of the contract', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`.padEnd(36, 'a'), name: 'a' }));
  const searches = [
    'a '.repeat(5000),
    'अ'.repeat(5000),
    '""\\""'.repeat(900),
    'a b c d e f g h i j k l m n o p q r s t',
    '\u{D800}\0',
  ];
  for (const typed of searches) {
    const filters = searchFilters(typed, many);
    const queries = writeQueries({ filters });
    for (const kind of materialKinds)
      expect(parseQueries(queries, [...attributesOfKind[kind], ...builtInAttributes]).filters).toEqual(filters);
  }
});
