/**
 * Tests over a whole range, such as every screen in every theme, take longer than `npm test` may. So `npm test` runs a
 * part of the range, and `npm run test:sweeps` runs the same files over all of it. Only this file decides which of the
 * two applies.
 */

/** The ranges, and the part of each in `npm test`. */
export const sweeps = {
  screens: {
    all: 'axe in both themes on a phone and a desktop, four widths and text sizes, for every screen and what the reader opens',
    part: 'every fourth screen of the addresses, and of the reader and the preview, alternating axe in dark and large text on a narrow phone; every twentieth in all ways',
  },
  keys: {
    all: 'every address by Tab on a desktop and by Shift+Tab on a phone',
    part: 'every twelfth address by Tab',
  },
  addresses: {
    all: 'every address with scripts, without, and with axe',
    part: 'every second address or fourth, with axe every fourth',
  },
  sizes: {
    all: 'the reader, search hits in it and the way of a file, each at the size of a phone and of a desktop',
    part: 'each at one of the two sizes',
  },
  releases: {
    all: 'six releases of the SDK',
    part: 'the newest and the oldest, uploads in chunks by the newest alone',
  },
  documents: {
    all: 'documents locked in seven ways, of five kinds in which one searches, hostile in five ways, and very long ones',
    part: 'one or two of each',
  },
  cases: {
    all: 'properties of lists and queries, in either database and over HTTP, with 60 to 600 generated cases',
    part: 'a tenth to a fourth of the cases',
  },
  records: {
    all: 'a harvest of ten thousand records in either database, and thousands of files checked and swept',
    part: 'an eighth of them',
  },
  photographs: {
    all: 'sheets photographed in eight ways, and pictures that are no photographs',
    part: 'the three that are hardest to find',
  },
  directions: {
    all: 'forty-two kinds of sheets, photographed lying in four directions',
    part: 'five kinds that are hard to recognise, one of them photographed',
  },
  journeys: {
    all: 'journeys of long, hostile and locked files, of rare events and second ways, and of what other suites test without a browser',
    part: 'none of these',
  },
  browsers: {
    all: 'hostile papers in other engines: Firefox and WebKit, where they are installed',
    part: 'Chromium with their behaviour',
  },
  recognition: {
    all: 'pages that take a recognition engine long, and engines that fail',
    part: 'none of these',
  },
  engines: {
    all: 'tests for any engine, with PostgreSQL or an object store, and three nodes in three processes',
    part: 'a part of it',
  },
  starts: {
    all: 'a first start, which builds the pages, one without sharp, the storing of compiled code, and data folders of two modes',
    part: 'a data folder of one mode',
  },
  operation: {
    all: "the commands of the operator's page, from a release to the removal of the library, and repairs that take long",
    part: 'none',
  },
  benchmarks: {
    all: 'every part of the benchmarks with a tiny library',
    part: 'that all of them load',
  },
  kills: {
    all: 'fifteen kills of a working server, and all those of the files about one task',
    part: 'two, and fewer of each task or none',
  },
  faults: {
    all: 'every 20th to 80th call made to fail, hanging connections, full disks, floods of clients',
    part: 'every 1200th, and those that once broke a promise; of the others a few',
  },
} as const satisfies Record<string, { all: string; part: string }>;

type Sweep = keyof typeof sweeps;

/** True if this run is `npm run test:sweeps`. */
const isSweeping = process.env['TEST_SWEEPS'] === 'on';

/** True if this run leaves the test to the sweep, for `test.skipIf`. */
export function isOnlyInSweep(_sweep: Sweep): boolean {
  return !isSweeping;
}

/**
 * Returns all cases of a range or, in `npm test`, the representative ones. Throws if there are none, because nothing
 * would be tested.
 */
export function casesOf<Case>(
  _sweep: Sweep,
  all: readonly Case[],
  standsForAll: (each: Case, index: number) => boolean,
): Case[] {
  const cases = all.filter((each, index) => isSweeping || standsForAll(each, index));
  if (cases.length === 0) throw new Error('no case represents the others');
  return cases;
}

/** Returns the extent of a range: a number for all of it, or in `npm test` for a part. */
export function extentOf<Extent>(_sweep: Sweep, { all, part }: { all: Extent; part: Extent }): Extent {
  return isSweeping ? all : part;
}
