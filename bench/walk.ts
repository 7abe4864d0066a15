import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { slowDown } from './slow-phone.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const place = { facultyId: 'csit', semesterId: '5', subject: 'Web Technology' };
const years = [2019, 2020, 2021, 2022, 2023, 2024];
const rounds = 3;

/** A way of a student to a goal: the taps it takes, with what they wait for, and their aims. */
type Walk = {
  name: string;
  aims: { taps: number; seconds?: number };
  /** Comes before the measured way, in the same context: an earlier visit. */
  before?: (page: Page, url: string) => Promise<void>;
  /** Where the way begins; measured from the request if the walk opens it itself. */
  start: string | null;
  taps: readonly ((page: Page) => Locator)[];
  /** Typed after the first tap. */
  typed?: string;
  goal: (page: Page) => Promise<void>;
};

const view = (year: number) => (page: Page) => page.getByRole('link', { name: new RegExp(`^View .*${year}$`) });

/** Resolves once the first page of the open document can be read: as a picture or as painted by pdf.js. */
async function readable(page: Page): Promise<void> {
  await page
    .locator('dialog .reader-picture img, dialog [data-page-number="1"][data-state="painted"]')
    .filter({ visible: true })
    .first()
    .waitFor();
}

const readOnce = async (page: Page, url: string) => {
  await page.goto(url + pages.papers('csit', '5', 'web-technology'));
  await view(2023)(page).tap();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
};

const walks: readonly Walk[] = [
  {
    name: 'first visit, to a known paper by browsing',
    aims: { taps: 3, seconds: 6 },
    start: pages.home(),
    taps: [
      (page) => page.getByRole('link', { name: 'BSc CSIT, Semester 5' }),
      (page) => page.getByRole('link', { name: 'View: Web Technology' }),
      view(2023),
    ],
    goal: readable,
  },
  {
    name: 'first visit, to a known paper by search',
    aims: { taps: 2 },
    start: pages.home(),
    taps: [
      (page) => page.getByRole('main').getByRole('combobox', { name: 'Search' }),
      (page) => page.getByRole('group', { name: 'Titles' }).getByRole('option').filter({ hasText: '2023' }),
    ],
    typed: 'web tech 2023',
    goal: readable,
  },
  {
    name: 'return to where one was',
    aims: { taps: 1 },
    before: readOnce,
    start: pages.home(),
    taps: [(page) => page.getByRole('region', { name: 'Continue reading' }).getByRole('link', { name: /2023$/ })],
    goal: readable,
  },
  {
    name: 'the next year’s paper, from the reader',
    aims: { taps: 1, seconds: 2 },
    before: readOnce,
    start: null,
    taps: [(page) => page.getByRole('dialog').getByRole('button', { name: /^Newer paper/ })],
    goal: async (page) => {
      await page.getByRole('dialog', { name: /2024/ }).waitFor();
      await readable(page);
    },
  },
  {
    name: 'save a subject for reading offline',
    aims: { taps: 2 },
    start: pages.papers('csit', '5', 'web-technology'),
    taps: [
      (page) => page.getByRole('button', { name: /^Save (?:subject )?offline/ }),
      (page) => page.getByRole('dialog').getByRole('button', { name: /^Save/ }),
    ],
    goal: async (page) => {
      await page.getByRole('dialog').getByText(/saved/i).first().waitFor();
    },
  },
];

/**
 * Measures the ways of a student on a simulated slow phone (4 × slower processor, 1.6 Mbit/s, 150 ms): the number of
 * taps, each as soon as its target is there, and the seconds from the start (the request for the first page, or the
 * first tap) to the goal, median of three.
 */
export async function measureWalk(): Promise<string[]> {
  await using server = await openTestServer({ withPages: true, derivesAhead: true });
  const librarian = await openLibrarian(server.url);
  for (const year of years) {
    const id = `walk-${year}`;
    await librarian.upload(`${id}.pdf`, makePdf([[`Web Technology ${year}`, 'Explain the HTTP protocol.']]), id);
    await librarian.publish('paper', { ...place, title: `Web Technology ${year}`, year, fileId: id }, id);
  }
  await server.services.reading.catchUp();
  await server.services.indexKeeper.idle();
  await using browser = await openBrowser();
  const lines = ['taps and seconds on a slow phone'];
  for (const walk of walks) {
    const times: number[] = [];
    // The first round, which is not counted, makes the pages and pictures that are made once for everybody.
    for (let round = 0; round <= rounds; round += 1) times.push(await walkOnce(browser, server.url, walk));
    const counted = times.slice(1).sort((one, other) => one - other);
    lines.push(lineOf(walk, (counted[Math.floor(rounds / 2)] ?? Number.NaN) / 1000));
  }
  return lines;
}

function lineOf({ name, aims, taps, typed = '' }: Walk, seconds: number): string {
  const letters = typed === '' ? '' : ` and ${typed.length} letters`;
  const judge = (value: number, aim: number | undefined) =>
    aim === undefined ? '' : ` (aim ${aim}${value > aim ? ', MISSED' : ''})`;
  return (
    `  ${name.padEnd(44)} ${taps.length} taps${letters}${judge(taps.length, aims.taps)}, ` +
    `${seconds.toFixed(1)} s${judge(seconds, aims.seconds)}`
  );
}

/** Walks once with an empty browser; returns the milliseconds. */
async function walkOnce(browser: Browser, url: string, walk: Walk): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const page = await openSlowPage(context);
    await walk.before?.(page, url);
    const startedAt = performance.now();
    if (walk.start !== null) await page.goto(url + walk.start, { waitUntil: 'commit' });
    for (const [index, target] of walk.taps.entries()) {
      await target(page).tap();
      if (index === 0 && walk.typed) await page.keyboard.type(walk.typed, { delay: 100 });
    }
    await walk.goal(page);
    return performance.now() - startedAt;
  } finally {
    await context.close();
  }
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await slowDown(page);
  return page;
}
