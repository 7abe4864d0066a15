import type { Page, Request, Response } from 'playwright-core';

/** Maximum wait for a request; one that takes longer will not finish. */
const maxWaitMs = 30_000;

/**
 * Opens a page of the product and waits until it is hydrated and has loaded everything. For pages with scripts that the
 * product renders; use `goto` for others.
 */
export async function openPage(page: Page, address: string): Promise<Response | null> {
  const requests = followRequests(page);
  requests.forget();
  const response = await page.goto(address);
  await settle(page);
  return response;
}

/** Waits until the open page is hydrated, is idle and has no pending request. */
export async function settle(page: Page): Promise<void> {
  const requests = followRequests(page);
  await untilHydrated(page);
  // A response may cause more requests: the page is settled when two checks in a row find none.
  for (let quietLooks = 0; quietLooks < 2; quietLooks += 1) {
    await untilIdle(page);
    if (requests.underWay().length === 0) continue;
    await requests.untilNone();
    quietLooks = -1;
  }
}

/** Waits for the mark that a page of the product sets after React has hydrated it and its effects have run. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Maximum wait for a frame: a browser without a screen may skip one if nothing on the page changes. */
const maxFrameMs = 5000;

/** Resolves when fonts are loaded, a frame was drawn, and work deferred until idle has been done. */
function untilIdle(page: Page): Promise<void> {
  return page.evaluate(async (timeout) => {
    await document.fonts.ready;
    await new Promise<unknown>((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, timeout);
    });
    await new Promise<unknown>((resolve) => requestIdleCallback(resolve, { timeout }));
  }, maxFrameMs);
}

type Requests = {
  /** The addresses of pending requests. */
  underWay(): string[];
  untilNone(): Promise<void>;
  /** Forgets the requests of the document that the page is about to leave. */
  forget(): void;
};

const followed = new WeakMap<Page, Requests>();

/** Records the requests of a page from this call on. A WebSocket does not count. */
function followRequests(page: Page): Requests {
  const known = followed.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  let tellNone = () => {};
  const end = (request: Request) => {
    requests.delete(request);
    if (requests.size === 0) tellNone();
  };
  page.on('request', (request) => {
    // Firefox reports the handshake of a WebSocket as a request.
    if (!new URL(request.url()).pathname.endsWith('/realtime')) requests.add(request);
  });
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
