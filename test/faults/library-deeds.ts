import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { chunkBytes } from '#domain/chunk.ts';
import type { Deed, Outcome } from './fail-calls.ts';
import { addressOf, expectDone, paper, urlOf, type LibraryStage } from './library-stage.ts';

/** What an administrator does. */
export function libraryDeeds(stage: LibraryStage): Deed[] {
  const { call, upload, publish, verifyFile } = stage;
  const { database, storage } = stage;
  const { files } = stage.services;
  const large = Buffer.concat([paper('large'), Buffer.alloc(chunkBytes, 'x')]);

  async function prepareMaterial(id: string): Promise<void> {
    await expectDone(upload(id, paper(id)));
    await expectDone(publish(id));
  }

  async function prepareTrash(id: string): Promise<void> {
    await prepareMaterial(id);
    await expectDone(call('DELETE', addressOf.paper(id), {}));
  }

  async function verifyPublished(id: string, fileId = id): Promise<void> {
    const answer = await expectDone(call('GET', addressOf.paper(id)));
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    assert.ok(downloadUrl.includes(`/${fileId}/`), downloadUrl);
    await verifyFile(fileId, paper(fileId));
  }

  return [
    {
      name: 'upload',
      prepare: nothing,
      act: (id) => answered(upload(id, paper(id))),
      verify: (id) => verifyFile(id, paper(id)),
      isDoneAlready: is('storage_file_already_exists'),
    },
    {
      name: 'upload in parts',
      prepare: nothing,
      async act(id) {
        const first = await answered(upload(id, large.subarray(0, chunkBytes), { first: 0, total: large.length }));
        if (!first.isDone) return first;
        return answered(upload(id, large.subarray(chunkBytes), { first: chunkBytes, total: large.length }));
      },
      verify: (id) => verifyFile(id, large),
      isDoneAlready: is('storage_file_already_exists'),
      tidy: (id) => expectDone(call('DELETE', addressOf.file(id), {})),
    },
    {
      name: 'publish',
      prepare: async (id) => void (await expectDone(upload(id, paper(id)))),
      act: (id) => answered(publish(id)),
      verify: (id) => verifyPublished(id),
      isDoneAlready: is('document_already_exists'),
    },
    {
      name: 'edit',
      prepare: prepareMaterial,
      act: (id) => answered(call('PATCH', addressOf.paper(id), { data: { title: `Edited ${id}` } })),
      async verify(id) {
        await verifyPublished(id);
        assert.equal((await database.materials.find(id))?.title, `Edited ${id}`);
      },
      isDoneAlready: never,
    },
    {
      name: 'replace',
      async prepare(id) {
        await prepareMaterial(id);
        await expectDone(upload(`${id}-b`, paper(`${id}-b`)));
      },
      act: (id) => answered(call('PATCH', addressOf.paper(id), { data: { downloadUrl: urlOf(`${id}-b`) } })),
      async verify(id) {
        await verifyPublished(id, `${id}-b`);
        await verifyFile(id, paper(id));
      },
      isDoneAlready: never,
    },
    {
      name: 'delete',
      prepare: prepareMaterial,
      act: (id) => answered(call('DELETE', addressOf.paper(id), {})),
      async verify(id) {
        const deletedAt = (await database.materials.find(id))?.deletedAt;
        assert.ok(deletedAt, 'it is not in the trash');
        await verifyFile(id, paper(id));
      },
      isDoneAlready: is('document_not_found'),
    },
    {
      name: 'undo',
      prepare: prepareTrash,
      act: (id) => answered(call('POST', `/v1/materials/${id}/restore`, {})),
      verify: (id) => verifyPublished(id),
      isDoneAlready: never,
    },
    {
      name: 'purge',
      prepare: prepareTrash,
      act: (id) => answered(call('POST', `/v1/materials/${id}/purge`, {})),
      async verify(id) {
        assert.equal(await database.materials.find(id), null);
        assert.equal(await database.files.find(id), null);
      },
      isDoneAlready: is('document_not_found'),
    },
    {
      name: 'remove a file',
      prepare: async (id) => void (await expectDone(upload(id, paper(id)))),
      act: (id) => answered(call('DELETE', addressOf.file(id), {})),
      verify: async (id) => assert.equal(await database.files.find(id), null),
      isDoneAlready: is('storage_file_not_found'),
    },
    {
      name: 'sign in',
      prepare: nothing,
      act: () => answered(stage.signIn()),
      verify: nothing,
      isDoneAlready: never,
    },
    {
      name: 'search',
      prepare: nothing,
      act: () => answered(fetch(`${stage.url}${addressOf.search('kept')}`, { headers: asVisitor })),
      verify: nothing,
      isDoneAlready: never,
    },
    {
      name: 'read a file',
      // Another one than the others read meanwhile: who asks for the same file waits for the same call.
      prepare: prepareMaterial,
      act: (id) => readFile(stage, id),
      verify: nothing,
      isDoneAlready: never,
      // What fails once bytes are under way can only end the connection.
      isRightAnswer: ({ type }, { answer }) => type === answer || type === 'cut off',
    },
    sweepDeed(),
  ];

  /** Every kind of thing that a sweep finds. */
  function sweepDeed(): Deed {
    const pending = { name: 'paper.html', folder: '', sizeBytes: 100, chunksTotal: 2, ownerId: 'administrator' };
    async function store(id: string): Promise<void> {
      await storage.putPart(id, 0, Readable.from([paper(id)]));
      await storage.joinParts(id, 1);
      await storage.removeParts(id);
    }
    return {
      name: 'sweep',
      async prepare(id) {
        // An upload that nobody went on with, one whose chunks are all there, bytes of a removed file, strays.
        await database.files.insertPending({ id: `${id}-old`, ...pending });
        await storage.putPart(`${id}-old`, 0, Readable.from([paper(id)]));
        await expectDone(upload(`${id}-removed`, paper(`${id}-removed`)));
        await database.files.remove(`${id}-removed`);
        await store(`${id}-stray`);
        await storage.putPart(`${id}-part`, 0, Readable.from([paper(id)]));
        await database.files.insertPending({ id: `${id}-whole`, ...pending, sizeBytes: 0, chunksTotal: 1 });
        await storage.putPart(`${id}-whole`, 0, Readable.from([paper(`${id}-whole`)]));
        await database.files.addChunk(`${id}-whole`, 0);
      },
      async act() {
        const untouchedSince = await database.livedTime.add(1).catch(() => 0);
        return attempted(files.sweep({ untouchedSince }), stage);
      },
      async verify(id) {
        // One that met a fault is left to the next sweep.
        const untouchedSince = await database.livedTime.add(1);
        for (const _ of ['first', 'second']) await files.sweep({ untouchedSince });
        for (const gone of ['old', 'removed', 'stray', 'part']) {
          assert.equal(await database.files.find(`${id}-${gone}`), null, `${gone} has a record`);
          assert.equal(await storage.find(`${id}-${gone}`), null, `${gone} has bytes`);
        }
        await verifyFile(`${id}-whole`, paper(`${id}-whole`));
        const aside = new Set<string>();
        for await (const fileId of storage.listAside()) aside.add(fileId);
        assert.ok(aside.has(`${id}-stray`), 'bytes without a record were destroyed');
        assert.ok(!aside.has(`${id}-removed`), 'bytes of a removed file were set aside');
      },
      isDoneAlready: never,
      async tidy(id) {
        await expectDone(call('DELETE', addressOf.file(`${id}-whole`), {}));
        // Every sweep looks through all of it.
        await rm(path.join(stage.folder, 'files-aside'), { recursive: true, force: true });
      },
    };
  }
}

