import { AsyncLocalStorage } from 'node:async_hooks';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { compositionLimits } from '#contract/composition.ts';
import { writePageOrigins } from '#contract/page-origins.ts';
import { publicPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import { turnOfPage } from '#domain/page-turns.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Database } from '#server/engines/database/database.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { FileService, StoredFile } from '#server/library/files/file-service.ts';
import type { DiskRoom } from '#server/machinery/faults/disk-room.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import type { ComposedPage } from './composing-job.ts';
import type { ComposingService, Composition, CompositionRequest } from './composing-service.ts';
import { markOf, readMark, tailBytes } from './composition-mark.ts';
import { explainNotComposed, idIsTaken, tooManyWait } from './explain-not-composed.ts';
import type { PageComposer } from './page-composer.ts';

type Parts = {
  database: Pick<Database, 'files'>;
  storage: Pick<Storage, 'read'>;
  files: Pick<FileService, 'receive' | 'getReadable'>;
  composer: PageComposer;
  /** Folder in which the composer works. Remains of an earlier server are deleted before the first PDF. */
  scratch: string;
  room: Pick<DiskRoom, 'hold'>;
  maxUploadBytes: number;
  /** Maximum number of pending PDFs. */
  waiting?: number;
  /** Time after which a request gets the state `making`: below the timeouts of proxies. */
  patienceMs?: number;
};

const maxWaiting = 20;
const maxWaitMs = 15 * 60 * 1000;

/** Creates the service, which makes one PDF at a time. */
export function createComposingService(parts: Parts): ComposingService {
  const { database, storage, composer, waiting = maxWaiting, patienceMs = 15_000 } = parts;
  const queue = createFairQueue({
    lanes: ['compositions'],
    workers: 1,
    maxWaiting: waiting,
    maxWaitingPerKey: 1,
    maxWaitMs,
  });
  const running = new Map<string, { mark: string; made: Promise<void> }>();
  const make = createMaking(parts);

  /** True if the file is the result of the request with this mark. Throws if it is another file. */
  async function isMade(fileId: string, mark: string): Promise<boolean> {
    const file = await database.files.find(fileId);
    if (!file?.isFinished) return false;
    if ((await readMarkOf(storage, file)) !== mark) throw idIsTaken();
    return true;
  }

  function start(actor: Actor, request: CompositionRequest, mark: string): Promise<void> {
    if (queue.size() > waiting) throw tooManyWait();
    const { fileId } = request;
    // The queue may start it in the context of another request; the trail must name the administrator who requested it.
    const asNow = AsyncLocalStorage.snapshot();
    const made = queue
      .add({ lane: 'compositions', key: fileId }, () => asNow(() => make(actor, request, mark)))
      .catch(async (error: unknown) => {
        // Another node may have made it meanwhile.
        if (!(await isMade(fileId, mark))) throw error instanceof Refused ? tooManyWait() : error;
      })
      .finally(() => running.delete(fileId));
    running.set(fileId, { mark, made });
    // The request that started it may no longer wait for it.
    made.catch(() => undefined);
    return made;
  }

  return {
    async compose(actor, request): Promise<Composition> {
      requireAdministrator(actor);
      const { fileId } = request;
      const mark = markOf(request);
      if (!running.has(fileId) && (await isMade(fileId, mark))) return { fileId, state: 'made' };
      const known = running.get(fileId);
      if (known && known.mark !== mark) throw idIsTaken();
      const made = known?.made ?? start(actor, request, mark);
      const ended = new AbortController();
      const patience = sleep(patienceMs, 'making' as const, { signal: ended.signal, ref: false });
      patience.catch(() => undefined);
      try {
        return { fileId, state: await Promise.race([made.then(() => 'made' as const), patience]) };
      } finally {
        ended.abort();
      }
    },

    async idle() {
      await Promise.allSettled([...running.values()].map(({ made }) => made));
    },

    async close() {
      queue.close();
      await composer.close();
      await Promise.allSettled([...running.values()].map(({ made }) => made));
    },
  };
}

async function readMarkOf(storage: Pick<Storage, 'read'>, { id, sizeBytes }: StoredFile): Promise<string | null> {
  const bytes = await storage.read(id, { start: Math.max(0, sizeBytes - tailBytes), end: sizeBytes - 1 });
  const pieces: Buffer[] = [];
  for await (const piece of bytes ?? []) pieces.push(piece as Buffer);
  return readMark(Buffer.concat(pieces));
}

/** Creates the function that makes and stores a PDF. */
function createMaking({ files, composer, scratch, room, maxUploadBytes }: Parts) {
  const clean = memoizeSuccess(() => rm(scratch, { recursive: true, force: true }));
  // Cleaned at start, so that remains of a killed server do not stay until the next PDF; retried before that one.
  clean().catch(() => undefined);

  return async (actor: Actor, request: CompositionRequest, mark: string): Promise<void> => {
    await clean();
    const { sources, pages } = await findPages(files, actor, request);
    const bytes = sources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const holdRoom = () => room.hold(scratch, bytes * 2);
    const giveBack = await holdRoom();
    try {
      const composition = { pages, mark, origins: writePageOrigins(request.pages), maxBytes: maxUploadBytes };
      const failure = await composer.compose(sources, composition, async (output) => {
        await files.receive(actor, {
          fileId: request.fileId,
          isContinuation: false,
          name: request.name,
          range: null,
          bytes: createReadStream(output),
          announcedBytes: (await stat(output)).size,
          // Its pages may be those of a hidden material.
          attributes: async () => ({ folder: '', permissions: publicPermissions, isReleased: true }),
        });
      });
      if (!failure) return;
      // Another program may have filled the disk meanwhile.
      if (failure.state === 'failed') (await holdRoom())();
      throw explainNotComposed(failure, sources);
    } finally {
      giveBack();
    }
  };
}

/** Returns the files of the pages, and the pages as the process reads them. Throws Problem for files and pages that cannot be used. */
async function findPages(
  files: Pick<FileService, 'getReadable'>,
  actor: Actor,
  { pages }: CompositionRequest,
): Promise<{ sources: StoredFile[]; pages: ComposedPage[] }> {
  const ids = [...new Set(pages.map(({ fileId }) => fileId))];
  if (ids.length > compositionLimits.maxSources)
    throw new Problem(
      'general_argument_invalid',
      `Invalid \`pages\` param: pages of at most ${compositionLimits.maxSources} files.`,
    );
  const sources = await Promise.all(ids.map((id) => files.getReadable(actor, id)));
  for (const { name, mimeType } of sources)
    if (mimeType !== 'application/pdf')
      throw new Problem('storage_file_type_unsupported', `"${name}" isn't a PDF. Only pages of PDFs can be used.`);
  return {
    sources,
    pages: pages.map(({ fileId, page, turn, part }) => {
      const source = ids.indexOf(fileId);
      return { source, page, shown: turnOfPage(sources[source]?.pageTurns ?? [], page), turn, part };
    }),
  };
}
