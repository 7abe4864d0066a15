import assert from 'node:assert/strict';
import { answered, is, never } from './deed-outcomes.ts';
import type { Deed } from './fail-calls.ts';
import { addressOf, urlOf } from './library-requests.ts';
import { expectDone, paper, type LibraryStage } from './library-stage.ts';

/** Deeds of an administrator on a material: publish, edit, hide, delete and restore it. */
export function materialDeeds(stage: LibraryStage): Deed[] {
  const { call, upload, publish, verifyFile, database } = stage;

  const prepareMaterial = (id: string) => publishPaper(stage, id);

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
      name: 'hide',
      prepare: prepareMaterial,
      act: (id) => answered(call('POST', `/v1/materials/${id}/hide`, { reason: 'Under review' })),
      async verify(id) {
        assert.deepEqual((await database.materials.find(id))?.permissions, []);
        assert.equal((await database.materials.findHiding(id))?.reason, 'Under review');
        await verifyPublished(id);
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
  ];
}

/** Publishes a paper with a separate file. */
export async function publishPaper({ upload, publish }: LibraryStage, id: string): Promise<void> {
  await expectDone(upload(id, paper(id)));
  await expectDone(publish(id));
}
