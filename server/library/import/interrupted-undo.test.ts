import { expect, test } from 'vitest';
import { fillPublishedDrive, openPublishedDrive } from '#test/support/published-drive.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const files = 5;
const whole = { id: 'drive', restored: files, left: [], leftTotal: 0, takeable: 0 };
/** Statements that delete everything that `fillPublishedDrive` adds. */
const emptyStatements = ['publications', 'materials', 'staged_files', 'files', 'trail']
  .map((table) => `delete from ${table};`)
  .join('\n');

/** Opens a drive in which the write statement number `at`, counted from 1, fails. */
async function openFailing() {
  const fault = { at: Number.POSITIVE_INFINITY, statements: 0 };
  const drive = await openPublishedDrive(files, {
    onWrite() {
      fault.statements += 1;
      if (fault.statements === fault.at) throw new Error('this statement fails');
    },
  });
  const { database, place } = drive;
  return {
    ...drive,
    fault,
    async refill() {
      await place.execute(emptyStatements);
      await place.execute(fillPublishedDrive(files));
    },
    /** Returns the numbers of the published and of the staged files, and the counts of the publication. */
    async state() {
      const numbers = Array.from({ length: files }, (_, index) => index + 1);
      const rows = await database.staging.find(numbers.map((number) => `s${number}`));
      const staged = rows.filter(({ state }) => state !== 'published').map(({ id }) => Number(id.slice(1)));
      const shown: number[] = [];
      for (const number of numbers) if (await database.materials.find(`m${number}`)) shown.push(number);
      return { shown, staged: staged.toSorted(), counts: await database.publications.countFiles('drive') };
    },
  };
}

test.skipIf(isOnlyInSweep('faults'))(
  'if any statement of an undo fails, each file is either published or staged, and undoing again completes it',
  async () => {
    await using drive = await openFailing();
    const { fault, actor, announced, state, refill, database } = drive;
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const { undo } = drive.openUndo(2);
      fault.statements = 0;
      fault.at = at;
      const failed = await undo(actor, 'drive', false).then(
        () => null,
        (error: Error) => error.message,
      );
      fault.at = Number.POSITIVE_INFINITY;
      if (failed === null) break;
      failures += 1;
      expect(failed).toBe('this statement fails');
      const { shown, staged, counts } = await state();
      expect([...shown, ...staged].toSorted()).toEqual([1, 2, 3, 4, 5]);
      expect(counts).toEqual({ published: shown.length, pending: 0, undone: staged.length });
      expect(await undo(actor, 'drive', false)).toEqual(whole);
      expect((await state()).shown).toEqual([]);
      const gone = announced.splice(0).flatMap((change) => (change.subject === 'materials' ? change.changes : []));
      expect(gone.map(({ material }) => material.id).toSorted()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
      expect((await database.trail.list({ limit: 10 })).map(({ action }) => action)).toEqual(['publication undone']);
      await refill();
    }
    expect(failures).toBeGreaterThan(15);
  },
);

test('an interrupted undo is completed at the next start and logged for the administrator who began it', async () => {
  await using drive = await openFailing();
  const { fault, actor, database } = drive;
  // After the first batch.
  const first = drive.openUndo(2);
  let batches = 0;
  drive.announced.push = (change) => {
    batches += 1;
    if (batches === 1) fault.at = fault.statements + 3;
    return Array.prototype.push.call(drive.announced, change);
  };
  await expect(first.undo(actor, 'drive', false)).rejects.toThrow('this statement fails');
  expect((await drive.state()).staged).toHaveLength(2);
  expect((await database.publications.listSince(0, 1)).publications).toMatchObject([{ undo: { outcome: null } }]);
  const next = drive.openUndo(2);
  await next.resume();
  expect((await drive.state()).shown).toEqual([]);
  expect(await next.undo(actor, 'drive', false)).toEqual(whole);
  const [entry] = await database.trail.list({ limit: 1 });
  expect(entry).toMatchObject({ action: 'publication undone', userId: 'u1', title: '5 materials' });
});

test('concurrent undos of the same publication return the same outcome', async () => {
  await using drive = await openPublishedDrive(files);
  // Two nodes with one database.
  const [one, other] = [drive.openUndo(2), drive.openUndo(2)];
  const outcomes = await Promise.all([
    one.undo(drive.actor, 'drive', false),
    other.undo(drive.actor, 'drive', false),
    one.undo(drive.actor, 'drive', true),
  ]);
  expect(outcomes).toEqual([whole, whole, whole]);
  expect((await drive.database.trail.list({ limit: 10 })).map(({ action }) => action)).toEqual(['publication undone']);
});
