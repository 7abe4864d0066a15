import path from 'node:path';
import { firefox, type Browser } from 'playwright-core';
import { findFirefox } from './find-other-browsers.ts';

/** The machine's Firefox for journeys, which Playwright drives through WebDriver BiDi. It prefers reduced motion. */
export function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: path.join(import.meta.dirname, 'relayed-firefox.ts'),
    env: { ...process.env, FIREFOX: findFirefox() },
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    // It takes half a minute on a busy machine.
    timeout: 180_000,
  });
}
