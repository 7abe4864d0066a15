import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import type { BulkOutcomeAnswer, StagedBatchAnswer, UndoOutcomeAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm, type Librarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { startClock } from './clock.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
afterEach(() => void vi.useRealTimers());

test('destroys no trash, files or uploads when the clock jumps a year ahead or back', async () => {
  await using server = await openTestServer();
  const before = await openLibrarian(server.url);
  await fillTrash(before);
  await beginUpload(before);
  for (const jump of [400 * day, -400 * day]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    await server.cleanUp();
    vi.useRealTimers();
  }
  // A clock that is ahead ends sessions.
  const librarian = await openLibrarian(server.url);
  expect(await whatIsLeft(server, librarian)).toEqual({ signedIn: 200, trash: 1, bytes: true, upload: 200 });
  // And the material is restored completely.
  expect((await librarian.send('POST', panelApi.restoreMaterial('a1'), {})).status).toBe(200);
  expect((await fetch(`${server.url}${api.fileDownload(ids, 'a1')}`)).status).toBe(200);
});

test('retains staged files, hiding and the undo of a bulk edit when the clock jumps a year ahead or back', async () => {
  await using server = await openTestServer();
  const librarian = await openLibrarian(server.url);
  const bytes = makePdf([['staged']]);
  const sent = { path: 'CSIT/Sem 4/OS 2079.pdf', size: bytes.length, digest: digest(bytes) };
  const stage = async () => read<StagedBatchAnswer>(librarian.send('POST', panelApi.staging(), { files: [sent] }));
  const [row] = (await stage()).files;
  await librarian.upload('OS 2079.pdf', bytes, row?.fileId);
  await librarian.upload('paper.pdf', makePdf([['shown']]), 'file');
  for (const id of ['left', 'back', 'secret'])
    await librarian.publish('paper', { ...place, title: id, fileId: 'file' }, id);
  expect((await librarian.send('POST', '/v1/materials/secret/hide', { reason: 'Under review' })).status).toBe(200);
  const date = (list: string[], year: number) =>
    read<BulkOutcomeAnswer>(
      librarian.send('POST', '/v1/materials/changes', { ids: list, change: { action: 'edit', year } }),
    );
  const made = await date(['left', 'back'], 2010);

  for (const jump of [400 * day, -400 * day]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    await server.cleanUp();
    expect((await stage()).files).toMatchObject([{ $id: row?.$id, fileId: row?.fileId, materialId: null }]);
    // By this clock, changed before the bulk edit.
    if (jump < 0) await date(['left'], 2011);
    vi.useRealTimers();
  }
  expect(await server.resources.storage.find(row?.fileId ?? '')).not.toBeNull();
  const headers = { 'x-appwrite-project': ids.projectId };
  expect((await fetch(`${server.url}${api.document(ids, 'papers', 'secret')}`, { headers })).status).toBe(404);
  const undone = await read<UndoOutcomeAnswer>(librarian.send('POST', `/v1/materials/changes/${made.id}/undo`, {}));
  expect(undone).toMatchObject({ restored: 1, left: [{ id: 'left' }] });
  const years = await read<{ documents: { $id: string; year: number }[] }>(
    librarian.send('GET', api.documents(ids, 'papers')),
  );
  expect(Object.fromEntries(years.documents.map(({ $id, year }) => [$id, year]))).toEqual({
    left: 2011,
    back: 2024,
    secret: 2024,
  });
});

test.skipIf(isOnlyInSweep('cases'))(
  'deletes an interrupted upload after a day of lived time and the trash after thirty, and not before',
  async () => {
    await using server = await openTestServer();
    const librarian = await openLibrarian(server.url);
    await fillTrash(librarian);
    await beginUpload(librarian);
    let now = 0;
    const clock = startClock({ ...server, log: pino({ level: 'silent' }), meter: () => now });
    const live = async (hours: number) => {
      for (let passed = 0; passed < hours; passed++) {
        now += hour;
        await clock.tick();
      }
    };
    await live(24);
    expect(await whatIsLeft(server, librarian)).toMatchObject({ upload: 200, trash: 1 });
    await live(2);
    expect(await whatIsLeft(server, librarian)).toMatchObject({ upload: 404, trash: 1 });
    await live(28 * 24 + 20);
    expect(await whatIsLeft(server, librarian)).toMatchObject({ trash: 1, bytes: true });
    await live(24);
    expect(await whatIsLeft(server, librarian)).toMatchObject({ trash: 0, bytes: false });
    await clock.stop();
  },
);

test('lists a whole object store at the start and once in 24 hours, and a disk every hour', async () => {
  await using server = await openTestServer();
  const { database, storage } = server.resources;
  const { files, derived } = server.services;
  for (const isStore of [false, true]) {
    const done: string[] = [];
    const services = {
      ...server.services,
      files: {
        ...files,
        sweep: async (given: Parameters<typeof files.sweep>[0]) => {
          done.push(given.isWhole ? 'whole' : 'part');
          // A task that fails the first time is due again at the next run, not the next day.
          if (isStore && done.length === 1) throw new Error('the store is away');
          return files.sweep(given);
        },
      },
      derived: {
        ...derived,
        sweep: async (...given: Parameters<typeof derived.sweep>) => {
          done.push(given[0]);
          return derived.sweep(...given);
        },
      },
    };
    // The rest of the storage is a disk.
    const resources = { database, storage: { ...storage, derived: isStore ? ({} as typeof storage.derived) : null } };
    const clock = startClock({ services, resources, log: pino({ level: 'silent' }) });
    for (let passed = 1; passed <= 25; passed += 1) await clock.tick();
    await clock.stop();
    const count = (name: string) => done.filter((each) => each === name).length;
    // The first run begins with the clock.
    const counted = { whole: count('whole'), part: count('part'), shared: count('shared'), here: count('here') };
    expect(counted).toEqual(
      isStore ? { whole: 3, part: 23, shared: 3, here: 26 } : { whole: 26, part: 0, shared: 2, here: 26 },
    );
  }
});

test('counts an hour of lived time for a machine that was suspended for a month', async () => {
  await using server = await openTestServer();
  let now = 0;
  const { livedTime } = server.resources.database;
  const clock = startClock({ ...server, log: pino({ level: 'silent' }), meter: () => now });
  await clock.tick();
  const before = await livedTime.find();
  now += 30 * day;
  await clock.tick();
  expect((await livedTime.find()) - before).toBeLessThanOrEqual(hour);
  now += hour / 2;
  await clock.stop();
  // The time since the last tick is not lost with the process.
  expect((await livedTime.find()) - before).toBeGreaterThan(hour * 1.4);
});

test('deletes a session within an hour of its end, and not before', async () => {
  await using server = await openTestServer();
  const { accounts, now } = server.resources.database;
  const { id: userId = '' } = (await accounts.findAdministrator()) ?? {};
  const listSessions = async () => (await accounts.listSessions(userId)).map(({ id }) => id);
  await openLibrarian(server.url);
  const before = await listSessions();
  expect(before).toHaveLength(1);
  let passedMs = 0;
  const clock = startClock({ ...server, log: pino({ level: 'silent' }), now: () => now() + passedMs });
  for (const hours of [0, 11]) {
    passedMs = hours * hour;
    await clock.tick();
    expect(await listSessions()).toEqual(before);
  }
  passedMs = 12 * hour + 1;
  await clock.tick();
  expect(await listSessions()).toEqual([]);
  await clock.stop();
});

async function read<Answer>(answer: Promise<Response>): Promise<Answer> {
  return (await (await answer).json()) as Answer;
}

async function fillTrash(librarian: Librarian): Promise<void> {
  await librarian.upload('paper.pdf', makePdf([['withdrawn']]), 'a1');
  await librarian.publish('paper', { ...place, title: 'Withdrawn', fileId: 'a1' }, 'a1');
  expect((await librarian.send('DELETE', api.document(ids, 'papers', 'a1'))).status).toBe(204);
}

async function beginUpload(librarian: Librarian): Promise<void> {
  const bytes = makePdf([['half']], { padBytes: chunkBytes + 1000 });
  const form = uploadForm('half', 'half.pdf', bytes.subarray(0, chunkBytes));
  const begun = await librarian.sendForm(api.files(ids), form, rangeHeaders('half', 0, chunkBytes, bytes.length));
  expect(begun.status).toBe(201);
}

async function whatIsLeft({ resources }: TestServer, librarian: Librarian) {
  const trash = await librarian.send('GET', panelApi.trash());
  return {
    signedIn: trash.status,
    trash: trash.ok ? ((await trash.json()) as { total: number }).total : null,
    bytes: (await resources.storage.find('a1')) !== null,
    upload: (await librarian.send('GET', api.file(ids, 'half'))).status,
  };
}
