import { expect, test } from 'vitest';
import { subjectPages } from '#contract/addresses.ts';
import { knownQuery } from '#contract/page-parameters.ts';
import { readForumSearch } from '#app/features/forum/forum-search.ts';
import { readBookSearch } from '#app/features/library/book-search.ts';
import { readSearchAddress } from '#app/features/search/search-address.ts';
import { readListSearch } from './list-search.ts';

const samples: Record<string, string> = {
  part: '2',
  tab: 'favorites',
  open: 'm1',
  kind: 'note',
  year: '2024',
  yearBs: '2081',
  as: 'typed',
};

test.each([
  ['/books', readBookSearch, []],
  ['/discussions', readForumSearch, []],
  ...Object.values(subjectPages).map((page) => [page('csit', '1', 'c-programming'), readListSearch, []] as const),
  ['/search', readSearchAddress, []],
  // The page of a material has no parts.
  ['/material/m1', readListSearch, ['part']],
] as const)(
  'the server renders %s with every parameter the page reads, except the page of the reader and the words to mark there',
  (path, read, unused) => {
    const left = Object.keys(read({})).filter((name) => knownQuery(path, `?${name}=${samples[name] ?? 'x'}`) === '');
    expect(left.sort()).toEqual(['page', 'find', ...unused].filter((name) => name in read({})).sort());
  },
);
