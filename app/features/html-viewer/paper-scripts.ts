/**
 * The server sends papers with `Connection-Allowlist: ()` (server/http/html-papers/paper-frame.ts), which prevents all
 * connections by their scripts. No feature query covers response headers, so browsers are identified by version: this
 * is the first version in which the block was measured (test/journeys/hostile-papers.journey.ts).
 */
const firstMeasuredChromium = 156;

type Brand = { brand: string; version: string };

/** True if this browser is known to enforce that header. Browsers that don't send their version count as unknown. */
export function blocksConnections(): boolean {
  const { userAgentData } = navigator as { userAgentData?: { brands: readonly Brand[] } };
  const chromium = userAgentData?.brands.find(({ brand }) => brand === 'Chromium');
  return Number(chromium?.version) >= firstMeasuredChromium;
}

/** True if an HTML paper contains scripts: a script element, or a handler in an attribute. */
export function hasScripts(html: string): boolean {
  return /<script[\s/>]|<[a-z][^<>]*[\s"'/]on[a-z]+\s*=/i.test(html);
}