const asVisitor = { 'x-appwrite-project': 'examshelf' };

async function readFile({ url }: LibraryStage, id: string): Promise<Outcome> {
  const sent = await fetch(`${url}${addressOf.file(id)}/download`, { headers: asVisitor });
  if (!sent.ok) return answered(Promise.resolve(sent));
  const bytes = await sent.arrayBuffer().catch(() => null);
  if (bytes === null) return { isDone: false, type: 'cut off', text: '' };
  assert.deepEqual(Buffer.from(bytes), paper(id));
  return { isDone: true };
}

const nothing = async () => undefined;
const never = () => false;
const is = (type: string) => (outcome: { type: string }) => outcome.type === type;

/** The answer of the contract. */
async function answered(sent: Promise<Response>): Promise<Outcome> {
  const response = await sent;
  const text = await response.text();
  if (response.ok) return { isDone: true };
  const { type, message } = JSON.parse(text) as { type: string; message: string };
  return { isDone: false, type, text: message };
}

/** What a service throws, as the contract would answer it. */
async function attempted(work: Promise<unknown>, { services }: LibraryStage): Promise<Outcome> {
  return work.then(
    (): Outcome => ({ isDone: true }),
    (error: unknown): Outcome => {
      const fault = services.faults.note(error);
      const type =
        fault === null ? 'general_unknown' : fault === 'disk-full' ? 'storage_full' : 'general_service_unavailable';
      return { isDone: false, type, text: String(error) };
    },
  );
}
