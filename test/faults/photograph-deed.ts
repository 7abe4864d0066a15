import assert from 'node:assert/strict';
import sharp from 'sharp';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { answered, is } from './deed-outcomes.ts';
import type { Deed, Outcome } from './fail-calls.ts';
import { addressOf } from './library-requests.ts';
import { expectDone, type LibraryStage } from './library-stage.ts';

type Made = { state: string; failure: { message: string; type: string } | null };

/** Makes a PDF of one photograph, in the background. */
export function photographDeed(stage: LibraryStage): Deed {
  const { call, upload, database, bytesOf, services } = stage;
  const photograph = memoizeSuccess(() =>
    sharp({ create: { width: 300, height: 400, channels: 3, background: 'beige' } })
      .jpeg()
      .toBuffer(),
  );
  const photographOf = (id: string) => `${id}-shot`;
  return {
    name: 'make a PDF from photographs',
    prepare: async (id) => void (await expectDone(upload(photographOf(id), await photograph(), undefined, 'a.jpg'))),
    async act(id): Promise<Outcome> {
      const body = { fileId: id, name: 'paper.pdf', photographs: [{ fileId: photographOf(id), keepsWhole: true }] };
      const begun = await answered(call('POST', '/v1/photographs', body));
      if (!begun.isDone) return begun;
      await services.photographs.idle();
      const answer = await call('GET', `/v1/photographs/${id}`);
      if (!answer.ok) return answered(Promise.resolve(answer));
      const { state, failure } = (await answer.json()) as Made;
      if (state === 'made') return { isDone: true };
      return { isDone: false, type: failure?.message ?? state, text: state };
    },
    async verify(id) {
      const file = await database.files.find(id);
      assert.equal(file?.isFinished, true);
      assert.equal(await bytesOf(id), file?.sha256);
      // Without its photographs it could not be made again.
      assert.equal((await database.files.listPhotographs(id)).length, 1);
    },
    async verifyFailed(id) {
      const file = await database.files.find(id);
      if (file?.isFinished) assert.equal((await database.files.listPhotographs(id)).length, 1);
    },
    isDoneAlready: is('storage_file_already_exists'),
    isRightAnswer({ type }, { answer }) {
      if (type === answer) return true;
      const said =
        answer === 'storage_full' ? /disk is full/ : /disk is not working|have to wait|damaged|too many files/;
      return said.test(type);
    },
    tidy: (id) => expectDone(call('DELETE', addressOf.file(id), {})),
  };
}
