import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import { createPictureService } from '#server/library/pictures/picture-service.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Deed, Outcome } from './fail-calls.ts';

type Pictures = ReturnType<typeof createPictureService>;

/** Makes pictures, each time with a new service, which remembers nothing. `close` closes those that are still open. */
export function pictureDeeds(
  storage: Storage,
  folder: string,
  { pdf, image, photograph }: Record<'pdf' | 'image' | 'photograph', FileRecord>,
): { deeds: Deed[]; close(): Promise<void> } {
  const log = pino({ level: 'silent' });
  const pictures = new Map<string, Pictures>();
  const picturesOf = (id: string) => {
    const service = pictures.get(id);
    assert.ok(service);
    return service;
  };

  function pictureDeed(name: string, make: (service: Pictures) => Promise<Outcome>): Deed {
    return {
      name,
      prepare: async (id) =>
        void pictures.set(id, createPictureService({ storage, directory: path.join(folder, id), log })),
      act: (id) => make(picturesOf(id)),
      verify: async (id) => assert.deepEqual(await make(picturesOf(id)), { isDone: true }),
      isDoneAlready: () => false,
      tidy: async (id) => {
        await picturesOf(id).close();
        pictures.delete(id);
        await rm(path.join(folder, id), { recursive: true, force: true });
      },
    };
  }

  const picture = (file: FileRecord) => (service: Pictures) =>
    attempted(service.picture(file, { width: 320, page: 1, format: 'webp' }));

  return {
    deeds: [
      pictureDeed('picture of a PDF', picture(pdf)),
      pictureDeed('picture of an image', picture(image)),
      pictureDeed('strip a photograph', (service) => attempted(service.stripped(photograph))),
      {
        ...pictureDeed('inspect an upload', async (service) => {
          const { state } = await service.inspect('pdf');
          return state === 'fine' ? { isDone: true } : { isDone: false, type: `found ${state}`, text: '' };
        }),
        // A file that could not be inspected is published without a warning.
        isRightAnswer: ({ type }) => type === 'found unknown',
      },
    ],
    async close() {
      await Promise.all([...pictures.values()].map((service) => service.close()));
    },
  };
}

async function attempted(work: Promise<unknown>): Promise<Outcome> {
  return work.then(
    (): Outcome => ({ isDone: true }),
    (error: unknown): Outcome => ({
      isDone: false,
      type: error instanceof Problem ? error.type : 'thrown',
      text: String(error),
    }),
  );
}
