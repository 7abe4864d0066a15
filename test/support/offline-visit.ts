import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from './open-page.ts';
import type { SharedBrowser } from './shared-browser.ts';

/** A connection between browser and server that can be cut, and on which another release of the site can be served. */
export type Line = AsyncDisposable & {
  url: string;
  /** Breaks every connection from now on. */
  cut(): void;
  mend(): void;
  /** Responds to a request instead of the server, or returns false to let the server respond. */
  answer: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | null;
  /** The requested paths. */
  asked: string[];
};

/** Opens a connection to the server at `url`. */
export async function openLine(url: string): Promise<Line> {
  let isCut = false;
  const target = new URL(url);
  const line: Pick<Line, 'answer' | 'asked'> = { answer: null, asked: [] };
  const proxy = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy();
    line.asked.push(incoming.url ?? '');
    if (line.answer?.(incoming, outgoing)) return;
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return Object.assign(line, {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      proxy.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  });
}

/** Opens a context for a visitor with a service worker, on a phone. */
export async function openVisit(browser: SharedBrowser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
  });
}

/** Opens a page and waits until the service worker has stored it. */
export async function openAndSave(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await untilSaved(page, address);
}

/** Waits until the service worker controls the page and has stored the page at `address`. */
export function untilSaved(page: Page, address: string): Promise<void> {
  return untilTrue(
    page,
    async (url) => {
      if (!navigator.serviceWorker.controller || !(await caches.has('examshelf-pages'))) return false;
      return (await (await caches.open('examshelf-pages')).match(url)) !== undefined;
    },
    address,
  );
}

/** Waits until the service worker has stored a response for each address that contains one of these parts. */
export function untilAnswered(page: Page, parts: readonly string[]): Promise<void> {
  return untilTrue(
    page,
    async (wanted) => {
      if (!(await caches.has('examshelf-answers'))) return false;
      const stored = await (await caches.open('examshelf-answers')).keys();
      return wanted.every((part) => stored.some(({ url }) => url.includes(part)));
    },
    parts,
  );
}

/** Waits until the expression is true on the page. `waitForFunction` would take a promise for true. */
export async function untilTrue<Argument>(
  page: Page,
  isSo: (argument: Argument) => Promise<boolean>,
  argument?: Argument,
): Promise<void> {
  await expect.poll(() => page.evaluate(isSo as (argument: unknown) => Promise<boolean>, argument)).toBe(true);
}
