import type { Page } from 'playwright-core';

/**
 * Firefox requests the icon of a paper at its own address, reports that the policy refuses it, and continues without
 * it.
 */
const refusedIcon = /favicon\.ico because it violates/;

/**
 * On a busy machine a picture may wait longer than the server allows (server/library/pictures/picture-capacity.ts). The
 * page requests it again.
 */
const latePicture = /\b503\b.*\/files\/[^/]+\/preview\?/;

/**
 * Records everything that must not happen on a page: uncaught errors, errors on the console (including a refused
 * content security policy), responses of status 500 and above, requests to a foreign origin. The returned function
 * lists the problems so far. `expected` are console lines that belong to the behaviour under test.
 */
export function watchForTrouble(page: Page, expected: readonly RegExp[] = []): () => string[] {
  const heard: string[] = [];
  const hear = (line: string) => {
    if (![refusedIcon, latePicture, ...expected].some((each) => each.test(line))) heard.push(line);
  };
  page.on('pageerror', (error) => hear(`uncaught: ${error.message}`));
  page.on('crash', () => hear('the page crashed'));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    hear(`console: ${message.text()}${url ? ` (${url})` : ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) hear(`${response.status()} from ${response.url()}`);
  });
  const isForeign = (address: string) => {
    const { protocol, hostname } = new URL(address);
    return protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname);
  };
  page.on('requestfinished', (request) => {
    if (isForeign(request.url())) hear(`foreign: ${request.url()}`);
  });
  // A request that the page's policy refused was never sent; any other failed request was.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (isForeign(request.url()) && reason !== 'csp') hear(`foreign: ${request.url()} (${reason})`);
  });
  return () => heard;
}
