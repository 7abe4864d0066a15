import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openSqlite, sqliteFileName, type SqliteOptions } from '#server/engines/database/sqlite/sqlite.ts';
import type { WriterThread } from '#server/engines/database/sqlite/writer-thread.ts';
import { createDiskRoom } from '#server/machinery/faults/disk-room.ts';
import { createFaultWatch } from '#server/machinery/faults/fault-watch.ts';
import type { ContractEnv } from '#server/http/requests/request-context.ts';
import { openSharedAnswers } from '#test/support/shared-answers.ts';
import { sendKept } from '#server/http/cache/send-kept.ts';
import { createHttpApp } from '#server/http/server.ts';
import { createPages } from '#server/http/pages/pages.ts';
import { createServices } from '#server/services/create-services.ts';
import type { Services } from '#server/services/services.ts';
import { readSite } from '#server/library/site-content/site.ts';
import { openSqliteIndex } from '#server/engines/search-index/sqlite/sqlite-index.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { createErrorLog } from '#server/machinery/telemetry/error-log.ts';
import { createMetrics } from '#server/machinery/telemetry/metrics.ts';
import { statementError, type StatementVerdict } from '#test/support/failing-statements.ts';
import { administrator } from '#test/support/server.ts';

export type FaultyLibrary = Awaited<ReturnType<typeof openFaultyLibrary>>;

/**
 * Opens a library in a folder: engines, services and HTTP. `judgeWrite` decides for each writing statement whether it
 * fails.
 */
export async function openFaultyLibrary(
  folder: string,
  judgeWrite: (sql: string) => StatementVerdict,
  options: Pick<SqliteOptions, 'writerLimits' | 'reads'>,
) {
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    DISK_RESERVE_MB: '1',
  });
  const log = pino({ level: 'silent' });
  const faults = createFaultWatch({ log });
  const room = createDiskRoom({ directory: folder, reserveBytes: config.diskReserveBytes, faults });
  const database = await openSqlite({
    dataDir: folder,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ...options,
    wrapWriter: (thread) => failingWriter(thread, judgeWrite),
  });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const content = await readSite({ config });
  const catalogue = await readCatalogue(config.catalogue);
  const texts = openSqliteTexts({ directory: path.join(folder, 'texts'), log });
  const searchIndex = openSqliteIndex({
    directory: path.join(folder, 'search'),
    libraryFile: path.join(folder, sqliteFileName),
    log,
  });
  const resources = { node: 'test', database, storage, texts, searchIndex, room, faults, close: async () => undefined };
  const telemetry = { metrics: createMetrics(), errors: createErrorLog() };
  const services = createServices({
    config,
    resources,
    catalogue,
    site: content.site,
    pages: content.pages,
    translations: new Map(),
    log,
    telemetry,
    readsTexts: false,
  });
  await services.accounts.prepareAdministrator({
    email: config.adminEmail,
    password: config.adminPassword,
    name: 'Administrator',
  });
  const { app, server, url } = await openHttp(config, services);
  return {
    database,
    storage,
    services,
    app,
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([services.pictures.close(), services.reading.close(), services.textReading.close()]);
      await services.indexKeeper.close();
      await searchIndex.close();
      await texts.close();
      faults.close();
      await storage.close();
      await database.close();
    },
  };
}

/** Opens the whole app on a separate port, with pages that cost nothing to render. */
async function openHttp(config: Config, services: Services) {
  const log = pino({ level: 'silent' });
  const pages = createPages({
    renderer: {
      fetch: () => new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } }),
    },
    shelfIn: services.shelfIn,
    changes: services.changes,
    publicUrl: config.publicUrl,
    languages: config.languages,
    maxBytes: 1024 * 1024,
    log,
  });
  const app: Hono<ContractEnv> = createHttpApp({
    config,
    services,
    pages,
    shared: openSharedAnswers(services),
    accent: null,
    log,
  });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  // Cached pages are sent straight to the socket, without the app.
  const server = createServer((request, response) => {
    const found = pages.peek(request);
    if (found) sendKept(request, response, { ...found, vary: 'accept-encoding', more: [] });
    else void listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { app, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Fails like SQLite: a full disk and an input/output error end the transaction as well. */
function failingWriter(thread: WriterThread, judge: (sql: string) => StatementVerdict): WriterThread {
  return {
    async run(request) {
      const verdict = judge(request.sql);
      if (verdict === null) return thread.run(request);
      if ('until' in verdict) {
        await verdict.until;
        return thread.run(request);
      }
      if (verdict.isDone) await thread.run(request);
      else if (verdict.errcode !== 5) await thread.run({ sql: 'rollback', parameters: [], isFirst: false });
      throw statementError(verdict.errcode);
    },
    close: () => thread.close(),
  };
}
