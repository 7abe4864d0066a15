import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SearchFindings, SearchRequest, SearchSuggestions } from '#contract/search.ts';
import type { Shelf } from '#contract/shelf.ts';
import { findingsQuery, hasOffers, offersQuery } from './search-queries.ts';

type Subject = SearchSuggestions['subjects'][number];

function shelfWith(known: Record<string, string[]>) {
  const asked: string[] = [];
  const place = (subject: string) => ({ facultyId: 'csit', semesterId: '1', subject, slug: subject }) as Subject;
  const suggest = async (q: string) => {
    asked.push(q);
    return { subjects: (known[q] ?? []).map(place), materials: [] };
  };
  return { shelf: { suggest } as unknown as Shelf, asked };
}

const find = async (shelf: Shelf, q: string) =>
  (await new QueryClient().fetchQuery(offersQuery(shelf, q, { total: 0 }))).subjects.map(({ subject }) => subject);

test('a search without results is offered the subjects that match all its words', async () => {
  const { shelf, asked } = shelfWith({ 'digital logic': ['Digital Logic'], digital: ['Digital Systems'] });
  expect(await find(shelf, 'digital logic')).toEqual(['Digital Logic']);
  expect(asked).toEqual(['digital logic']);
});

test('otherwise it is offered subjects with its longest words, each once, and only a few words are requested', async () => {
  const { shelf, asked } = shelfWith({ microprocessor: ['Microprocessor'], design: ['Design', 'Microprocessor'] });
  expect(await find(shelf, 'an "8085 microprocessor" zqxj design of it or of things')).toEqual([
    'Microprocessor',
    'Design',
  ]);
  expect(asked).toHaveLength(5);
  const long = shelfWith({});
  await find(long.shelf, Array.from({ length: 200 }, (_, index) => `word${index}`).join(' '));
  expect(long.asked).toHaveLength(5);
});

test('offers are fetched with the results, and only if no page has the words as typed', async () => {
  const fetchFor = async (found: Pick<SearchFindings, 'total' | 'didYouMean'>) => {
    const { shelf, asked } = shelfWith({});
    const client = new QueryClient();
    const search = async () => ({ ...found, results: [] }) as unknown as SearchFindings;
    await client.fetchQuery(findingsQuery({ ...shelf, search }, { q: 'oint' } as SearchRequest));
    const isThere = client.getQueryData(offersQuery(shelf, 'oint', found).queryKey) !== undefined;
    return { isThere, asked: asked.length > 0, hasOffers: hasOffers(found) };
  };
  const offered = { isThere: true, asked: true, hasOffers: true };
  expect(await fetchFor({ total: 0, didYouMean: null })).toEqual(offered);
  expect(await fetchFor({ total: 8, didYouMean: 'int' })).toEqual(offered);
  expect(await fetchFor({ total: 8, didYouMean: null })).toEqual({ isThere: false, asked: false, hasOffers: false });
});
