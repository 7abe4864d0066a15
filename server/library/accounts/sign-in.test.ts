import { expect, test } from 'vitest';
import { describeBrowser } from './sign-in.ts';

const telephone =
  'Mozilla/5.0 (Linux; Android 15; SM-S928B Build/AP3A.240905) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  [telephone, 'Samsung Internet on Android'],
  [laptop, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['', ''],
])('names a browser and its system without version and model: %s', (userAgent, described) => {
  expect(describeBrowser(userAgent)).toBe(described);
  // Sessions of this release have only the description.
  expect(describeBrowser(described)).toBe(described);
});

test('stores only the beginning of the name of an unknown browser', () => {
  expect(describeBrowser('x'.repeat(500))).toHaveLength(40);
  expect(describeBrowser('x/'.repeat(500))).toHaveLength(40);
});
