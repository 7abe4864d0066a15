import { afterEach, expect, test, vi } from 'vitest';
import { blocksConnections, hasScripts } from './paper-scripts.ts';

afterEach(() => void vi.unstubAllGlobals());

const noise = { brand: 'Not?A_Brand', version: '999' };

test.each([
  { isKnown: true, name: 'Chromium 156', brands: [noise, { brand: 'Chromium', version: '156' }] },
  {
    isKnown: true,
    name: 'a browser made from Chromium 160',
    brands: [
      { brand: 'Opera', version: '140' },
      { brand: 'Chromium', version: '160' },
    ],
  },
  {
    isKnown: false,
    name: 'Chromium 155',
    brands: [
      { brand: 'Chromium', version: '155' },
      { brand: 'Other', version: '200' },
    ],
  },
  { isKnown: false, name: 'a browser with another engine', brands: [noise] },
  { isKnown: false, name: 'Chromium without a version', brands: [{ brand: 'Chromium', version: '' }] },
])('scripts that connect are known to be blocked by $name: $isKnown', ({ brands, isKnown }) => {
  vi.stubGlobal('navigator', { userAgentData: { brands } });
  expect(blocksConnections()).toBe(isKnown);
});

test('a browser that does not send its version, such as Firefox, may let scripts connect', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/140.0 Chrome/156' });
  expect(blocksConnections()).toBe(false);
});

test.each([
  '<script>run()</script>',
  '<SCRIPT src="a.js">',
  '<svg><script/>',
  '<body class="a" onload="run()">',
  "<img src='x'onerror = run()>",
  '<svg/onload=run()>',
])('a paper with %s has scripts', (html) => {
  expect(hasScripts(html)).toBe(true);
});

test.each([
  '<p>What does &lt;script> do?</p>',
  '<p>Explain onclick = "run()" and 5 < on = 6</p>',
  '<p data-on="x">',
  '<noscript>',
])('a paper with %s has none', (html) => {
  expect(hasScripts(html)).toBe(false);
});

test('a paper of several megabytes that everywhere resembles the beginning of a handler is checked quickly', () => {
  for (const piece of ['<a ', ' on', ' ona', ' onload ', '<a on'])
    expect(hasScripts(`<a${piece.repeat(500_000)}`)).toBe(false);
});
