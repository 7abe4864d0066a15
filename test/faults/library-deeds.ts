import assert from 'node:assert/strict';
import { chunkBytes } from '#domain/text/chunk.ts';
import { answered, is, never, nothing } from './deed-outcomes.ts';
import type { Deed, Outcome } from './fail-calls.ts';
import { addressOf } from './library-requests.ts';
import { expectDone, paper, type LibraryStage } from './library-stage.ts';
import { manyDeeds } from './many-deeds.ts';
import { materialDeeds, publishPaper } from './material-deeds.ts';
import { photographDeed } from './photograph-deed.ts';
import { stagingDeeds } from './staging-deeds.ts';
import { sweepDeed } from './sweep-deed.ts';

/** Deeds of administrators and visitors, and the hourly sweep. */
export function libraryDeeds(stage: LibraryStage): Deed[] {
  return [
    ...uploadDeeds(stage),
    ...materialDeeds(stage),
    removeFileDeed(stage),
    ...stagingDeeds(stage),
    ...manyDeeds(stage),
    photographDeed(stage),
    ...readDeeds(stage),
    sweepDeed(stage),
  ];
}

function uploadDeeds({ call, upload, verifyFile }: LibraryStage): Deed[] {
  const large = Buffer.concat([paper('large'), Buffer.alloc(chunkBytes, 'x')]);
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
  ];
}

function removeFileDeed({ call, upload, database }: LibraryStage): Deed {
  return {
    name: 'remove a file',
    prepare: async (id) => void (await expectDone(upload(id, paper(id)))),
    act: (id) => answered(call('DELETE', addressOf.file(id), {})),
    verify: async (id) => assert.equal(await database.files.find(id), null),
    isDoneAlready: is('storage_file_not_found'),
  };
}

function readDeeds(stage: LibraryStage): Deed[] {
  return [
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
      // Another file than the one others read meanwhile: requests for the same file share a call.
      prepare: (id) => publishPaper(stage, id),
      act: (id) => readFile(stage, id),
      verify: nothing,
      isDoneAlready: never,
      // A failure after the first bytes can only close the connection.
      isRightAnswer: ({ type }, { answer }) => type === answer || type === 'cut off',
    },
  ];
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
