import { openStages, stageNames } from '#test/faults/stages.ts';
import { failCalls, type Choose } from '#test/faults/fail-calls.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#test/torture/seeded-random.ts';

/**
 * A few of the calls that `npm run faults` lets fail one by one: of each kind the first, the last, or one between, and
 * of all ways in which they fail a share that fits into a few seconds. The seed decides which.
 */

const seed = Number(process.env['FAULTS_SEED'] ?? 12);
/** One in so many kinds of call and ways to fail. */
const oneIn = { library: 10, backup: 50, workers: 12 };

describe.each(stageNames)('when calls fail in the stage %s', (name) => {
  test(
    `nothing that was acknowledged is lost, every refusal says why, and a repetition works (seed ${seed})`,
    { timeout: 120_000 },
    async () => {
      const random = createRandom(seed);
      let isFirst = true;
      const choose: Choose = ({ count }) => {
        // Of each deed at least one.
        const isChosen = isFirst || random.onceIn(oneIn[name]);
        isFirst = false;
        const index = random.pick([0, count - 1, random.below(count)]);
        return isChosen ? [index] : [];
      };
      await using stage = await openStages[name]();
      for (const deed of stage.deeds) {
        isFirst = true;
        const tallies = await failCalls(stage, deed, choose);
        expect([`seed ${seed}`, ...tallies.flatMap(({ broken }) => broken)]).toEqual([`seed ${seed}`]);
        expect(tallies.length, deed.name).toBeGreaterThan(0);
      }
      await stage.verifyAll();
    },
  );
});
