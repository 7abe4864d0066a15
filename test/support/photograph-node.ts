import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges } from '#server/library/changes.ts';
import { openPostgres } from '#server/engines/database/postgres/postgres.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { createFileService } from '#server/library/files/create-file-service.ts';
import { createOfficeConverter, officeLimits } from '#server/library/office/office-converter.ts';
import { createPageMaker, type PageMaker } from '#server/library/photographs/page-maker.ts';
import { createPhotographService } from '#server/library/photographs/create-photograph-service.ts';
import { openDisk } from '#server/engines/storage/disk.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

/** Locations of the records and bytes of a test's nodes, which use a shared disk instead of a store. */
export type PhotographPlaces = { databaseUrl: string; files: string; holdMs: number };

/** Opens a node that makes PDFs from photographs; `put` wraps the real maker of pages. */
export async function openPhotographNode(
  { databaseUrl, files: directory, holdMs }: PhotographPlaces,
  put: (maker: PageMaker) => Partial<PageMaker> = () => ({}),
) {
  const address = readPostgresAddress(databaseUrl);
  if (!address) throw new Error('no address');
  const database = await openPostgres({ address, publicUrl: 'http://127.0.0.1:3000', ids, holdMs });
  const storage = await openDisk({ directory });
  const scratch = await mkdtemp(path.join(tmpdir(), 'examshelf-photographs-'));
  const log = pino({ level: 'silent' });
  const room = { hold: async () => () => undefined };
  const files = createFileService({
    database,
    storage,
    inspect: async () => ({ state: 'unknown' }),
    changes: createChanges(() => undefined),
    trail: createTrail({ database, log, now: Date.now }),
    maxUploadBytes: 1_000_000,
    room,
    log,
  });
  const maker = createPageMaker({ scratch: path.join(scratch, 'pages'), openEngine: null, log });
  const photographs = createPhotographService({
    database,
    storage,
    files,
    maker: { ...maker, ...put(maker) },
    converter: createOfficeConverter({ scratch, log, limits: { ...officeLimits, maxPdfBytes: 1_000_000 } }),
    scratch,
    room,
    faults: { note: () => null },
    log,
  });
  return {
    database,
    files,
    photographs,
    async [Symbol.asyncDispose]() {
      await photographs.close();
      await storage.close();
      await database.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
