import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** As many test files at once as there are cores: by default one core stays idle, which is half of a machine with two. */
const maxWorkers = '100%';

/** Far more than any test takes by itself: on a busy machine a test is late, not wrong. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/**
 * Three suites: `rules` (domain, contract, pages) and `unit` (adapters, services, HTTP) beside the files, `journeys` in a
 * real browser. Files of `rules` share a process and its modules, since most take longer to load than to run.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{domain,contract,app}/**/*.test.ts'],
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
            '{server,scripts,deploy,lint,samples,docs,test/support,test/fuzz,test/torture,test/security}/**/*.test.ts',
          ],
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          ...patience,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.journey.ts'],
          globalSetup: ['test/support/journeys-setup.ts'],
          // Files share their worker's modules and its browser; each opens servers and contexts of its own.
          isolate: false,
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          // The longest walks over every address take a minute and a half with both cores busy.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // What is waited for comes late on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          // One more than the two cores tests are planned for: a journey waits for its browser half of the time.
          maxWorkers: 3,
        },
      },
    ],
  },
});
