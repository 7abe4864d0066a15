import { isIdentifier } from '#domain/identifier.ts';
import { pages, subjectPages } from './addresses.ts';
import { maxSearchLength, readFilter, searchFilters } from './search-filters.ts';

/** Maximum length of a parameter, longer than any title or id; pages ignore the rest. */
const maxTextLength = 255;

/** Reads a parameter with the rules of its page; null if it is empty or the page's default. */
type Read = (value: string) => string | null;

/** Reads a parameter that may be repeated. */
type ReadAll = { all: (values: readonly string[]) => string[] };

const text =
  (standard = '', maxLength = maxTextLength): Read =>
  (value) => {
    const read = value.trim().slice(0, maxLength).trim();
    return read === '' || read === standard ? null : read;
  };

const part: Read = (value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 && number <= 1_000_000 ? String(number) : null;
};

const list = { part };

const typed: Read = (value) => (value === 'typed' ? value : null);

/**
 * Returns the query of a page's address (knownQuery) without the opened material if `pageCount` is null; otherwise
 * without a page number that the opened material does not have.
 */
export function limitOpened(query: string, pageCount: number | null): string {
  const known = new URLSearchParams(query);
  if (pageCount === null) known.delete('open');
  if (Number(known.get('page')) > (pageCount ?? 0)) known.delete('page');
  return known.size > 0 ? `?${known}` : '';
}

/** Returns the material that the query of a page's address opens, or null. */
export function openedBy(query: string): string | null {
  return new URLSearchParams(query).get('open');
}

/** A filter of the search may occur several times, as sent by the checkboxes of a form. */
const filters = Object.fromEntries(
  searchFilters.map((name) => [name, { all: (values: readonly string[]) => readFilter(name, values) }]),
);

/** Every page except those of a subject, which are lists. */
type OtherPage = Exclude<keyof typeof pages, keyof typeof subjectPages>;

/**
 * The search parameters that change the server's rendering, page by page. `open` and, with it, the reader's `page`
 * count on every page: they name the material and the page that the head describes. Everything else in an address
 * (`fbclid`, and `compare`, the material next to the opened one) is left to the browser.
 */
const parameters: Record<OtherPage, Readonly<Record<string, Read | ReadAll>>> = {
  home: {},
  faculty: {},
  semester: {},
  revisionSubjects: {},
  material: {},
  books: {
    tab: (value) => (value === 'favorites' ? value : null),
    faculty: text('all'),
    semester: text('1'),
    q: text(),
    part,
  },
  saved: {},
  reading: {},
  search: { q: text('', maxSearchLength), as: typed, ...filters, part },
  discussions: { faculty: text(), search: text() },
  newDiscussion: {},
  discussion: {},
  login: {},
  admin: {},
  contributors: {},
  about: {},
  contact: {},
  faq: {},
  privacy: {},
  terms: {},
  notFound: {},
  offline: {},
  paperFrame: {},
};

const shapes = Object.entries(pages).map(([name, page]: [string, (...parts: string[]) => string]) => ({
  words: page('*', '*', '*').split('/').slice(1),
  reads: name in subjectPages ? list : parameters[name as OtherPage],
}));

/**
 * Returns the query of a page's address, reduced to the parameters of that page, in one order and one spelling, with
 * its question mark; '' for none. The server renders two addresses with the same path and the same result identically.
 * Null if no page has such a path. `path` must be canonical (canonical-path.ts).
 */
export function knownQuery(path: string, search: string): string | null {
  const reads = findPage(path);
  if (!reads) return null;
  if (search.length < 2) return '';
  const asked = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const [name, read] of Object.entries(reads)) {
    const values = asked.getAll(name);
    if (typeof read === 'object') {
      for (const value of read.all(values)) known.append(name, value);
      continue;
    }
    // Pages ignore any other parameter that occurs twice.
    const value = values.length === 1 ? read(values[0] ?? '') : null;
    if (value !== null) known.set(name, value);
  }
  const open = asked.get('open');
  if (open !== null && isIdentifier(open)) {
    known.set('open', open);
    const page = part(asked.get('page') ?? '');
    if (page !== null) known.set('page', page);
  }
  return known.size > 0 ? `?${known}` : '';
}

function findPage(path: string): Readonly<Record<string, Read | ReadAll>> | undefined {
  const parts = path.split('/').slice(1);
  return shapes.find(
    ({ words }) => words.length === parts.length && words.every((word, index) => isMet(word, parts[index] ?? '')),
  )?.reads;
}

function isMet(word: string, written: string): boolean {
  return word === '*' ? written !== '' : word === written;
}
