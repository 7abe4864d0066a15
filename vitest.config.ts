import { defineConfig } from 'vitest/config';

/** Two suites: `unit` beside the files (rules, adapters, HTTP), `journeys` in a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{domain,contract,server,app,scripts,deploy,lint,samples,docs,test/support,test/fuzz,test/torture,test/security}/**/*.test.ts',
          ],
          setupFiles: ['test/support/fail-on-console.ts'],
          environment: 'node',
          testTimeout: 30_000,
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
