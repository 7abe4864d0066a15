import { expect, test } from 'vitest';
import { stagingLimits } from '#contract/staging.ts';
import { openTestPlace } from '#test/support/test-place.ts';

/** Returns the rows of the largest batch that a request may announce. */
const batch = (first: number) =>
  Array.from({ length: stagingLimits.maxBatch }, (_, index) => ({
    id: `r${first + index}`,
    path: `drive/${first + index}.pdf`,
    sizeBytes: 10,
    sha256: String(first + index).padStart(64, '0'),
    fileId: `f${first + index}`,
    materialId: `m${first + index}`,
  }));

test('announcing ten thousand files takes the same few statements for each batch, and files above the limit are not added', async () => {
  await using place = await openTestPlace();
  let statements = 0;
  const database = await place.openRecords({ onWrite: () => void (statements += 1) });
  try {
    const counts: number[] = [];
    const total = 10_000;
    for (let first = 0; first < total; first += stagingLimits.maxBatch) {
      statements = 0;
      await database.staging.add(batch(first), total);
      counts.push(statements);
    }
    expect(new Set(counts)).toEqual(new Set([7]));
    expect(await database.staging.add(batch(total), total)).toBeNull();
    expect((await database.staging.counts()).all).toBe(total);
    // Announced again, e.g. after the browser was closed.
    expect(await database.staging.add(batch(0), total)).toMatchObject({ created: 0 });
  } finally {
    await database.close();
  }
});
