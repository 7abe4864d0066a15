import { beforeEach } from 'vitest';
import { notInFirefox } from './firefox-journeys.ts';

/** Skips, in Firefox, tests that need functions that Firefox or its driver lacks, and prints the reason. */
beforeEach(({ task, skip }) => {
  if (process.env['TEST_BROWSER'] !== 'firefox') return;
  for (const [title, reason] of Object.entries(notInFirefox)) if (task.name.startsWith(title)) skip(reason);
});
