import { defineConfig } from 'vitest/config';
import { journeysOnBothEngines, onBothEngines, otherEnginesOnly } from './test/support/engine-suites.ts';
import { firefoxJourneys } from './test/support/firefox-journeys.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Number of test files that run simultaneously on two cores: tests often wait for timers, starting servers and hanging
 * connections, and two files would leave a fifth of the cores idle.
 */
const maxWorkers = 3;

/** Time limits far above the time that any test takes, because a slow test on a busy machine is not a failure. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/**
 * Settings of V8 in workers: each runs hundreds of files, most of whose objects live for one test, and more space for young
 * objects means less garbage collection.
 */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const testBrowser = process.env['TEST_BROWSER'];

/** Settings of projects with whole servers and browsers, which share the engines. */
const onEngines = {
  setupFiles: ['test/support/fail-on-console.ts'],
  environment: 'node' as const,
  isolate: false,
  execArgv,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  maxWorkers,
};

/**
 * Three suites: `rules` (domain, contract, pages) and `unit` (adapters, services, HTTP), whose tests are next to the code,
 * and `journeys` in a real browser. Files share the modules of their worker, because most take longer to load than to run.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/share-s3-setup.ts'],
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{domain,contract,messages,app}/**/*.test.ts'],
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          pool: 'threads',
          isolate: false,
          ...patience,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'unit',
          include: [
            '{server,scripts,bench,deploy,lint,samples,docs,test/support,test/fuzz,test/torture,test/security}/**/*.test.ts',
          ],
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          isolate: false,
          execArgv,
          ...patience,
          maxWorkers,
        },
      },
      // Only by `npm run test:engines`, which starts the engines first.
      ...(process.env['TEST_ENGINE'] === 'postgres-s3'
        ? [
            { test: { name: 'engines', include: onBothEngines, exclude: Object.keys(otherEnginesOnly), ...onEngines } },
            {
              test: {
                name: 'engine-journeys',
                include: journeysOnBothEngines,
                globalSetup: ['test/support/journeys-setup.ts'],
                ...onEngines,
              },
            },
          ]
        : []),
      // Only by `npm run test:browsers`: journeys in Firefox, and walks in WebKit.
      ...(testBrowser
        ? [
            {
              test: {
                name: 'browsers',
                include: testBrowser === 'firefox' ? firefoxJourneys : ['test/browsers/*.browser.ts'],
                ...(testBrowser === 'firefox' && { globalSetup: ['test/support/journeys-setup.ts'] }),
                ...onEngines,
                setupFiles: ['test/support/fail-on-console.ts', 'test/support/skip-in-firefox.ts'],
                // Only one browser runs at a time.
                maxWorkers: 1,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.journey.ts'],
          globalSetup: ['test/support/journeys-setup.ts'],
          // Files share the modules and the browser of their worker; each file opens its own servers and contexts.
          isolate: false,
          execArgv,
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          // The longest walks over all addresses take a minute and a half while both cores are busy.
          testTimeout: 300_000,
          // The first hook waits until the libraries for journeys are prepared.
          hookTimeout: 300_000,
          // On a busy machine results arrive late.
          expect: { poll: { timeout: 90_000 } },
          maxWorkers,
        },
      },
    ],
  },
});
