import { writeFeedPosition, type FeedPosition } from '#contract/feed-position.ts';
import { maxOpdsAnchors, maxOpdsPage } from '#contract/routes/opds-routes.ts';
import { visitor } from '#domain/account.ts';
import type { Faculty, Term } from '#domain/catalogue.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { feedPageSize, type FeedSelection } from '#server/library/feeds/feed-service.ts';
import type { ContractParts } from '#server/http/api/handlers.ts';
import { lastUpdate, getFaculty, getSubject, getTerm, type Place } from './feed-handlers.ts';
import type { OpdsEntry, OpdsFeed } from './write-opds.ts';
import { kindNames } from '#messages/kinds.ts';

const part = encodeURIComponent;

type Parts = Pick<ContractParts, 'services'>;

/** Finds the content of the catalogue's feeds. */
export function createOpdsFeeds(parts: Parts) {
  return { ...createRoot(parts), ...createNavigation(parts), ...createLists(parts), ...createSearch(parts) };
}

/** Creates the root feed of the catalogue. */
function createRoot({ services: { feeds, materials, catalogue, site } }: Parts) {
  return {
    async root(): Promise<OpdsFeed> {
      const { faculties } = await materials.countByFaculty(visitor);
      const totals = new Map(
        faculties.map((each) => [each.facultyId, Object.values(each.totals).reduce((sum, count) => sum + count, 0)]),
      );
      const lists: OpdsEntry[] = [
        {
          name: ['new'],
          title: 'New',
          summary: 'The newest materials of all faculties.',
          path: '/new',
          hasMaterials: true,
          rel: 'http://opds-spec.org/sort/new',
        },
        { name: ['books'], title: 'Books', summary: 'The newest books.', path: '/new?kind=book', hasMaterials: true },
      ];
      const entries = catalogue.faculties.map((faculty): OpdsEntry => ({
        name: [faculty.id],
        title: faculty.name,
        summary: faculty.fullName,
        path: facultyPath(faculty),
        hasMaterials: false,
        count: totals.get(faculty.id) ?? 0,
      }));
      const updated = new Date(await feeds.lastChange()).toISOString();
      const names = { name: ['root'], title: site.name, path: '', up: null };
      return { ...names, updated, entries: [...lists, ...entries], materials: null };
    },
  };
}

/** Creates the feeds of faculties, terms and subjects, which lead to further feeds. */
function createNavigation({ services: { feeds, materials, catalogue } }: Parts) {
  const shelfUpdate = async () => new Date(await feeds.lastChange()).toISOString();

  /** Counts the public materials of a faculty, by term, subject and kind. */
  async function countPlaces(facultyId: string) {
    const { places } = await materials.count(visitor, { facultyId });
    return (matches: (place: (typeof places)[number]) => boolean) =>
      places.filter(matches).reduce((sum, { count }) => sum + count, 0);
  }

  return {
    async faculty(path: Readonly<Record<string, string>>): Promise<OpdsFeed> {
      const faculty = getFaculty(catalogue, path);
      const count = await countPlaces(faculty.id);
      return {
        name: [faculty.id],
        title: faculty.name,
        path: facultyPath(faculty),
        up: '',
        updated: await shelfUpdate(),
        materials: null,
        entries: faculty.terms.map((term) => ({
          name: [faculty.id, term.id],
          title: term.name,
          summary: `${term.name} of ${faculty.fullName}.`,
          path: termPath(faculty, term),
          hasMaterials: false,
          count: count(({ semesterId }) => semesterId === term.id),
        })),
      };
    },

    async term(path: Readonly<Record<string, string>>): Promise<OpdsFeed> {
      const { faculty, term } = getTerm(catalogue, path);
      const count = await countPlaces(faculty.id);
      return {
        name: [faculty.id, term.id],
        title: `${term.name}, ${faculty.name}`,
        path: termPath(faculty, term),
        up: facultyPath(faculty),
        updated: await shelfUpdate(),
        materials: null,
        entries: term.subjects.map((subject) => ({
          name: [faculty.id, term.id, subject.name],
          title: subject.name,
          summary: [subject.name, subject.code].filter(Boolean).join(', '),
          path: subjectPath({ faculty, term, subject }),
          hasMaterials: false,
          count: count((each) => each.semesterId === term.id && each.subject === subject.name),
        })),
      };
    },

    async subject(path: Readonly<Record<string, string>>): Promise<OpdsFeed> {
      const place = getSubject(catalogue, path);
      const { faculty, term, subject } = place;
      const count = await countPlaces(faculty.id);
      const isHere = (each: { semesterId: string; subject: string }) =>
        each.semesterId === term.id && each.subject === subject.name;
      return {
        name: [faculty.id, term.id, subject.name],
        title: `${subject.name}, ${faculty.name}`,
        path: subjectPath(place),
        up: termPath(faculty, term),
        updated: await shelfUpdate(),
        materials: null,
        entries: materialKinds.map((kind) => ({
          name: [faculty.id, term.id, subject.name, kind],
          title: kindNames[kind],
          summary: `${kindNames[kind]}: ${subject.name}.`,
          path: `${subjectPath(place)}/${kind}`,
          hasMaterials: true,
          count: count((each) => isHere(each) && each.kind === kind),
        })),
      };
    },
  };
}

