import { api, pages } from '#contract/addresses.ts';
import { writeFeedPosition, type FeedPosition } from '#contract/feed-position.ts';
import { Problem } from '#contract/problems.ts';
import {
  findFaculty,
  findSubject,
  findTerm,
  type Catalogue,
  type Faculty,
  type Subject,
  type Term,
} from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { ContractParts, Handlers } from '#server/http/api/handlers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { createOriginReader } from '#server/http/requests/read-origin.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import type { FeedSelection } from '#server/library/feeds/feed-service.ts';
import { describeMaterial } from './material-words.ts';
import { writeAtom, type AtomEntry } from './write-atom.ts';

export type Place = { faculty: Faculty; term: Term; subject: Subject };

type Path = Readonly<Record<string, string>>;

/** Returns the faculty that a path names. Throws Problem `document_not_found`, as the others do. */
export function getFaculty(catalogue: Catalogue, { facultyId = '' }: Path): Faculty {
  const faculty = findFaculty(catalogue, facultyId);
  if (!faculty) throw noSuchPlace('faculty');
  return faculty;
}

export function getTerm(catalogue: Catalogue, path: Path): Omit<Place, 'subject'> {
  const faculty = getFaculty(catalogue, path);
  const term = findTerm(faculty, path['semesterId'] ?? '');
  if (!term) throw noSuchPlace('term');
  return { faculty, term };
}

export function getSubject(catalogue: Catalogue, path: Path): Place {
  const place = getTerm(catalogue, path);
  const subject = findSubject(place.term, path['subject'] ?? '');
  if (!subject) throw noSuchPlace('subject');
  return { ...place, subject };
}

function noSuchPlace(what: 'faculty' | 'term' | 'subject'): Problem {
  return new Problem('document_not_found', `There is no such ${what}.`);
}

const atomType = 'application/atom+xml';

type FeedRoute = 'getNewFeed' | 'getFacultyFeed' | 'getSubjectFeed';

/** The content and address of one feed. */
type FeedFacts = {
  names: string[];
  title: string;
  /** The feed's own address and that of its page, below the origin. */
  address: string;
  page: string;
  selection: FeedSelection;
};

/** Feeds of new materials. They are the same for everybody, so sessions are not checked. */
export function createFeedHandlers({ services, config }: ContractParts): Handlers<FeedRoute> {
  const { feeds, catalogue, site } = services;
  const { ids } = config;
  const readOrigin = createOriginReader(config);

  async function answer(c: ContractContext, facts: FeedFacts, before: FeedPosition | undefined): Promise<Response> {
    const publicUrl = readOrigin(c.env?.incoming);
    const [{ materials, next }, lastChange, name] = await Promise.all([
      feeds.newest(facts.selection, before),
      feeds.lastChange(),
      feeds.identify(),
    ]);
    const at = (position?: FeedPosition) => publicUrl + writePage(facts.address, position);
    const link = (rel: string, href: string) => ({ rel, href, type: atomType });
    const text = writeAtom({
      id: name('feed', ...facts.names),
      title: facts.title,
      updated: lastUpdate(materials, lastChange),
      author: { name: site.name, uri: publicUrl },
      icon: `${publicUrl}/favicon.ico`,
      links: [
        link('self', at(before)),
        { rel: 'alternate', href: publicUrl + facts.page, type: 'text/html' },
        link('first', at()),
        ...(next ? [link('next', at(next))] : []),
      ],
      entries: materials.map((material): AtomEntry => {
        const words = describeMaterial(material, catalogue, site.calendar);
        return {
          id: name('material', material.id),
          title: material.title,
          updated: material.updatedAt,
          published: material.createdAt,
          summary: words.summary,
          rights: site.rights,
          categories: [
            { term: material.kind, label: words.kind, scheme: `${publicUrl}/#kind` },
            { term: material.facultyId, label: words.faculty.name, scheme: `${publicUrl}/#faculty` },
          ],
          links: [
            { rel: 'alternate', href: publicUrl + pages.material(material.id), type: 'text/html' },
            {
              rel: 'enclosure',
              href: publicUrl + api.materialDownload(ids, material),
              type: material.fileType,
              length: material.fileSize,
            },
          ],
        };
      }),
    });
    return answerFeed(c, text, atomType);
  }

  return {
    getNewFeed: ({ c, query }) =>
      answer(
        c,
        { names: [], title: `New in ${site.name}`, address: api.newFeed(), page: pages.home(), selection: {} },
        query.before,
      ),

    getFacultyFeed({ c, path, query }) {
      const faculty = getFaculty(catalogue, path);
      const facts = {
        names: [faculty.id],
        title: `New in ${faculty.name} · ${site.name}`,
        address: api.facultyFeed(faculty.id),
        page: pages.faculty(faculty.id),
        selection: { facultyId: faculty.id },
      };
      return answer(c, facts, query.before);
    },

    getSubjectFeed({ c, path, query }) {
      const { faculty, term, subject } = getSubject(catalogue, path);
      const facts = {
        names: [faculty.id, term.id, subject.name],
        title: `New in ${subject.name} (${faculty.name}) · ${site.name}`,
        address: api.subjectFeed(faculty.id, term.id, subject.slug),
        page: pages.papers(faculty.id, term.id, subject.slug),
        selection: { place: { facultyId: faculty.id, semesterId: term.id, subject: subject.name } },
      };
      return answer(c, facts, query.before);
    },
  };
}

/** Returns the address of a page of a feed. */
function writePage(address: string, position?: FeedPosition | null): string {
  if (!position) return address;
  return `${address}${address.includes('?') ? '&' : '?'}before=${writeFeedPosition(position)}`;
}

/** Returns the time when the page of a feed last changed: that of its newest entry, or else of the library. */
export function lastUpdate(materials: readonly Material[], lastChange: number): string {
  const [last = new Date(lastChange).toISOString()] = materials
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .toReversed();
  return last;
}

/** Responds with a text that is the same for everybody; revalidated by its tag. */
export function answerFeed(c: ContractContext, text: string, type: string): Response {
  return c.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': cacheControl.revalidate });
}
