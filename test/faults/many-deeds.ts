import assert from 'node:assert/strict';
import type { BulkOutcomeAnswer } from '#contract/schemas/answer-types.ts';
import { answered, never } from './deed-outcomes.ts';
import type { Deed, Outcome } from './fail-calls.ts';
import { addressOf } from './library-requests.ts';
import { expectDone, type LibraryStage } from './library-stage.ts';
import { publishPaper } from './material-deeds.ts';

const names = ['a', 'b', 'c'];

/** Deeds of bulk edits of three materials, and of their undo. */
export function manyDeeds(stage: LibraryStage): Deed[] {
  const { call, database } = stage;
  const idsOf = (id: string) => names.map((name) => `${id}-${name}`);
  /** Ids for the undo of the last edit, by the id of the attempt. */
  const madeChanges = new Map<string, string>();

  async function prepareThree(id: string): Promise<void> {
    for (const each of idsOf(id)) await publishPaper(stage, each);
  }
  const change = (id: string, action: object) =>
    call('POST', '/v1/materials/changes', { ids: idsOf(id), change: action });

  /** Returns the current state of each in a few words. */
  async function statesOf(id: string): Promise<string[]> {
    const all = await Promise.all(
      idsOf(id).map(async (each) => ({
        material: await database.materials.find(each),
        hiding: await database.materials.findHiding(each),
      })),
    );
    return all.map(({ material, hiding }) =>
      [material?.year, material?.deletedAt ? 'deleted' : '', hiding?.reason ?? ''].join(' ').trim(),
    );
  }
  const verifyAll = async (id: string, expected: string) =>
    assert.deepEqual(
      await statesOf(id),
      names.map(() => expected),
    );
  const verifyAllOrNothing = async (id: string) => assert.equal(new Set(await statesOf(id)).size, 1, 'a part was done');

  function changeDeed(name: string, action: object, after: string): Deed[] {
    return [
      {
        name,
        prepare: prepareThree,
        act: (id) => answered(change(id, action)),
        verify: (id) => verifyAll(id, after),
        verifyFailed: verifyAllOrNothing,
        isDoneAlready: never,
        tidy: (id) => tidy(id),
      },
      {
        name: `undo: ${name}`,
        async prepare(id) {
          await prepareThree(id);
          const made = (await (await expectDone(change(id, action))).json()) as BulkOutcomeAnswer;
          assert.equal(made.changed, names.length);
          madeChanges.set(id, made.id ?? '');
        },
        act: (id): Promise<Outcome> => answered(call('POST', `/v1/materials/changes/${madeChanges.get(id)}/undo`, {})),
        verify: (id) => verifyAll(id, '2080'),
        verifyFailed: verifyAllOrNothing,
        isDoneAlready: never,
        tidy: (id) => tidy(id),
      },
    ];
  }

  /** Deletes the materials, or lists would become long. */
  async function tidy(id: string): Promise<void> {
    for (const each of idsOf(id)) {
      await call('DELETE', addressOf.paper(each), {});
      await expectDone(call('POST', `/v1/materials/${each}/purge`, {}));
    }
  }

  return [
    ...changeDeed('date many', { action: 'edit', year: 2019 }, '2019'),
    ...changeDeed('hide many', { action: 'hide', reason: 'Under review' }, '2080  Under review'),
    ...changeDeed('delete many', { action: 'delete' }, '2080 deleted'),
  ];
}
