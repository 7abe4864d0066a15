import { array, assert, constantFrom, oneof, pre, property, string, stringMatching, webPath } from 'fast-check';
import { expect, test } from 'vitest';
import { pages } from './addresses.ts';
import { canonicalPath } from './canonical-path.ts';

test.each([
  ['/', '/'],
  ['', '/'],
  ['/books', '/books'],
  ['/Books', '/books'],
  ['/ABOUT', '/about'],
  ['/Not-Found', '/not-found'],
  ['/Discussions/CREATE', '/discussions/create'],
  ['/DISCUSSIONS/Post-1', '/discussions/Post-1'],
  ['/Material/A.b_C', '/material/A.b_C'],
  ['/FACULTY/CSIT/Semester/1', '/faculty/CSIT/semester/1'],
  ['/FACULTY/csit/Notes/SEMESTER/1/Subject/C-Programming', '/faculty/csit/notes/semester/1/subject/C-Programming'],
  ['/books/', '/books'],
  ['//books//', '/books'],
  ['/faculty//csit///semester/1/', '/faculty/csit/semester/1'],
  ['/%62ooks', '/books'],
  ['/faculty/%e0%a4%95', '/faculty/%E0%A4%95'],
  ['/faculty/C%2b%2B', '/faculty/C%2B%2B'],
  ['/faculty/./csit/../bca', '/faculty/bca'],
  ['/faculty/%2e%2E/books', '/books'],
  ['/../..', '/'],
  ['/Elsewhere/Stays', '/Elsewhere/Stays'],
  ['/subject/Books', '/subject/Books'],
  ['/ne', '/ne'],
  ['/NE/', '/ne'],
  ['/Ne/Faculty/CSIT', '/ne/faculty/CSIT'],
  ['/en', '/'],
  ['/EN/Books', '/books'],
  ['/en/EN/ne/Books', '/ne/books'],
  ['/ne/en/Books', '/ne/en/Books'],
])('%j is written %j', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test.each([
  ['//evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
  ['///evil.example/%2e%2e/', '/'],
  ['/.//evil.example', '/evil.example'],
  ['/%2f%2fevil.example', '/%2F%2Fevil.example'],
  ['/%5cevil.example', '/%5Cevil.example'],
  ['/%2e%2e//evil.example', '/evil.example'],
  ['https://evil.example', '/https:/evil.example'],
])('%j stays on the site, as %j', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test.each(['/%', '/faculty/%zz', '/faculty/%ff', '/%00', '/\t/evil.example', '/%09/evil.example', '/a%0d%0ab', '/\n'])(
  '%j has no canonical form',
  (path) => {
    expect(canonicalPath(path)).toBeNull();
  },
);

const hostile = oneof(
  string({ unit: 'grapheme' }),
  webPath(),
  array(
    oneof(
      constantFrom('/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '%25', '%', '%62', '%e0%a4%95', '\t', '%0d', ':'),
      constantFrom(
        'faculty',
        'FACULTY',
        'en',
        'NE',
        'Semester',
        'subject',
        'books',
        'evil.example',
        'https:',
        'क',
        '?',
        '#',
        '@',
      ),
    ),
    { maxLength: 14 },
  ).map((parts) => parts.join('')),
);

test('for any input the result is on the site, and canonical itself', () => {
  assert(
    property(hostile, (path) => {
      const canonical = canonicalPath(path);
      pre(canonical !== null);
      expect(canonical).toMatch(/^\/(?![/\\])/);
      expect(new URL(canonical, 'https://library.test').origin).toBe('https://library.test');
      expect(canonicalPath(canonical)).toBe(canonical);
    }),
    { numRuns: 2000 },
  );
});

test('browsers leave a canonical path unchanged', () => {
  assert(
    property(webPath(), (path) => {
      const canonical = canonicalPath(path);
      const read = canonical === null ? null : new URL(canonical, 'https://library.test').pathname;
      expect(read).toBe(canonical);
    }),
  );
});

test('every address that the product writes is canonical', () => {
  const name = stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,8}$/);
  assert(
    property(name, name, string({ minLength: 1, unit: 'grapheme' }), (faculty, term, subject) => {
      for (const page of Object.values(pages)) {
        const path = (page as (...parts: string[]) => string)(faculty, term, `s${subject}`);
        expect(canonicalPath(path)).toBeOneOf([path, null]);
      }
    }),
  );
});
