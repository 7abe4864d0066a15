import { beforeEach } from 'vitest';
import { notInFirefox } from './firefox-journeys.ts';

/** In Firefox, tests that need missing functions of it or its driver are skipped with the reason. */
beforeEach(({ task, skip }) => {
  if (process.env['TEST_BROWSER'] !== 'firefox') return;
  for (const [title, reason] of Object.entries(notInFirefox)) if (task.name.startsWith(title)) skip(reason);
});
