import { createSharedAnswers, type SharedAnswers } from '#server/http/cache/shared-answers.ts';
import type { Services } from '#server/services/services.ts';
import { ids } from './library.ts';

/** Opens the cache of guests' responses, for routes that a test serves itself. */
export function openSharedAnswers(services: Pick<Services, 'changes'>): SharedAnswers {
  return createSharedAnswers({ changes: services.changes, naming: { ids, publicUrl: 'http://library.test' } });
}
