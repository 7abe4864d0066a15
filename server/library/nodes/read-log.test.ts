import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import type { ChangeLog } from '#server/engines/database/change-log.ts';
import { openLogReader } from './read-log.ts';

test('a log that is not read in time is read later from the same position, and nothing counts as missed', async () => {
  let isLate = true;
  const log: ChangeLog = {
    position: async () => 7,
    async read(after) {
      if (isLate) throw new Problem('general_service_unavailable', 'The library is busy.');
      return { entries: [{ id: after + 1, transaction: 1, isOwn: false, subject: 'many' }], isComplete: true };
    },
    prune: async () => undefined,
    listen: () => ({ state: 'connecting', close: async () => undefined }),
  };
  const changes = createChanges(() => undefined);
  const announced: Change[] = [];
  changes.listen((change) => announced.push(change));
  const logger = pino({ level: 'silent' });
  const reader = await openLogReader({ log, changes, logger, signal: new AbortController().signal });
  await expect(reader.readSome()).rejects.toThrow('busy');
  expect([announced, reader.position]).toEqual([[], 7]);
  isLate = false;
  await reader.readSome();
  expect(reader.position).toBe(8);
});
