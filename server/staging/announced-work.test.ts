import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stagingLimits } from '#contract/staging.ts';
import { openSqlite, sqliteFileName } from '#server/database/sqlite.ts';
import { ids } from '#test/support/library.ts';
import { readMigrated } from '#test/support/server.ts';

/** The largest batch that a request may announce, as rows. */
const batch = (first: number) =>
  Array.from({ length: stagingLimits.maxBatch }, (_, index) => ({
    id: `r${first + index}`,
    path: `drive/${first + index}.pdf`,
    sizeBytes: 10,
    sha256: String(first + index).padStart(64, '0'),
    fileId: `f${first + index}`,
    materialId: `m${first + index}`,
  }));

test('ten thousand files are announced with the same few statements for each batch, and more than may be staged add none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-announced-'));
  await writeFile(path.join(dataDir, sqliteFileName), await readMigrated());
  let statements = 0;
  const database = await openSqlite({
    dataDir,
    publicUrl: 'https://library.test',
    ids,
    wrapWriter: (thread) => ({
      run(request) {
        statements += 1;
        return thread.run(request);
      },
      close: () => thread.close(),
    }),
  });
  try {
    const counts: number[] = [];
    const total = 10_000;
    for (let first = 0; first < total; first += stagingLimits.maxBatch) {
      statements = 0;
      await database.staging.add(batch(first), total);
      counts.push(statements);
    }
    expect(new Set(counts)).toEqual(new Set([5]));
    expect(await database.staging.add(batch(total), total)).toBeNull();
    expect((await database.staging.counts()).all).toBe(total);
    // Announced once more, as after a browser that was closed.
    expect(await database.staging.add(batch(0), total)).toMatchObject({ created: 0 });
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true });
  }
});
