import { AsyncLocalStorage } from 'node:async_hooks';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import { publicPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { Database, FileRecord, LinkedPhotograph } from '#server/database/database.ts';
import type { FileService } from '#server/files/file-service.ts';
import { memoizeSuccess } from '#server/memoize-success.ts';
import { createFairQueue, NotStarted } from '#server/pictures/fair-queue.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { MadePage, NoPage, PageMaker } from './page-maker.ts';
import { maxKeptBytes, maxRemembered, maxWaiting, maxWaitMs } from './photograph-limits.ts';
import type { PhotographRequest, PhotographService, PhotographWork } from './photograph-service.ts';
import { writePdf, type PdfPage } from './write-pdf.ts';

type Linked = LinkedPhotograph & { file: FileRecord };
type Running = { work: PhotographWork; abort: AbortController; settled: Promise<void> };

const photographTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];

export function createPhotographService(parts: {
  database: Pick<Database, 'files'>;
  storage: Pick<Storage, 'withLocalFile'>;
  files: Pick<FileService, 'receive'>;
  maker: PageMaker;
  /** Where the maker works. What an earlier server left there is deleted before the first page. */
  scratch: string;
  log: Logger;
  /** How many PDFs may wait. */
  waiting?: number;
}): PhotographService {
  const { database, storage, files, maker, scratch, log } = parts;
  const queue = createFairQueue({
    lanes: ['photographs'],
    workers: 1,
    maxWaiting: parts.waiting ?? maxWaiting,
    maxWaitingPerKey: 1,
    maxWaitMs,
  });
  const running = new Map<string, Running>();
  const failures = new LRUCache<string, PhotographWork>({ max: maxRemembered });
  const pages = new LRUCache<string, MadePage>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  });
  const clean = memoizeSuccess(() => rm(scratch, { recursive: true, force: true }));

  async function makePage({ file, keepsWhole }: Linked, signal: AbortSignal): Promise<MadePage | NoPage> {
    const key = `${file.sha256}/${keepsWhole}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const made = await storage.withLocalFile(file.id, (path) =>
      maker.make(path, { sha256: file.sha256, keepsWhole }, signal),
    );
    if (!made) return { state: 'missing' };
    if ('bytes' in made) pages.set(key, made);
    return made;
  }

  async function make(actor: Actor, request: PhotographRequest, { work, abort }: Omit<Running, 'settled'>) {
    await clean();
    work.state = 'making';
    const made: PdfPage[] = [];
    for (const linked of work.photographs) {
      abort.signal.throwIfAborted();
      const page = await makePage(linked, abort.signal);
      if (!('bytes' in page)) {
        const message = explain(page.state, linked.file.name);
        work.failure = { message, photographId: linked.photographId };
        work.state = 'failed';
        return;
      }
      made.push({ ...page, turn: ((page.turn + linked.turn) % 360) as PdfPage['turn'] });
      work.done += 1;
    }
    abort.signal.throwIfAborted();
    const pdf = writePdf(made);
    await files.receive(actor, {
      fileId: request.fileId,
      isContinuation: false,
      name: request.name,
      range: null,
      bytes: Readable.from([pdf]),
      announcedBytes: pdf.length,
      // Called when the bytes are stored and the file is not finished yet: so it never is without its photographs.
      async attributes() {
        await database.files.linkPhotographs(request.fileId, request.photographs);
        return { folder: '', permissions: publicPermissions };
      },
    });
    work.state = 'made';
  }

  function start(actor: Actor, request: PhotographRequest, photographs: Linked[]): PhotographWork {
    const { fileId } = request;
    const work: PhotographWork = {
      fileId,
      state: 'waiting',
      done: 0,
      total: photographs.length,
      failure: null,
      photographs,
    };
    const abort = new AbortController();
    // The queue may start it while it works for someone else; the trail is to name who asked for it.
    const asNow = AsyncLocalStorage.snapshot();
    const added = queue.add({ lane: 'photographs', key: fileId, signal: abort.signal }, () =>
      asNow(() => make(actor, request, { work, abort })),
    );
    failures.delete(fileId);
    const settled = added
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        work.state = 'failed';
        if (error instanceof Problem) work.failure = { message: error.message, photographId: null };
        else {
          if (!(error instanceof NotStarted)) log.error({ err: error, fileId }, 'a PDF of photographs was not made');
          work.failure = { message: 'The PDF could not be made. Please try again.', photographId: null };
        }
      })
      .finally(() => {
        running.delete(fileId);
        if (work.state === 'failed') failures.set(fileId, work);
      });
    running.set(fileId, { work, abort, settled });
    return work;
  }

  /** The PDF as it is, if it was made of photographs. */
  async function findMade(fileId: string): Promise<PhotographWork | null> {
    const file = await database.files.find(fileId);
    if (!file?.isFinished) return null;
    const photographs = await database.files.listPhotographs(fileId);
    const total = photographs.length;
    return total === 0 ? null : { fileId, state: 'made', done: total, total, failure: null, photographs };
  }

  return {
    async begin(actor, request) {
      requireAdministrator(actor);
      const { fileId } = request;
      const known = running.get(fileId)?.work ?? (await findMade(fileId));
      if (known) return requireSame(known, request);
      if ((await database.files.find(fileId))?.isFinished) throw idIsTaken();
      const photographs = await Promise.all(request.photographs.map((each) => findPhotograph(database, each)));
      // Two identical requests at once: the first of them has started it meanwhile.
      const started = running.get(fileId)?.work;
      if (started) return requireSame(started, request);
      if (queue.size() > (parts.waiting ?? maxWaiting)) throw tooManyWait();
      return start(actor, request, photographs);
    },

    async find(actor, fileId) {
      requireAdministrator(actor);
      const found = running.get(fileId)?.work ?? (await findMade(fileId)) ?? failures.get(fileId);
      if (!found) throw new Problem('storage_file_not_found', 'No PDF of this id is made of photographs.');
      return found;
    },

    async cancel(actor, fileId) {
      requireAdministrator(actor);
      failures.delete(fileId);
      const found = running.get(fileId);
      found?.abort.abort(new Error('cancelled'));
      await found?.settled;
    },

    async idle() {
      await Promise.allSettled([...running.values()].map(({ settled }) => settled));
    },

    async close() {
      queue.close();
      for (const { abort } of running.values()) abort.abort(new Error('the server stops'));
      await maker.close();
      await Promise.allSettled([...running.values()].map(({ settled }) => settled));
    },
  };
}

async function findPhotograph({ files }: Pick<Database, 'files'>, linked: LinkedPhotograph): Promise<Linked> {
  const file = await files.find(linked.photographId);
  if (!file?.isFinished)
    throw new Problem('storage_file_not_found', `The photograph ${linked.photographId} could not be found.`);
  if (!photographTypes.includes(file.mimeType)) {
    throw new Problem(
      'storage_file_type_unsupported',
      `"${file.name}" is no photograph. A PDF is made of JPEG, PNG and WebP pictures.`,
    );
  }
  return { ...linked, file };
}

function requireSame(work: PhotographWork, { photographs }: PhotographRequest): PhotographWork {
  const write = (all: readonly LinkedPhotograph[]) =>
    JSON.stringify(all.map(({ photographId, turn, keepsWhole }) => [photographId, turn, keepsWhole]));
  if (write(work.photographs) !== write(photographs)) throw idIsTaken();
  return work;
}

function explain(state: NoPage['state'], name: string): string {
  switch (state) {
    case 'damaged':
      return `"${name}" is damaged or was cut off on its way. Remove it, or add it again from where it was taken.`;
    case 'too-large':
      return `"${name}" has more than 120 million pixels. Make it smaller, and add it again.`;
    case 'too-slow':
      return `"${name}" takes too long to open. Save it as a JPEG, and add it again.`;
    case 'missing':
      return `"${name}" is no longer stored as it was sent. Add it again.`;
    case 'unavailable':
      return 'The PDF cannot be made at the moment. Please try again.';
  }
}

function idIsTaken(): Problem {
  return new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
}

function tooManyWait(): Problem {
  return new Problem('general_service_unavailable', 'Many PDFs are being made. Please try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}
