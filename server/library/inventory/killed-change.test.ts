import { expect, test } from 'vitest';
import type { BulkOutcomeAnswer, InventoryAnswer } from '#contract/schemas/answer-types.ts';
import { everyMaterial } from '#contract/inventory.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { openTestPlace, type TestPlace } from '#test/support/test-place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const count = 600;

async function fill(place: TestPlace): Promise<void> {
  const database = await place.openRecords();
  await addFile(database, 'file');
  await database.transaction(async ({ materials }) => {
    for (let index = 0; index < count; index += 1) await materials.insert(newMaterial(`m${index}`));
  });
  await database.close();
}

async function stop({ process }: ChildServer): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}

async function countYear({ send }: Librarian, year: number): Promise<number> {
  const answer = await send('GET', `/v1/materials/inventory?year=${year}`);
  return ((await answer.json()) as InventoryAnswer).total;
}

test.skipIf(isOnlyInSweep('kills'))(
  'a server that is killed during a bulk change has applied all of it or nothing, and can undo it after a restart',
  async () => {
    await using place = await openTestPlace();
    const settings = { ...place.settings, ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };
    let child: ChildServer | null = null;
    try {
      await fill(place);
      child = await startChildServer(settings);
      const first = await openLibrarian(child.url);
      const change = (year: number, total: number) => ({
        matching: { ...everyMaterial, total },
        change: { action: 'edit', year },
      });
      const made = (await (
        await first.send('POST', '/v1/materials/changes', change(2001, count))
      ).json()) as BulkOutcomeAnswer;
      expect(made.changed).toBe(count);
      const second = first.send('POST', '/v1/materials/changes', change(2002, count)).catch(() => null);
      // The request is in transit or being processed.
      await countYear(first, 2001).catch(() => null);
      await stop(child);
      await second;

      child = await startChildServer(settings);
      const again = await openLibrarian(child.url);
      const found = [await countYear(again, 2001), await countYear(again, 2002)];
      expect([
        [count, 0],
        [0, count],
      ]).toContainEqual(found);
      const undone = await (await again.send('POST', `/v1/materials/changes/${made.id}/undo`, {})).json();
      // The undo skips materials that the second change has modified since.
      expect(undone).toMatchObject({ restored: found[0], leftTotal: found[1] });
      expect(await countYear(again, 2024)).toBe(found[0]);
    } finally {
      if (child) await stop(child);
    }
  },
);