/** Feeds of materials. */
function createLists({ services: { feeds, materials, catalogue } }: Parts) {
  async function newest(
    feed: Pick<OpdsFeed, 'name' | 'title' | 'up' | 'facets'>,
    address: string,
    selection: FeedSelection,
    { before, page: number }: ListPage,
  ): Promise<OpdsFeed> {
    const [page, lastChange, total] = await Promise.all([
      feeds.newest(selection, before),
      feeds.lastChange(),
      countSelected(selection),
    ]);
    const at = (position: FeedPosition, which: number) =>
      `${address}${address.includes('?') ? '&' : '?'}before=${writeFeedPosition(position)}&page=${which}`;
    return {
      ...feed,
      path: before ? at(before, number) : address,
      updated: lastUpdate(page.materials, lastChange),
      entries: null,
      materials: page.materials,
      first: address,
      next: page.next ? at(page.next, number + 1) : undefined,
      totals: { total, page: before ? number : 1, perPage: feedPageSize },
    };
  }

  /** Counts the public materials of a selection. */
  async function countSelected({ kind, place }: FeedSelection): Promise<number> {
    if (!place) {
      const { totals } = await materials.countByFaculty(visitor);
      return kind ? totals[kind] : Object.values(totals).reduce((sum, count) => sum + count, 0);
    }
    const { places } = await materials.count(visitor, { facultyId: place.facultyId });
    const isIn = (each: (typeof places)[number]) =>
      each.semesterId === place.semesterId && each.subject === place.subject && each.kind === kind;
    return places.filter(isIn).reduce((sum, { count }) => sum + count, 0);
  }

  return {
    newest(kind: MaterialKind | undefined, page: ListPage): Promise<OpdsFeed> {
      const options = [undefined, ...materialKinds].map((each) => ({
        title: each ? kindNames[each] : 'All',
        path: each ? `/new?kind=${each}` : '/new',
        isActive: each === kind,
      }));
      const feed = {
        name: ['new', kind ?? ''],
        title: kind ? `New: ${kindNames[kind]}` : 'New',
        up: '',
        facets: { group: 'Kind', options },
      };
      return newest(feed, kind ? `/new?kind=${kind}` : '/new', { kind }, page);
    },

    list(path: Readonly<Record<string, string>>, page: ListPage): Promise<OpdsFeed> {
      const place = getSubject(catalogue, path);
      const { faculty, term, subject } = place;
      const kind = materialKinds.find((each) => each === path['kind']) ?? 'paper';
      const feed = {
        name: [faculty.id, term.id, subject.name, kind],
        title: `${kindNames[kind]}: ${subject.name}, ${faculty.name}`,
        up: subjectPath(place),
      };
      const selection = { kind, place: { facultyId: faculty.id, semesterId: term.id, subject: subject.name } };
      return newest(feed, `${subjectPath(place)}/${kind}`, selection, page);
    },
  };
}

/** Creates feeds of search results. */
function createSearch({ services: { feeds, search } }: Parts) {
  return {
    async search({ q, kind, page, after = [] }: OpdsSearch): Promise<OpdsFeed> {
      const [{ total, materials: found, isLast }, lastChange] = await Promise.all([
        findPage({ q, kind, page, after }),
        feeds.lastChange(),
      ]);
      const at = (number: number, anchors: readonly string[] = []) =>
        `/search?q=${part(q)}${kind ? `&kind=${kind}` : ''}&page=${number}${anchors.length > 0 ? `&after=${anchors}` : ''}`;
      const options = [undefined, ...materialKinds].map((each) => ({
        title: each ? kindNames[each] : 'All',
        path: `/search?q=${part(q)}${each ? `&kind=${each}` : ''}`,
        isActive: each === kind,
      }));
      return {
        name: ['search', q, kind ?? ''],
        title: `Search: ${q}`,
        path: at(page, after),
        up: '',
        updated: lastUpdate(found, lastChange),
        entries: null,
        materials: found,
        first: at(1),
        previous: page > 1 ? at(page - 1) : undefined,
        next: isLast
          ? undefined
          : at(
              page + 1,
              found.slice(-maxOpdsAnchors).map(({ id }) => id),
            ),
        facets: { group: 'Kind', options },
        totals: { total, page, perPage: feedPageSize },
      };
    },
  };

  /**
   * Returns a page of results. The page begins after the last of the previous page's results that is still found, so
   * nothing is skipped if results were deleted meanwhile, and nothing is repeated if some were added. If none of them
   * is found any more, the page begins earlier rather than later.
   */
  async function findPage({ q, kind, page, after }: OpdsSearch & { after: readonly string[] }) {
    const start = (page - 1) * feedPageSize;
    // From one page before to the end of this one, which contains the named results unless many have changed.
    const from = after.length > 0 ? Math.max(0, start - feedPageSize) : start;
    const request = {
      q,
      kind: kind ? [kind] : [],
      facultyId: [],
      semesterId: [],
      subject: [],
      year: [],
      yearBs: [],
      asTyped: false,
      limit: start - from + feedPageSize,
      offset: from,
    };
    const { total, results } = await search.search(visitor, request);
    const last = results.findLastIndex(({ material }) => after.includes(material.id));
    const begin = last >= 0 ? last + 1 : Math.max(0, start - from - after.length);
    const materials = results.slice(begin, begin + feedPageSize).map(({ material }) => material);
    const isLast = materials.length === 0 || from + begin + materials.length >= total || page === maxOpdsPage;
    return { total, materials, isLast };
  }
}

/** The position before a page of a list, and the number of the page. */
type ListPage = { before?: FeedPosition | undefined; page: number };

type OpdsSearch = { q: string; kind?: MaterialKind | undefined; page: number; after?: readonly string[] | undefined };

const facultyPath = ({ id }: Faculty) => `/faculties/${part(id)}`;
const termPath = (faculty: Faculty, { id }: Term) => `${facultyPath(faculty)}/semesters/${part(id)}`;
const subjectPath = ({ faculty, term, subject }: Place) => `${termPath(faculty, term)}/subjects/${part(subject.slug)}`;
