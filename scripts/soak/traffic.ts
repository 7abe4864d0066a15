import { randomInt } from 'node:crypto';
import { api } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import type { Sent } from './send.ts';
import type { SoakLibrary } from './soak-server.ts';

/** A class of requests, and its fraction of all requests. */
export type TrafficClass = { name: string; share: number; make: () => Sent };

const projectQuery = `project=${ids.projectId}`;

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

/** Picks the first items of a long list far more often than the others: a tenth of the list gets half of all reads. */
const pickPopular = <Item>(items: readonly Item[]): Item =>
  items[randomInt(randomInt(2) === 0 ? Math.ceil(items.length / 10) : items.length)] as Item;

/** Returns one of forty addresses of visitors. */
const visitor = () => `127.0.0.${randomInt(10, 50)}`;
/** Returns one of three addresses of programs. */
const bot = () => `127.0.1.${randomInt(1, 4)}`;

function queries(...each: object[]): string {
  return each.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`).join('&');
}

const lists = (collection: string, ...each: object[]) =>
  `${api.documents(ids, collection)}?${projectQuery}&${queries(...each)}`;

const mainPages = ['/', '/books', '/search', '/faculty/csit', '/faculty/bca', '/about', '/contributors'];

/** Requests of readers: pages, lists, files and covers. */
export function visitorTraffic({ fileIds, subjectPaths }: SoakLibrary): TrafficClass[] {
  const pages = [...mainPages, ...subjectPaths.slice(0, 200)];
  return [
    { name: 'pages', share: 50, make: () => ({ path: pickPopular(pages), from: visitor() }) },
    {
      name: 'lists',
      share: 12,
      make: () => ({
        path: lists(
          'papers',
          { method: 'equal', attribute: 'facultyId', values: [pick(['csit', 'bca', 'bim'])] },
          { method: 'equal', attribute: 'semesterId', values: [String(randomInt(1, 9))] },
          { method: 'limit', values: [25] },
        ),
        from: visitor(),
      }),
    },
    {
      name: 'files',
      share: 18,
      make: () => {
        const start = randomInt(30_000);
        const range = `bytes=${start}-${start + randomInt(1000, 65_536)}`;
        return { path: `${api.fileView(ids, pickPopular(fileIds))}`, headers: { range }, from: visitor() };
      },
    },
    {
      name: 'covers',
      share: 20,
      make: () => ({ path: api.filePicture(ids, pickPopular(fileIds), pick([160, 320])), from: visitor() }),
    },
  ];
}

let made = 0;

/** Returns useless requests: addresses that do not exist, searches without a match, expensive queries. */
export function hostileTraffic(): TrafficClass[] {
  const addresses = [
    () => `/x${made}/y`,
    () => `/material/made-up-${made}`,
    () => `/faculty/csit/semester/1/subject/made-up-${made}`,
    () => `/books?fbclid=${made}`,
    () => `/books?q=made%20up%20${made}`,
    () => `/search?q=${made}`,
    () => `/wp-login.php?${made}`,
  ];
  const words = Array.from({ length: 100 }, (_, index) => `no such words ${index}`);
  return [
    {
      name: 'bots',
      share: 12,
      make: () => {
        made += 1;
        return { path: pick(addresses)(), from: bot() };
      },
    },
    {
      name: 'bad queries',
      share: 4,
      make: () => ({
        path: lists('papers', { method: 'contains', attribute: 'title', values: words }),
        from: bot(),
      }),
    },
    {
      name: 'sign-ins',
      share: 0.5,
      make: () => {
        made += 1;
        return {
          method: 'POST',
          path: `${api.accountSessions()}/email`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `nobody-${made}@library.test`, password: 'a wrong password' }),
          from: bot(),
        };
      },
    },
    { name: 'health', share: 0.2, make: () => ({ path: '/healthz' }) },
  ];
}
