import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it stands, contrast included. Runs past the page's own policy, as a developer's tools do. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const { result } = await tools.send('Runtime.evaluate', {
    expression: `${source}; axe.run().then(({ violations }) => JSON.stringify(violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html + ' ' + node.any.map((each) => each.message)).join(' | '))))`,
    awaitPromise: true,
  });
  await tools.detach();
  return JSON.parse(String(result.value)) as string[];
}
