import { expect, test } from 'vitest';
import { torture } from './torture.ts';

/** `npm run torture` plays others, and this one again with `-- --seed 12 --kills 5`. */
const seed = 12;

test('a server killed five times while it works keeps everything it acknowledged', { timeout: 180_000 }, async () => {
  const { wrong, steps } = await torture({ seed, kills: 5 });
  expect([`seed ${seed}`, ...wrong]).toEqual([`seed ${seed}`]);
  expect(steps).toBeGreaterThan(0);
});
