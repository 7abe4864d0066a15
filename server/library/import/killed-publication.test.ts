import { expect, test } from 'vitest';
import type {
  InventoryAnswer,
  PublicationUndoAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  UndoableListAnswer,
} from '#contract/schemas/answer-types.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { fillPublishedDrive } from '#test/support/published-drive.ts';
import { administrator } from '#test/support/server.ts';
import { openStagingDesk } from '#test/support/staged-papers.ts';
import { openTestPlace, type TestPlace } from '#test/support/test-place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

async function stop({ process }: ChildServer): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}

/** Starts servers on one library, one after the other; each is killed. */
function openKilled(place: TestPlace) {
  const settings = { ...place.settings, ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };
  let running: ChildServer | null = null;
  const kill = async () => {
    if (running) await stop(running);
    running = null;
  };
  return {
    kill,
    async start() {
      running = await startChildServer(settings);
      const admin = await callAsAdministrator(running.url);
      const idle = { services: { staging: { idle: async () => undefined } } } as never;
      const desk = openStagingDesk(admin, idle);
      return {
        ...desk,
        count: async (query: string) => (await desk.ask<InventoryAnswer>('GET', `/materials/inventory?${query}`)).total,
        staged: async () => (await desk.ask<StagedListAnswer>('GET', '/staging?limit=1')).counts.open,
        undo: (id: string) => desk.ask<PublicationUndoAnswer>('POST', `/staging/publications/${id}/undo`, {}),
      };
    },
    [Symbol.asyncDispose]: kill,
  };
}

const files = 1500;

test.skipIf(isOnlyInSweep('kills'))(
  'a server that is killed during an undo completes the undo at its next start',
  async () => {
    await using place = await openTestPlace();
    await place.execute(fillPublishedDrive(files));
    await using servers = openKilled(place);
    const first = await servers.start();
    const answer = first.undo('drive').catch(() => null);
    // The undo has begun, and is probably not complete yet.
    while ((await first.staged()) === 0) continue;
    await servers.kill();
    await answer;

    const second = await servers.start();
    const { staged, count } = second;
    expect(await second.undo('drive')).toMatchObject({ restored: files, leftTotal: 0 });
    expect([await count('publicationId=drive'), await count(''), await staged()]).toEqual([0, 0, files]);
  },
);

test.skipIf(isOnlyInSweep('kills'))(
  'a publication whose server is killed contains exactly the published files, and is continued and undone as one',
  async () => {
    await using place = await openTestPlace();
    await using servers = openKilled(place);
    const first = await servers.start();
    const paths = Array.from({ length: 24 }, (_, index) => `Drive/OS ${index}.pdf`);
    const ids = await first.stagePapers(paths);
    const publicationId = await first.begin(ids);
    const accept = ['doubtful', 'duplicates'];
    const answer = first.publish(ids, { publicationId, accept }).catch(() => null);
    while ((await first.count('')) === 0) continue;
    await servers.kill();
    await answer;

    const second = await servers.start();
    const published = await second.count('');
    expect(published).toBeGreaterThan(0);
    expect(await second.count(`publicationId=${publicationId}`)).toBe(published);
    const { entries } = await second.ask<UndoableListAnswer>('GET', '/materials/undoable');
    expect(entries).toMatchObject([{ id: publicationId, materials: published, unchanged: published }]);
    // Publishing all staged files later continues the publication.
    const rest: StagedPublishedAnswer = await second.publish(ids, { accept });
    const done = rest.results.filter(({ outcome }) => outcome === 'already-published').length;
    expect(done).toBe(published);
    // Null if all were published already.
    expect([publicationId, null]).toContain(rest.publicationId);
    expect(await second.undo(publicationId)).toMatchObject({ restored: ids.length, leftTotal: 0 });
    expect([await second.count(''), await second.staged()]).toEqual([0, ids.length]);
  },
);
