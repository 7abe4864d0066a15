import type { Page, Request, Response } from 'playwright-core';

/** What is on its way for longer than this will not come any more. */
const maxWaitMs = 30_000;

/**
 * Opens a page of the product and waits until it answers to the hand, and until all it fetches by itself has come. For
 * pages with scripts that the product renders; others are opened with `goto`.
 */
export async function openPage(page: Page, address: string): Promise<Response | null> {
  const requests = followRequests(page);
  requests.forget();
  const response = await page.goto(address);
  await settle(page);
  return response;
}

/** Waits until the open page is hydrated, has nothing left to do and has no request on its way. */
export async function settle(page: Page): Promise<void> {
  const requests = followRequests(page);
  await untilHydrated(page);
  // What comes in may have the page fetch more: it is settled when two looks in a row find nothing on its way.
  for (let quietLooks = 0; quietLooks < 2; quietLooks += 1) {
    await untilIdle(page);
    if (requests.underWay().length === 0) continue;
    await requests.untilNone();
    quietLooks = -1;
  }
}

/** Waits for the mark that a page of the product sets once React has taken it over and its effects have run. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Fonts are there, a frame has been drawn, and what the page put off until it is idle has been done. */
function untilIdle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise<unknown>((resolve) => requestIdleCallback(resolve));
  });
}

type Requests = {
  /** The addresses of what is on its way. */
  underWay(): string[];
  untilNone(): Promise<void>;
  /** Counts nothing of the document that is about to be left. */
  forget(): void;
};

const followed = new WeakMap<Page, Requests>();

/** The requests of a page from the first call on. A socket is none. */
function followRequests(page: Page): Requests {
  const known = followed.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  let tellNone = () => {};
  const end = (request: Request) => {
    requests.delete(request);
    if (requests.size === 0) tellNone();
  };
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const underWay = () => [...requests].map((request) => request.url());
  const mine: Requests = {
    underWay,
    forget: () => requests.clear(),
    untilNone() {
      return new Promise((resolve, reject) => {
        if (requests.size === 0) return resolve();
        const timer = setTimeout(
          () => reject(new Error(`on their way for ${maxWaitMs / 1000} s: ${underWay().join(' ')}`)),
          maxWaitMs,
        );
        tellNone = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
  followed.set(page, mine);
  return mine;
}
