import { failInWorkers } from '#test/support/failing-workers.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { Problem } from '#contract/problems.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import { createPictureService } from '#server/pictures/picture-service.ts';
import { createReadingService } from '#server/reading/reading-service.ts';
import { openDisk } from '#server/storage/disk.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { makePhotograph } from '#test/support/hostile-files.ts';
import type { Deed, Outcome, Stage } from './fail-calls.ts';
import type { FaultSource } from './fault-kinds.ts';
import { findMemory } from './library-stage.ts';

const log = pino({ level: 'silent' });

/** Calls inside the processes that work on files. */
const workerSource: FaultSource = {
  name: 'calls of worker processes',
  kinds: ['EIO', 'ENOSPC', 'EMFILE'].map((code) => ({
    name: `${code} in a worker`,
    appliesTo: (call: string) => {
      if (code === 'ENOSPC') return /^(?:open|openSync|write\w+|sync) out$/.test(call);
      return code === 'EIO' || /^(?:open|openSync|readFileSync|writeFileSync) /.test(call);
    },
    verdict: () => ({ code }),
    answer: 'general_service_unavailable' as const,
  })),
  install(judge, planned) {
    const verdict = planned?.verdict;
    const plan =
      planned && verdict && typeof verdict === 'object' && 'code' in verdict
        ? { index: planned.index, code: verdict.code }
        : null;
    return failInWorkers(plan, (call) => void judge(call));
  },
};

/** Pictures and reading copies, whose processes cannot read their file or write what they made. */
export async function openWorkerStage(): Promise<Stage> {
  const folder = await mkdtemp(path.join(await findMemory(), 'examshelf-workers-'));
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const records = new Map<string, FileRecord>();
  const store = async (id: string, bytes: Buffer, mimeType: string) => {
    await storage.putPart(id, 0, Readable.from([bytes]));
    await storage.joinParts(id, 1);
    const file = recordOf(id, bytes, mimeType);
    records.set(id, file);
    return file;
  };
  const pdf = await store('pdf', Buffer.from(makePdf([['one']])), 'application/pdf');
  const image = await store(
    'image',
    await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
    'image/png',
  );
  const photograph = await store('photograph', Buffer.from(await makePhotograph('jpeg')), 'image/jpeg');
  const book = await store('book', Buffer.from(makeBook('flat book', 12, { padBytes: 300_000 })), 'application/pdf');

  type Pictures = ReturnType<typeof createPictureService>;
  const pictures = new Map<string, Pictures>();
  const picturesOf = (id: string) => {
    const service = pictures.get(id);
    assert.ok(service);
    return service;
  };

  /** Each time with a service of its own, which remembers nothing. */
  function pictureDeed(name: string, ask: (service: Pictures) => Promise<Outcome>): Deed {
    return {
      name,
      prepare: async (id) =>
        void pictures.set(id, createPictureService({ storage, directory: path.join(folder, id), log })),
      act: (id) => ask(picturesOf(id)),
      verify: async (id) => assert.deepEqual(await ask(picturesOf(id)), { isDone: true }),
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
  const copies = new Map<string, ReturnType<typeof createReadingService>>();
  const copyDeed: Deed = {
    name: 'make a reading copy',
    async prepare(id) {
      const database = { files: { find: async (fileId: string) => (fileId === 'book' ? book : null) } };
      const directory = path.join(folder, id);
      copies.set(
        id,
        createReadingService({ storage, directory, log, database: database as unknown as Pick<Database, 'files'> }),
      );
    },
    async act(id) {
      const service = copies.get(id);
      assert.ok(service);
      await service.catchUp();
      // Asked only when something is noted: to ask begins the work anew.
      if (!(await service.digests()).includes(book.sha256))
        return { isDone: false, type: 'general_service_unavailable', text: 'nothing is noted' };
      const found = await service.find(book);
      if (typeof found === 'object') return { isDone: true };
      return { isDone: false, type: `remembered as ${found}`, text: '' };
    },
    async verify(id) {
      const found = await copies.get(id)?.find(book);
      assert.equal(typeof found, 'object', 'there is no copy');
    },
    isDoneAlready: () => false,
    async tidy(id) {
      await copies.get(id)?.close();
      copies.delete(id);
      await rm(path.join(folder, id), { recursive: true, force: true });
    },
  };

  return {
    sources: [workerSource],
    deeds: [
      pictureDeed('picture of a PDF', picture(pdf)),
      pictureDeed('picture of an image', picture(image)),
      pictureDeed('strip a photograph', (service) => attempted(service.stripped(photograph))),
      {
        ...pictureDeed('look at an upload', async (service) => {
          const { state } = await service.inspect('pdf');
          return state === 'fine' ? { isDone: true } : { isDone: false, type: `found ${state}`, text: '' };
        }),
        // What could not be looked at is published unseen, without a warning.
        isRightAnswer: ({ type }) => type === 'found unknown',
      },
      copyDeed,
    ],
    verifyKept: async () => void (await stat(path.join(folder, 'files'))),
    verifyAll: async () => undefined,
    async [Symbol.asyncDispose]() {
      await Promise.all([...pictures.values(), ...copies.values()].map((service) => service.close()));
      await storage.close();
      await rm(folder, { recursive: true, force: true });
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

function recordOf(id: string, bytes: Buffer, mimeType: string): FileRecord {
  const moment = '2026-03-04T05:06:07.089+00:00';
  return {
    id,
    sequence: 1,
    name: id,
    folder: '',
    permissions: ['read("any")'],
    mimeType,
    sizeBytes: bytes.length,
    chunksTotal: 1,
    chunksHeld: [],
    isFinished: true,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pageCount: null,
    warning: null,
    ownerId: 'admin',
    isReleased: false,
    createdAt: moment,
    updatedAt: moment,
  };
}
