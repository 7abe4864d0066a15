import { expect, test } from 'vitest';
import { mayManage, visitor } from './account.ts';

test('only an administrator may manage', () => {
  const someone = { userId: 'u1', sessionId: 's1' };
  expect(
    [visitor, { role: 'member', ...someone } as const, { role: 'administrator', ...someone } as const].map(mayManage),
  ).toEqual([false, false, true]);
});
