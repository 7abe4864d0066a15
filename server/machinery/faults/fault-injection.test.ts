import { openStages, stageNames } from '#test/faults/stages.ts';
import { failCalls, type Choose } from '#test/faults/fail-calls.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#test/torture/seeded-random.ts';
import { casesOf, extentOf } from '#test/support/sweeps.ts';

/**
 * Seed of the sample. The test lets a sample of the calls of `npm run faults` fail, one by one: the first, the last, or
 * one in between of some operations, with so many of the kinds of failure that it takes a few seconds.
 */

const seed = Number(process.env['FAULTS_SEED'] ?? 12);
/** Calls and kinds of failure that are sampled: one in this many. */
const oneIn = {
  library: extentOf('faults', { all: 20, part: 1200 }),
  backup: extentOf('faults', { all: 60, part: 1200 }),
  workers: extentOf('faults', { all: 80, part: 1200 }),
};

/** Operations of which at least one call fails: one in this many. */
const oneDeedIn = extentOf('faults', { all: 1, part: 3 });

/** Calls that once broke a promise, and are therefore always included: the operation, the failure, and the call. */
const formerFailures: readonly (readonly [deed: string, fault: string, call: RegExp])[] = [
  ['back up into an archive', 'EMFILE', /^open data\/backups\/work\/database/],
  ['back up into an archive', 'EIO', /^write target\/new\.tar\.partial/],
  ['back up into an archive', 'EIO', /^rm data\/backups\/work$/],
  ['back up into an archive', 'SQLITE_FULL', /^begin/],
  ['daily backup', 'EIO', /^rename data\/backups\/state/],
  ['prune after a loss', 'EIO', /^open target\/snapshots\/snapshot\/manifest/],
  ['restore an archive', 'EIO', /^rm target\.restoring\/library|^rm target\/library/],
  ['restore an archive', 'EIO', /^stat root$/],
  ['restore an archive', 'SQLITE_BUSY', /^pragma quick_check/],
  ['restore a folder onto a disk of its own', 'EIO', /^rename|^stat target$/],
  ['picture of an image', 'EIO in a worker', /^openSync in|^writeSync out/],
  ['make a PDF from photographs', 'ENOSPC', /^write parts/],
  ['make a reading copy', 'EIO in a worker', /^read in/],
  ['make a reading copy', 'EIO in a worker', /^writeFileSync out/],
];

/** Stages without the processes that decode files, which are slow to start. */
const stages = casesOf('faults', stageNames, (name) => name !== 'workers');

describe.each(stages)('when calls fail in the stage %s', (name) => {
  test(
    `no acknowledged data is lost, every refusal gives a reason, and a retry works (seed ${seed})`,
    { timeout: 180_000 },
    async () => {
      const random = createRandom(seed);
      await using stage = await openStages[name]();
      for (const [number, deed] of stage.deeds.entries()) {
        let isFirst = number % oneDeedIn === 0;
        const choose: Choose = ({ count, call, fault }) => {
          const mustBe = formerFailures.some(
            ([each, way, calls]) => each === deed.name && way === fault && calls.test(call),
          );
          const isChosen = random.onceIn(oneIn[name]) || isFirst || mustBe;
          const index = random.pick([0, count - 1, random.below(count)]);
          isFirst = false;
          return isChosen ? [mustBe ? 0 : index] : [];
        };
        const tallies = await failCalls(stage, deed, choose);
        expect([`seed ${seed}`, ...tallies.flatMap(({ broken }) => broken)]).toEqual([`seed ${seed}`]);
      }
      await stage.verifyAll();
    },
  );
});
