import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { readConfig } from '#server/config.ts';
import type { ReadOptions } from '#server/engines/database/sqlite/read-limits.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import type { ConnectionLimits } from '#server/http/connections/connection-limits.ts';
import { openPageRenderer, type PageRenderer } from '#server/http/pages/render-page.ts';
import { startServer, type RunningServer } from '#server/start/start-server.ts';
import { createQuickPasswords } from './quick-passwords.ts';
import { shareWorker } from './shared-workers.ts';
import { describePlace, isOnOtherEngines, openTestPlace, type TestPlace } from './test-place.ts';

export const administrator = { email: 'admin@library.test', password: 'correct horse battery' };

export type TestServer = RunningServer & {
  dataDir: string;
  /** Location of the server's library, which a later server can open again. */
  place: TestPlace;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens a whole server on a free port with a separate data folder, removed after the test (`await using server = await
 * openTestServer()`). Without `withPages`, the response for every page is a plain 200, so that no build is needed;
 * `renderer` replaces this response. `place` opens the library of an earlier server; `dataDir` uses an existing folder.
 * Neither is removed. Some slow work is done only with an option: `derivesAhead` starts processes for the pictures and
 * the reading copy of each uploaded file, which are otherwise made when a page requests them, and extracts texts;
 * `readsTexts` does only the latter; `withSlowPasswords` hashes with the product's cost. Pictures, copies and texts are
 * made in processes that all servers of a test worker share; `hasOwnWorkers` gives the server separate ones, in its
 * data folder.
 */
export async function openTestServer(
  options: {
    settings?: Record<string, string>;
    withPages?: boolean;
    renderer?: PageRenderer;
    reads?: ReadOptions;
    onQuery?: (query: QueryRun) => void;
    /** Wraps the listener of the server's requests. */
    wrapListener?: (listener: RequestListener) => RequestListener;
    connections?: ConnectionLimits;
    place?: TestPlace;
    dataDir?: string;
    log?: Logger;
    derivesAhead?: boolean;
    readsTexts?: boolean;
    withSlowPasswords?: boolean;
    hasOwnWorkers?: boolean;
    /** Returns the folder with the program of LibreOffice; null if it is not installed. */
    findOffice?: () => string | null;
    /** Database of the records instead of the data folder. */
    database?: { url: string };
  } = {},
): Promise<TestServer> {
  const { place, remove } = await choosePlace(options);
  const { wrapListener } = options;
  const config = readConfig({
    PORT: '0',
    SAMPLES: 'off',
    // Small, because a part of it is written to the disk at every start.
    DISK_RESERVE_MB: '4',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'silent',
    ...place.settings,
    ...options.settings,
  });
  const log = options.log ?? pino({ level: config.logLevel });
  const server = await startServer({
    config,
    log,
    openRenderer: options.withPages ? openPageRenderer : async () => options.renderer ?? plainRenderer,
    reads: options.reads ?? { setDeadline: noDeadline },
    onQuery: options.onQuery,
    ...(wrapListener && { wrapListener: async (_, listener) => wrapListener(listener) }),
    derivesAhead: options.derivesAhead ?? false,
    ...(options.readsTexts !== undefined && { readsTexts: options.readsTexts }),
    ...(!options.withSlowPasswords && { passwords: createQuickPasswords() }),
    ...(!options.hasOwnWorkers && { openWorker: shareWorker }),
    findOffice: options.findOffice,
    ...(options.connections && { connections: options.connections }),
  });
  return {
    ...server,
    dataDir: place.dataDir,
    place,
    async [Symbol.asyncDispose]() {
      await server.close();
      await remove();
    },
  };
}

/** Chooses the location of a new server's library. `remove` removes everything made for it. */
async function choosePlace(given: {
  place?: TestPlace;
  dataDir?: string;
  database?: { url: string };
}): Promise<{ place: TestPlace; remove(): Promise<void> }> {
  const { place, dataDir, database } = given;
  if (place) return { place, remove: async () => undefined };
  if (!dataDir && !database) {
    const made = await openTestPlace();
    return { place: made, remove: async () => made[Symbol.asyncDispose]() };
  }
  // Without this, the test would be mistaken for one of the other engines.
  if (isOnOtherEngines && !database)
    throw new Error('a data folder alone is SQLite: name a place, or name the test in engine-suites.ts');
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'examshelf-test-')));
  return {
    place: describePlace({ dataDir: folder, databaseUrl: database?.url ?? null, storageUrl: null }),
    remove: () => (dataDir ? Promise.resolve() : rm(folder, { recursive: true, force: true })),
  };
}

/** Sets no deadline, because on a busy machine a small read can take as long as the product allows for a large one. */
const noDeadline: SetDeadline = () => () => undefined;

const plainRenderer: PageRenderer = {
  fetch: () => new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } }),
};
