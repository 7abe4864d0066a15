import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { visitor, type Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import type { MaterialChange, MaterialDraft } from '#domain/material.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { createMaterialService } from './create-material-service.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
const publicUrl = 'https://library.test';
const administrator: Actor = { role: 'administrator', userId: 'u1', sessionId: 's1' };
const member: Actor = { role: 'member', userId: 'u2', sessionId: 's2' };
const day = 24 * 60 * 60 * 1000;

const catalogue = parseCatalogue({
  faculties: [
    {
      id: 'csit',
      name: 'BSc CSIT',
      type: 'semester',
      duration: 8,
      structure: [
        { id: '1', name: 'Semester 1', subjects: [{ name: 'C' }, { name: 'Physics' }] },
        { id: '2', name: 'Semester 2', subjects: [{ name: 'Statistics' }] },
      ],
    },
  ],
});

const data: MaterialDraft = {
  title: 'Model paper',
  subject: 'C',
  facultyId: 'csit',
  semesterId: '1',
  year: 2024,
  fileId: 'pdf',
  coverFileId: null,
  yearBs: null,
  filePassword: null,
  filePasswordNote: null,
};

/** Returns an update as a request sends it. */
const change = (changed: MaterialChange) => ({ change: () => changed });

/**
 * Opens the service on a real database and a real disk, with finished files `pdf`, `html`, `png` and an unfinished one.
 */
async function openService(options: { catalogue?: Catalogue } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-materials-'));
  const clock = { now: 1_790_000_000_000 };
  const database = await openSqlite({ dataDir, publicUrl, ids, now: () => clock.now });
  const storage = await openDisk({ directory: path.join(dataDir, 'files') });
  const announced: Change[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.listen((change) => announced.push(change));
  const trail = createTrail({ database, log: pino({ level: 'silent' }), now: () => clock.now });
  const tryPassword = async () => 'unknown' as const;
  const parts = { database, storage, changes, trail, tryPassword };
  const addFile = async (id: string, mimeType: string) => {
    await database.files.insertPending({ id, name: id, folder: '', sizeBytes: 5, chunksTotal: 1, ownerId: 'u1' });
    await storage.putPart(id, 0, Readable.from([Buffer.from('bytes')]));
    const joined = await storage.joinParts(id, 1);
    if (joined) await database.files.finish(id, { mimeType, ...joined, pageCount: null, warning: null });
  };
  await addFile('pdf', 'application/pdf');
  await addFile('html', 'text/html');
  await addFile('png', 'image/png');
  await database.files.insertPending({
    id: 'half',
    name: 'half',
    folder: '',
    sizeBytes: 5,
    chunksTotal: 2,
    ownerId: 'u1',
  });
  const materials = createMaterialService({ ...parts, catalogue: options.catalogue ?? catalogue });
  return {
    ...parts,
    clock,
    announced,
    materials,
    addFile,
    create: (id: string, changed: MaterialChange = {}, kind: 'paper' | 'note' | 'book' = 'paper') =>
      materials.create(administrator, kind, id, { draft: () => ({ ...data, ...changed }) }),
    withCatalogue: (other: Catalogue) => createMaterialService({ ...parts, catalogue: other }),
    async [Symbol.asyncDispose]() {
      await storage.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test('publishes and announces a material that an administrator creates, and everybody finds it', async () => {
  await using service = await openService();
  const made = await service.create('m1', { fileId: 'html' });
  expect(made).toMatchObject({
    kind: 'paper',
    title: 'Model paper',
    fileId: 'html',
    fileType: 'text/html',
    isSample: false,
  });
  expect(service.announced).toEqual([{ subject: 'material', action: 'create', material: made }]);
  expect(await service.materials.get(visitor, 'paper', made.id)).toEqual(made);
  expect(await service.materials.find(visitor, made.id)).toEqual({ state: 'published', material: made });
  expect((await service.materials.list(visitor, 'paper', emptyQuery)).materials).toEqual([made]);
  expect((await service.materials.count(visitor, { facultyId: 'csit' })).totals.paper).toBe(1);
  await expect(service.materials.get(visitor, 'note', made.id)).rejects.toMatchObject({ type: 'document_not_found' });
});

test('publishes and updates nothing with a file whose bytes are missing in the store, and allows a correction', async () => {
  await using service = await openService();
  await service.create('m1');
  await service.addFile('lost', 'application/pdf');
  await service.storage.remove('lost');
  await service.storage.remove('pdf');
  const refusal = { type: 'document_invalid_structure', status: 400 };
  const draft = () => ({ ...data, fileId: 'lost' });
  const { materials } = service;
  await expect(materials.create(administrator, 'paper', 'm2', { draft })).rejects.toMatchObject({
    ...refusal,
    message: expect.stringContaining('The bytes of the file "lost" are missing'),
  });
  await expect(materials.update(administrator, 'paper', 'm1', change({ fileId: 'lost' }))).rejects.toMatchObject(
    refusal,
  );
  await expect(
    materials.upsert(administrator, 'paper', 'm2', { draft, ...change({ fileId: 'lost' }) }),
  ).rejects.toMatchObject(refusal);
  expect(await materials.find(visitor, 'm2')).toEqual({ state: 'missing' });
  // A disk may only not be mounted: published materials stay, and everything else about them can be changed.
  expect(await materials.update(administrator, 'paper', 'm1', change({ title: 'Corrected' }))).toMatchObject({
    title: 'Corrected',
    fileId: 'pdf',
  });
});

test('lets visitors and members write nothing and see nothing withdrawn, whatever they request', async () => {
  await using service = await openService();
  await service.create('a1');
  const page = { limit: 1, offset: 0 };
  const unread = () => {
    throw new Error('what was sent was read before it was known who may');
  };
  for (const actor of [visitor, member]) {
    for (const attempt of [
      () => service.materials.create(actor, 'paper', 'a2', { draft: unread }),
      () => service.materials.update(actor, 'paper', 'a1', { change: unread }),
      () => service.materials.update(actor, 'paper', 'missing', { change: unread }),
      () => service.materials.withdraw(actor, 'paper', 'a1'),
      () => service.materials.withdraw(actor, 'paper', 'missing'),
      () => service.materials.restore(actor, 'a1'),
      () => service.materials.purge(actor, 'a1'),
      () => service.materials.removeSamples(actor),
      () => service.materials.listTrash(actor, page),
      () => service.materials.listMisplaced(actor, page),
      () => service.materials.listUnusedFiles(actor, page),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ type: 'user_unauthorized', status: 401 });
    }
  }
  expect(service.announced).toHaveLength(1);
  expect(await service.materials.get(visitor, 'paper', 'a1')).toMatchObject({ title: 'Model paper' });
});

test('requires an id that is not used, not even in the trash', async () => {
  await using service = await openService();
  await service.create('a1');
  await service.materials.withdraw(administrator, 'paper', 'a1');
  await expect(service.create('a1', {}, 'note')).rejects.toMatchObject({ type: 'document_already_exists' });
});

test('requires a finished file of a type that fits the kind', async () => {
  await using service = await openService();
  const refused = async (fileId: string, kind: 'paper' | 'note' = 'paper') => {
    const attempt = service.create('a1', { fileId }, kind);
    await expect(attempt).rejects.toMatchObject({
      type: 'document_invalid_structure',
      message: expect.stringMatching(/^Invalid document structure: Attribute "downloadUrl" has invalid format\. /),
    });
  };
  await refused('no identifier');
  await refused('half');
  await refused('missing');
  await refused('png');
  await refused('html', 'note');
  expect(await service.materials.find(visitor, 'a1')).toEqual({ state: 'missing' });
});

test('rejects an attribute that the kind does not have, at a creation and at an edit', async () => {
  await using service = await openService();
  const unknown = {
    type: 'document_invalid_structure',
    message: 'Invalid document structure: Unknown attribute: "coverImageUrl"',
  };
  await expect(service.create('a1', { coverFileId: 'png' }, 'note')).rejects.toMatchObject(unknown);
  await service.create('a1', {}, 'note');
  const attempt = service.materials.update(administrator, 'note', 'a1', change({ coverFileId: 'png' }));
  await expect(attempt).rejects.toMatchObject(unknown);
});

test('requires a picture as a cover', async () => {
  await using service = await openService();
  await expect(service.create('b1', { coverFileId: 'pdf' }, 'book')).rejects.toMatchObject({
    message:
      'Invalid document structure: Attribute "coverImageUrl" has invalid format. The file must be an image, but this one is application/pdf',
  });
  expect(await service.create('b1', { coverFileId: 'png' }, 'book')).toMatchObject({ coverFileId: 'png' });
  expect(await service.materials.update(administrator, 'book', 'b1', change({ coverFileId: null }))).toMatchObject({
    coverFileId: null,
  });
});

test('changes the sent attributes in an update, announces it afterwards, and retains the subject', async () => {
  await using service = await openService();
  const made = await service.create('a1');
  const update = (sent: MaterialChange) => service.materials.update(administrator, 'paper', 'a1', change(sent));
  const after = await update({ title: 'Better', fileId: 'html' });
  expect(after).toEqual({
    ...made,
    title: 'Better',
    fileId: 'html',
    fileType: 'text/html',
    updatedAt: after.updatedAt,
  });
  expect(after.updatedAt > made.updatedAt).toBe(true);
  expect(service.announced.at(-1)).toEqual({ subject: 'material', action: 'update', material: after, before: made });
  await expect(update({ semesterId: '2' })).rejects.toMatchObject({
    message: expect.stringContaining('"C" is not in Semester 2 of BSc CSIT. Choose one of: Statistics'),
  });
  expect(await update({ semesterId: '2', subject: 'Statistics' })).toMatchObject({ subject: 'Statistics' });
  await expect(service.materials.update(administrator, 'note', 'a1', change({ title: 'x' }))).rejects.toMatchObject({
    type: 'document_not_found',
  });
});

test('removes a withdrawn material immediately, restores it completely, and announces both', async () => {
  await using service = await openService();
  const made = await service.create('a1');
  await expect(service.materials.withdraw(administrator, 'note', 'a1')).rejects.toMatchObject({
    type: 'document_not_found',
  });
  await service.materials.withdraw(administrator, 'paper', 'a1');
  expect(await service.materials.find(visitor, 'a1')).toEqual({
    state: 'withdrawn',
    place: { kind: 'paper', facultyId: 'csit', semesterId: '1', subject: 'C' },
  });
  await expect(service.materials.get(administrator, 'paper', 'a1')).rejects.toMatchObject({
    type: 'document_not_found',
  });
  await expect(service.materials.withdraw(administrator, 'paper', 'a1')).rejects.toMatchObject({
    type: 'document_not_found',
  });
  expect(await service.materials.listTrash(administrator, { limit: 5, offset: 0 })).toMatchObject({
    total: 1,
    materials: [{ id: 'a1' }],
  });
  const restored = await service.materials.restore(administrator, 'a1');
  expect(restored).toEqual({ ...made, updatedAt: restored.updatedAt });
  expect(await service.materials.restore(administrator, 'a1')).toEqual(restored);
  expect(service.announced).toMatchObject([{ action: 'create' }, { action: 'delete' }, { action: 'create' }]);
  await expect(service.materials.restore(administrator, 'missing')).rejects.toMatchObject({
    type: 'document_not_found',
  });
});

test('purges the record and unused bytes, only from the trash, and the page of the material still says so', async () => {
  await using service = await openService();
  await service.addFile('own', 'application/pdf');
  await service.create('a1', { fileId: 'own', coverFileId: 'png' }, 'book');
  await service.create('a2', { coverFileId: 'png' }, 'book');
  await expect(service.materials.purge(administrator, 'a1')).rejects.toMatchObject({ type: 'document_not_found' });
  await service.materials.withdraw(administrator, 'book', 'a1');
  await service.materials.purge(administrator, 'a1');
  expect(await service.database.files.find('own')).toBeNull();
  expect(await service.storage.find('own')).toBeNull();
  expect(await service.storage.find('png')).not.toBeNull();
  expect(service.announced.at(-1)).toMatchObject({
    subject: 'file',
    action: 'delete',
    file: { id: 'own', isFinished: true },
  });
  expect(await service.materials.find(visitor, 'a1')).toEqual({ state: 'withdrawn', place: null });
  await expect(service.materials.purge(administrator, 'a1')).rejects.toMatchObject({ type: 'document_not_found' });
  expect(await service.create('a1')).toMatchObject({ id: 'a1' });
  expect(await service.materials.find(visitor, 'a1')).toMatchObject({ state: 'published' });
});

test('empties the trash by the lived time, regardless of the clock', async () => {
  await using service = await openService();
  for (const id of ['a1', 'a2']) await service.create(id);
  service.clock.now += 400 * day;
  await service.materials.withdraw(administrator, 'paper', 'a1');
  service.clock.now -= 800 * day;
  await service.database.livedTime.add(day);
  await service.materials.withdraw(administrator, 'paper', 'a2');
  expect(await service.materials.purgeExpired(0)).toBe(0);
  expect(await service.materials.purgeExpired(1)).toBe(1);
  expect(await service.storage.find('pdf')).not.toBeNull();
  expect(await service.materials.purgeExpired(day)).toBe(0);
  expect(await service.materials.purgeExpired(day + 1, AbortSignal.abort())).toBe(0);
  expect(await service.materials.purgeExpired(day + 1)).toBe(1);
  expect(await service.storage.find('pdf')).toBeNull();
});

test('removes samples in one step with their bytes, and records that they were removed', async () => {
  await using service = await openService();
  const sample = {
    kind: 'paper',
    subject: 'C',
    facultyId: 'csit',
    semesterId: '1',
    year: 2024,
    coverFileId: null,
    isSample: true,
  } as const;
  await service.addFile('sample', 'application/pdf');
  await service.database.materials.insert({ ...sample, id: 'x1', title: 'One', fileId: 'sample' });
  await service.database.materials.insert({ ...sample, id: 'x2', title: 'Two', fileId: 'pdf' });
  await service.create('a1');
  await service.materials.withdraw(administrator, 'paper', 'x2');
  service.announced.length = 0;
  expect(await service.materials.removeSamples(administrator)).toBe(2);
  expect(await service.materials.removeSamples(administrator)).toBe(0);
  expect((await service.materials.list(visitor, 'paper', emptyQuery)).materials.map(({ id }) => id)).toEqual(['a1']);
  expect(await service.storage.find('sample')).toBeNull();
  expect(await service.storage.find('pdf')).not.toBeNull();
  expect(service.announced).toMatchObject([
    { action: 'delete', material: { id: 'x1' } },
    { subject: 'purged', materials: [{ id: 'x2' }] },
    { subject: 'file', file: { id: 'sample' } },
  ]);
  expect(await service.database.settings.find('samples')).toBe('removed');
});

test('lists a material whose subject is no longer in the catalogue, which can be corrected, restored and moved', async () => {
  await using service = await openService();
  await service.create('a1');
  await service.create('a2', { subject: 'Physics' });
  await service.create('a3', { subject: 'Physics' }, 'note');
  const smaller = service.withCatalogue({
    faculties: catalogue.faculties.map((faculty) => ({
      ...faculty,
      terms: faculty.terms.map((term) => ({
        ...term,
        subjects: term.subjects.filter(({ name }) => name !== 'Physics'),
      })),
    })),
  });
  const misplaced = async () =>
    (await smaller.listMisplaced(administrator, { limit: 5, offset: 0 })).materials.map(({ id }) => id);
  expect(await misplaced()).toEqual(['a3', 'a2']);
  await smaller.withdraw(administrator, 'paper', 'a2');
  expect(await misplaced()).toEqual(['a3']);
  await smaller.restore(administrator, 'a2');
  expect(
    await smaller.update(administrator, 'paper', 'a2', change({ title: 'Corrected', subject: 'Physics' })),
  ).toMatchObject({ title: 'Corrected' });
  await smaller.update(administrator, 'note', 'a3', change({ subject: 'C' }));
  expect(await misplaced()).toEqual(['a2']);
});

test('lists files without a record', async () => {
  await using service = await openService();
  await service.create('a1');
  const { total, files } = await service.materials.listUnusedFiles(administrator, { limit: 5, offset: 0 });
  expect([total, ...files.map(({ id }) => id)]).toEqual([2, 'png', 'html']);
});
