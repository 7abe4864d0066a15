import { spawnSync } from 'node:child_process';
import { provideOtherBrowsers } from '#scripts/test/provide-programs.ts';
import { whyNoFirefox, whyNoWebKit } from '#test/support/find-other-browsers.ts';
import { notInFirefox } from '#test/support/firefox-journeys.ts';

/**
 * `npm run test:browsers [-- WORDS OF VITEST]`: runs the main journeys in Firefox, and the same walks in WebKit, which
 * only has WebDriver. As root on Debian, installs a missing browser; otherwise skips it and prints the reason. Exits
 * with 1 if a test failed.
 */

provideOtherBrowsers();
let isFailed = false;
for (const [browser, missing] of [
  ['firefox', whyNoFirefox()],
  ['webkit', whyNoWebKit()],
] as const) {
  if (missing) {
    process.stdout.write(`skipped: ${browser}, because ${missing}\n`);
    continue;
  }
  if (browser === 'firefox')
    for (const [title, reason] of Object.entries(notInFirefox))
      process.stdout.write(`not in Firefox: ${title}: ${reason}\n`);
  const words = ['exec', '--', 'vitest', 'run', '--project', 'browsers', ...process.argv.slice(2)];
  const { status } = spawnSync('npm', words, { stdio: 'inherit', env: { ...process.env, TEST_BROWSER: browser } });
  isFailed ||= status !== 0;
}
process.exitCode = isFailed ? 1 : 0;
