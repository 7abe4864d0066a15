import type { RequestListener, Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import type { Language } from '#contract/languages.ts';
import type { Config } from '#server/config.ts';
import type { GeneratedPassword } from '#server/engines/data-folder/password-file.ts';
import { makeNodeName, type Resources } from '#server/engines/resources.ts';
import { answerBrokenRequests } from '#server/http/connections/broken-requests.ts';
import type { ConnectionLimits } from '#server/http/connections/connection-limits.ts';
import { listenWidely } from '#server/http/connections/listen-widely.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { openRealtime } from '#server/http/realtime/open-realtime.ts';
import { followReindexRequests } from '#server/library/search/reindex-request.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { createErrorLog, type ErrorLog } from '#server/machinery/telemetry/error-log.ts';
import { openMetricsServer } from '#server/machinery/telemetry/metrics-server.ts';
import { createMetrics, type Metrics } from '#server/machinery/telemetry/metrics.ts';
import type { Services } from '#server/services/services.ts';
import { startClock } from '#server/start/jobs/clock.ts';
import { addMeasures } from './add-measures.ts';
import { attemptAtStart, catchUp } from './catch-up.ts';
import { createListener } from './create-listener.ts';
import { createHttpServer } from './http-server.ts';
import { openLibrary, type LibraryOptions } from './open-library.ts';

/** Listens on the configured address. Throws an Error with a one-line message that names the wrong setting. */
async function listen(server: Server, { host, port }: Config): ReturnType<typeof listenWidely> {
  try {
    return await listenWidely(server, { port, host });
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (error.code === 'EADDRINUSE')
      throw new Error(`setting PORT: ${port} on ${host} is already in use by another program`, { cause });
    throw explainListening(error, host, port);
  }
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const code = error.code ?? error.message;
  if (code === 'EACCES')
    return new Error(`setting PORT: this user may not listen on ${port}; ports below 1024 are reserved for root`, {
      cause: error,
    });
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
    return new Error(`setting HOST: ${host} is not an address of this machine (${code})`, { cause: error });
  return new Error(`settings HOST and PORT: cannot listen on ${host}:${port} (${code})`, { cause: error });
}

/** Returns `publicUrl` with the server's actual port: with PORT=0 the operating system chooses it. */
function withPort(publicUrl: string, configured: number, port: number): string {
  if (configured !== 0) return publicUrl;
  const url = new URL(publicUrl);
  if (url.port === '0') url.port = String(port);
  return url.origin;
}

/** Stops listening and closes all connections: idle ones now, all others after their response or after two seconds. */
async function closeListeners(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
  server.closeIdleConnections();
  // Requests in progress get a moment; a client that stopped reading must not keep the server open.
  setTimeout(() => server.closeAllConnections(), 2000).unref();
  await Promise.all(closed);
}

export type RunningServer = {
  /** The address on which the server listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  services: Services;
  /** The engines below the services. */
  resources: Pick<Resources, 'database' | 'storage' | 'texts' | 'searchIndex'>;
  metrics: Metrics;
  /** Not null if the first start created an administrator with a generated password. */
  newAdministrator: GeneratedPassword | null;
  /** Does the hourly work now: see `startClock`. */
  cleanUp(): Promise<void>;
  /**
   * Closes open connections (long downloads and uploads after two seconds), waits for pending writes, and closes the
   * engines, within ten seconds in total. Interrupted uploads can be resumed.
   */
  close(): Promise<void>;
};

/**
 * Starts a whole server: reserves its port first (so that two servers never open one data folder under one address),
 * opens the engines, seeds the data of a first start, then handles requests. Earlier requests wait. Throws an Error
 * with a one-line message if a setting, a file or the port is wrong.
 */
export async function startServer(
  parts: LibraryOptions & {
    config: Config;
    log: Logger;
    openRenderer: (languages: readonly Language[]) => Promise<PageRenderer>;
    /** Counts the errors in `log`, for the page about the state of the library. */
    errors?: ErrorLog;
    /** If false, every request renders its page again: for development. */
    cachesPages?: boolean;
    /** Limits for the number and the duration of open connections. */
    connections?: ConnectionLimits;
    /** Lets a development server handle requests first; it calls `listener` for requests that it does not handle. */
    wrapListener?: (server: Server, listener: RequestListener) => Promise<RequestListener>;
  },
): Promise<RunningServer> {
  const { node, log } = nameNode(parts);
  const catalogue = await readCatalogue(parts.config.catalogue, log);
  const metrics = createMetrics();
  const waiting = createHttpServer({ config: parts.config, log, metrics, limits: parts.connections });
  const { server } = waiting;
  const { port, others } = await listen(server, parts.config);
  const config = { ...parts.config, port, publicUrl: withPort(parts.config.publicUrl, parts.config.port, port) };
  answerBrokenRequests(server, config);

  // Closed in the opposite order, also if the start fails: no child process outlives the server.
  const opened = new AsyncDisposableStack();
  try {
    if (config.metricsPort !== null) {
      const metricsServer = await openMetricsServer({ port: config.metricsPort, metrics, log });
      opened.defer(() => metricsServer.close());
    }
    const { services, resources, accent, newAdministrator } = await openLibrary(opened, {
      ...parts,
      config,
      catalogue,
      log,
      node,
      telemetry: { metrics, errors: parts.errors ?? createErrorLog() },
    });
    const { listener, quick } = createListener({
      config,
      services,
      renderer: await parts.openRenderer(config.languages),
      cachesPages: parts.cachesPages ?? true,
      accent,
      log,
    });
    waiting.serve({ quick, listener: parts.wrapListener ? await parts.wrapListener(server, listener) : listener });
    const realtime = openRealtime({ server, services, config, log, onAccept: waiting.release });
    const clock = startClock({ services, resources, log });
    // Together: a cleanup or a backup may be waiting for an upload, which ends with its connection.
    opened.defer(async () => {
      await Promise.all([clock.stop(), services.backups.close(), realtime.close(), closeListeners(server, others)]);
    });
    opened.defer(followReindexRequests({ dataDir: config.dataDir, keeper: services.indexKeeper, log }));
    addMeasures({ metrics, services, staging: resources.database.staging, dataDir: config.dataDir });
    services.backups.start();
    opened.defer(followCatalogue(services, log));
    opened.defer(catchUp({ services, storage: resources.storage, log }));
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      services,
      resources,
      metrics,
      newAdministrator,
      cleanUp: () => clock.tick(),
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    try {
      await opened.disposeAsync();
    } finally {
      waiting.fail(error);
      await closeListeners(server, others);
    }
    throw error;
  }
}

/** Names the node in the log, because the logs of several servers may be read together. */
function nameNode({ config, log }: { config: Config; log: Logger }): { node: string; log: Logger } {
  const node = makeNodeName(config);
  return { node, log: config.database ? log.child({ node }) : log };
}

/**
 * Moves materials of renamed subjects to their current names, and lets harvesters read changes of a new catalogue. Runs
 * in the background while the library handles requests. Returns a function that stops this.
 */
function followCatalogue({ harvest, materials }: Services, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const parts = { log, signal: stopping.signal };
  async function moveMaterials(): Promise<void> {
    const moved = await materials.followCatalogue(stopping.signal);
    if (moved > 0) log.info({ materials: moved }, 'materials of renamed subjects were moved to the current names');
  }
  const done = Promise.all([
    attemptAtStart('moving materials of renamed subjects to the current names', moveMaterials, parts),
    attemptAtStart('updating harvest records', () => harvest.followCatalogue(stopping.signal), parts),
  ]);
  return async () => {
    stopping.abort();
    await done;
  };
}
