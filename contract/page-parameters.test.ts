import { expect, test } from 'vitest';
import { knownQuery } from './page-parameters.ts';

test('a query is reduced to the parameters of its page, in one order and one spelling', () => {
  const same = [
    '?faculty=csit&q=data%20base&part=2',
    '?part=02&fbclid=abc&q=+data+base&faculty=csit',
    '?pipe=1&part=2&semester=1&faculty=csit&q=data%20base%20&page=7&tab=none',
  ];
  expect(same.map((search) => knownQuery('/books', search))).toEqual(
    same.map(() => '?faculty=csit&q=data+base&part=2'),
  );
  for (const search of [
    '',
    '?',
    '?fbclid=1',
    '?part=1',
    '?part=-1',
    '?q=',
    '?q=a&q=b',
    '?faculty=all&utm_source=x',
    '?open=%3Cscript%3E',
  ])
    expect([search, knownQuery('/books', search)]).toEqual([search, '']);
});

test('each page has its own parameters, and every page reads the material that is open over it', () => {
  const search = '?q=a&part=3&faculty=csit&search=b&open=m1';
  expect(knownQuery('/about', search)).toBe('?open=m1');
  expect(knownQuery('/search', search)).toBe('?q=a&part=3&open=m1');
  expect(knownQuery('/discussions', search)).toBe('?faculty=csit&search=b&open=m1');
  expect(knownQuery('/faculty/csit/semester/1/subject/c', search)).toBe('?part=3&open=m1');
});

test('a filter of the search may occur several times, in any order', () => {
  const known = '?q=a&kind=note&kind=paper&facultyId=csit&subject=Statistics%2C+I&year=2023&year=2024';
  for (const search of [
    known,
    '?year=2024&year=2023&year=2024&kind=paper&kind=note&kind=poem&subject=Statistics,%20I&facultyId=csit&q=a&year=20',
  ])
    expect(knownQuery('/search', search)).toBe(known);
  const many = Array.from({ length: 100 }, (_, index) => `facultyId=f${index}`).join('&');
  expect(knownQuery('/search', `?${many}`)?.split('&')).toHaveLength(20);
});

test('a path without a page has no query', () => {
  for (const path of ['/nowhere', '/books/more', '/faculty', '/material/', '/wp-login.php', '/faculty/a/b'])
    expect([path, knownQuery(path, '')]).toEqual([path, null]);
  expect(knownQuery('/', '')).toBe('');
});

test('the material next to the opened one changes nothing that the server renders', () => {
  expect(knownQuery('/about', '?open=m1&page=2&compare=m2&comparePage=3')).toBe('?open=m1&page=2');
  expect(knownQuery('/about', '?compare=m2')).toBe('');
});
