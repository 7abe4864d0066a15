import { expect, test } from 'vitest';
import { torture } from './torture.ts';
import { extentOf } from '#test/support/sweeps.ts';

/** `npm run torture` uses other seeds, and this one again with `-- --seed 12 --kills 5`. */
const seed = 12;
const kills = extentOf('kills', { all: 15, part: 2 });

test(
  'a server that is killed several times while it works keeps all data that it acknowledged',
  { timeout: 300_000 },
  async () => {
    const { wrong, steps } = await torture({ seed, kills });
    expect([`seed ${seed}`, ...wrong]).toEqual([`seed ${seed}`]);
    expect(steps).toBeGreaterThan(0);
  },
);
