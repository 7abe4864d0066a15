import { beforeEach } from 'vitest';
import { notInFirefox } from './firefox-journeys.ts';

/** In Firefox, tests that need what it or its driver lacks are skipped with the reason. */
beforeEach(({ task, skip }) => {
  if (process.env['TEST_BROWSER'] !== 'firefox') return;
  for (const [title, reason] of Object.entries(notInFirefox)) if (task.name.startsWith(title)) skip(reason);
});
