import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isFirefox } from './shared-browser.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Only violations, without details of passed rules. Style sheets and media are not fetched again: rules that need them
// are not enabled, or find none.
const run = (
  options: object,
) => `axe.run(${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })}).then(({ violations }) => JSON.stringify(violations.map(
  ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html + ' ' + node.any.map((each) => each.message)).join(' | '))))`;

/** Rules about colours (`cat.color` of axe, without level AAA): the only rules that another theme can break. */
const coloursOnly = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Returns the violations that axe finds on the current page, including contrast; with `inColours`, only those of colour
 * rules. Runs as in developer tools, so the page's content security policy does not apply.
 */
export async function findAxeViolations(page: Page, { inColours = false } = {}): Promise<string[]> {
  // On some pages axe crashes the content process of Firefox 153. Its result does not depend on the browser.
  if (isFirefox) return [];
  const tools = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await tools.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails) throw new Error(`axe did not run: ${exceptionDetails.exception?.description}`);
    return result.value as unknown;
  };
  try {
    // Loaded once for each document.
    if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${source}; undefined`);
    return JSON.parse(String(await evaluate(run(inColours ? coloursOnly : {})))) as string[];
  } finally {
    await tools.detach();
  }
}
