import { writeFeedPosition, type FeedPosition } from '#contract/feed-position.ts';
import { maxOpdsPage } from '#contract/opds-routes.ts';
import { visitor } from '#domain/account.ts';
import type { Faculty, Term } from '#domain/catalogue.ts';
import { kindNames, materialKinds, type MaterialKind } from '#domain/material.ts';
import { feedPageSize, type FeedSelection } from '#server/feeds/feed-service.ts';
import type { ContractParts } from '#server/http/api/request-context.ts';
import { lastUpdate } from './feed-handlers.ts';
import { getFaculty, getSubject, getTerm, type Place } from './find-place.ts';
import type { OpdsEntry, OpdsFeed } from './opds-feed.ts';

const part = encodeURIComponent;

type Parts = Pick<ContractParts, 'services'>;

/** Finds what the feeds of the catalogue have. */
export function createOpdsFeeds(parts: Parts) {
  return { ...createRoot(parts), ...createNavigation(parts), ...createLists(parts) };
}

/** Where the catalogue begins. */
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

/** The feeds of faculties, terms and subjects, which lead to further feeds. */
function createNavigation({ services: { feeds, materials, catalogue } }: Parts) {
  const shelfUpdate = async () => new Date(await feeds.lastChange()).toISOString();

  /** How many materials a faculty has for everybody, by term, subject and kind. */
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
function createLists({ services: { feeds, search, catalogue } }: Parts) {
  async function newest(
    feed: Pick<OpdsFeed, 'name' | 'title' | 'up' | 'facets'>,
    address: string,
    selection: FeedSelection,
    before: FeedPosition | undefined,
  ): Promise<OpdsFeed> {
    const [page, lastChange] = await Promise.all([feeds.newest(selection, before), feeds.lastChange()]);
    const at = (position: FeedPosition) =>
      `${address}${address.includes('?') ? '&' : '?'}before=${writeFeedPosition(position)}`;
    return {
      ...feed,
      path: before ? at(before) : address,
      updated: lastUpdate(page.materials, lastChange),
      entries: null,
      materials: page.materials,
      first: address,
      next: page.next ? at(page.next) : undefined,
    };
  }

  return {
    newest(kind: MaterialKind | undefined, before: FeedPosition | undefined): Promise<OpdsFeed> {
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
      return newest(feed, kind ? `/new?kind=${kind}` : '/new', { kind }, before);
    },

    list(path: Readonly<Record<string, string>>, before: FeedPosition | undefined): Promise<OpdsFeed> {
      const place = getSubject(catalogue, path);
      const { faculty, term, subject } = place;
      const kind = materialKinds.find((each) => each === path['kind']) ?? 'paper';
      const feed = {
        name: [faculty.id, term.id, subject.name, kind],
        title: `${kindNames[kind]}: ${subject.name}, ${faculty.name}`,
        up: subjectPath(place),
      };
      const selection = { kind, place: { facultyId: faculty.id, semesterId: term.id, subject: subject.name } };
      return newest(feed, `${subjectPath(place)}/${kind}`, selection, before);
    },

    async search(query: { q: string; kind?: MaterialKind | undefined; page: number }): Promise<OpdsFeed> {
      const { q, kind, page } = query;
      const start = (page - 1) * feedPageSize;
      const everything = { facultyId: [], semesterId: [], subject: [], year: [], yearBs: [] };
      const request = { q, kind: kind ? [kind] : [], ...everything, limit: feedPageSize, offset: start };
      const [{ total, results }, lastChange] = await Promise.all([search.search(visitor, request), feeds.lastChange()]);
      const at = (number: number, of = kind) => `/search?q=${part(q)}${of ? `&kind=${of}` : ''}&page=${number}`;
      const materials = results.map(({ material }) => material);
      const hasNext = start + feedPageSize < total && page < maxOpdsPage;
      const options = [undefined, ...materialKinds].map((each) => ({
        title: each ? kindNames[each] : 'All',
        path: `/search?q=${part(q)}${each ? `&kind=${each}` : ''}`,
        isActive: each === kind,
      }));
      return {
        name: ['search', q, kind ?? ''],
        title: `Search: ${q}`,
        path: at(page),
        up: '',
        updated: lastUpdate(materials, lastChange),
        entries: null,
        materials,
        first: at(1),
        previous: page > 1 ? at(page - 1) : undefined,
        next: hasNext ? at(page + 1) : undefined,
        facets: { group: 'Kind', options },
        totals: { total, start: start + 1, perPage: feedPageSize },
      };
    },
  };
}

const facultyPath = ({ id }: Faculty) => `/faculties/${part(id)}`;
const termPath = (faculty: Faculty, { id }: Term) => `${facultyPath(faculty)}/semesters/${part(id)}`;
const subjectPath = ({ faculty, term, subject }: Place) => `${termPath(faculty, term)}/subjects/${part(subject.slug)}`;
