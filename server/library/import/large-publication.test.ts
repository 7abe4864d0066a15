import { expect, test } from 'vitest';
import { stagingLimits } from '#contract/staging.ts';
import { openPublishedDrive } from '#test/support/published-drive.ts';
import { isOnOtherEngines } from '#test/support/test-place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Number of files; fewer on PostgreSQL, which takes a millisecond per file, mostly for triggers. */
const files = isOnOtherEngines ? 2000 : stagingLimits.maxFiles;

test.skipIf(isOnlyInSweep('cases'))(
  'a publication of the largest number of files is undone in batches, between which other writes succeed',
  async () => {
    await using drive = await openPublishedDrive(files);
    const { database, announced, actor } = drive;
    const { preview, undo } = drive.openUndo();
    const expected = { id: 'drive', restored: files, left: [], leftTotal: 0, takeable: 0 };
    expect((await database.publications.listSince(0, 25)).publications).toMatchObject([{ unchanged: files }]);
    expect(await preview('drive', false)).toEqual(expected);

    const state = { isDone: false };
    const undoing = undo(actor, 'drive', false).finally(() => (state.isDone = true));
    let writes = 0;
    for (; !state.isDone; writes += 1) await database.settings.set('written-meanwhile', String(writes));
    expect(await undoing).toEqual(expected);
    expect(writes).toBeGreaterThan(5);
    const counts = await database.staging.counts();
    expect([counts.open, counts.published]).toEqual([files, 0]);
    expect((await database.materials.count()).places).toEqual([]);
    // The most that nodes and caches list one by one.
    expect(
      Math.max(...announced.map((change) => (change.subject === 'materials' ? change.changes.length : Infinity))),
    ).toBe(250);
  },
);
