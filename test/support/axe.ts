import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Faults of all rules, without the particulars of what passed.
const run = (
  options: object,
) => `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => JSON.stringify(violations.map(
  ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html + ' ' + node.any.map((each) => each.message)).join(' | '))))`;

/** Rules about colours (`cat.color` of axe, without level AAA): the only ones that another theme can break. */
const coloursOnly = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * What axe finds wrong with the page now, contrast included, or `inColours` alone. Runs past the page's own policy, as a
 * developer's tools do.
 */
export async function findAxeViolations(page: Page, { inColours = false } = {}): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await tools.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails) throw new Error(`axe did not run: ${exceptionDetails.exception?.description}`);
    return result.value as unknown;
  };
  try {
    // A document keeps it for the next look.
    if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${source}; undefined`);
    return JSON.parse(String(await evaluate(run(inColours ? coloursOnly : {})))) as string[];
  } finally {
    await tools.detach();
  }
}
