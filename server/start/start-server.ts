import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server as NetServer } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { AccountSettings } from '#server/accounts/account-service.ts';
import { readCatalogue } from '#server/operator-files/catalogue-file.ts';
import type { Config } from '#server/config.ts';
import { startClock } from '#server/clock/clock.ts';
import { createBaseHeaders } from '#server/http/answers/base-headers.ts';
import { createAdmission } from '#server/http/load/admission.ts';
import { answerBrokenRequests, maxHeaderBytes } from '#server/http/connections/broken-requests.ts';
import { createForwardedReader, createTrust } from '#server/http/connections/client-address.ts';
import { answerEarlyInOrder, continueWhenRead, hasBody } from '#server/http/connections/close-in-order.ts';
import { limitConnections, type ConnectionLimits } from '#server/http/connections/connection-limits.ts';
import { answerProblem } from '#server/http/answers/errors.ts';
import { createHostCheck, refuseUnknownHost } from '#server/http/connections/known-hosts.ts';
import { createKnownSessions } from '#server/http/load/known-sessions.ts';
import { createMissingPlaces } from '#server/http/pages/missing-places.ts';
import { listenWidely } from '#server/http/connections/listen-widely.ts';
import { createPages, type PageRenderer } from '#server/http/pages/pages.ts';
import { asksForWebSocket, openRealtime } from '#server/http/realtime/open-realtime.ts';
import { createRequestsInTurn } from '#server/http/connections/requests-in-turn.ts';
import { createHttpApp } from '#server/http/server.ts';
import { readCookieSecret } from '#server/http/appwrite/session.ts';
import type { ReadOptions } from '#server/database/read-limits.ts';
import { createProxyHint } from '#server/http/connections/untold-proxy.ts';
import { openResources, type Resources } from '#server/resources.ts';
import { seedSamples } from './samples.ts';
import { createServices, type Services } from '#server/services.ts';
import { readSite } from '#server/operator-files/site.ts';
import { warnAtStart } from './warn-at-start.ts';
import { watchStatements } from '#server/telemetry/watch-statements.ts';
import { addMeasures } from '#server/telemetry/add-measures.ts';
import { createErrorLog, type ErrorLog } from '#server/telemetry/error-log.ts';
import { createMetrics, type Metrics } from '#server/telemetry/metrics.ts';
import { openMetricsServer } from '#server/telemetry/metrics-server.ts';
import { createRequestObserver } from '#server/telemetry/observe-requests.ts';

/** Rendered pages kept in memory, at most. */
const pageCacheBytes = 64 * 1024 * 1024;

export type RunningServer = {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  services: Services;
  /** The engines below the services. */
  resources: Pick<Resources, 'database' | 'storage'>;
  metrics: Metrics;
  /** Set when the first start made an administrator with a made-up password. */
  newAdministrator: { email: string; password: string } | null;
  /** Does now what is done every hour: see `startClock`. */
  cleanUp(): Promise<void>;
  /**
   * Ends open connections, long downloads and uploads after two seconds, waits for what they leave to be written, closes
   * the engines: within ten seconds in all. What was uploaded in part can be gone on with.
   */
  close(): Promise<void>;
};

/**
 * Starts a whole server: claims its port first (so that two servers never open one data folder under one address),
 * opens the engines, seeds what a first start needs, then answers. Requests that come before that wait.
 * Throws an Error with a one-line message when a setting, a file or the port is wrong.
 */
export async function startServer(parts: {
  config: Config;
  log: Logger;
  openRenderer: () => Promise<PageRenderer>;
  /** What `log` counts its errors in, for the page about the state of the library. */
  errors?: ErrorLog;
  /** False renders every page anew: for development. */
  keepsPages?: boolean;
  /** What reads of the database that take long may use. */
  reads?: ReadOptions;
  /** False makes pictures and reading copies only when they are requested. */
  derivesAhead?: boolean;
  /** How passwords are hashed and compared. */
  passwords?: AccountSettings['passwords'];
  /** How many connections are held, and for how long. */
  connections?: ConnectionLimits;
  /** Lets a development server answer first; it calls `next` for what is not its own. */
  wrapListener?: (server: Server, listener: RequestListener) => Promise<RequestListener>;
}): Promise<RunningServer> {
  const { log } = parts;
  const checkHost = createHostCheck(parts.config);
  const setBaseHeaders = createBaseHeaders(parts.config);
  const catalogue = await readCatalogue(parts.config.catalogue);
  const turns = createRequestsInTurn();
  const server: Server = createServer({
    maxHeaderSize: maxHeaderBytes,
    shouldUpgradeCallback: (request) => asksForWebSocket(server, request) && turns.isIdle(request.socket),
  });
  const connections = limitConnections(server, {
    isTrusted: createTrust(parts.config.trustedProxies),
    isIdle: turns.isIdle,
    ...(parts.connections && { limits: parts.connections }),
  });
  const ready = Promise.withResolvers<RequestListener>();
  ready.promise.catch(() => undefined);
  const take = (request: IncomingMessage, response: ServerResponse) => {
    setBaseHeaders(request, response);
    const answer = () =>
      void ready.promise.then(
        (listener) => listener(request, response),
        () => response.writeHead(503).end(),
      );
    if (!hasBody(request)) {
      answer();
      return;
    }
    answerEarlyInOrder(request, response);
    // A small body came along with the headers: let it be read to its end first, and the connection can stay.
    setImmediate(answer);
  };
  const metrics = createMetrics();
  const observer = createRequestObserver({ log, metrics, isProxy: createTrust(parts.config.trustedProxies) });
  const receive = (request: IncomingMessage, response: ServerResponse) =>
    turns.take(request, response, () => observer.observe(request, response, () => take(request, response)));
  server.on('request', receive);
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    receive(request, response);
  });
  // Any other expectation is refused, as Node would do, but in turn and without reading a body that is yet to come.
  server.on('checkExpectation', (request, response) =>
    turns.take(request, response, () => {
      if (hasBody(request)) answerEarlyInOrder(request, response);
      response.writeHead(417, { 'content-length': 0 }).end();
    }),
  );
  // A 200 MB upload over a slow line may take as long as it needs.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  const { port, others } = await listen(server, parts.config);
  const config = { ...parts.config, port, publicUrl: withPort(parts.config.publicUrl, parts.config.port, port) };
  answerBrokenRequests(server, config);

  let metricsServer: Awaited<ReturnType<typeof openMetricsServer>> | null = null;
  try {
    if (config.metricsPort !== null)
      metricsServer = await openMetricsServer({ port: config.metricsPort, metrics, log });
    const { site, pages: contentPages, accent } = await readSite({ config });
    const resources = await openResources(config, log, watchStatements({ log, metrics }), parts.reads);
    // Closed in the opposite order, also when the start comes to no end: no process of ours outlives it.
    const opened = new AsyncDisposableStack();
    opened.defer(async () => void (await metricsServer?.close()));
    opened.defer(() => resources.close());
    try {
      await warnAtStart({ database: resources.database, log });
      const services = createServices({
        config,
        resources,
        catalogue,
        site,
        pages: contentPages,
        log,
        telemetry: { metrics, errors: parts.errors ?? createErrorLog() },
        ...(parts.derivesAhead !== undefined && { derivesAhead: parts.derivesAhead }),
        ...(parts.passwords && { passwords: parts.passwords }),
      });
      opened.defer(() => services.trail.close());
      opened.defer(() => services.signInGuard.close());
      opened.defer(() => closeServices(services));
      opened.defer(() => metrics.close());
      const newAdministrator = await services.accounts.prepareAdministrator({
        email: config.adminEmail,
        password: config.adminPassword,
        name: config.adminName,
      });
      for (const { email } of await services.accounts.listEarlierAdministrators(config.adminEmail))
        log.warn(
          `${email} was set up before ADMIN_EMAIL changed and is still an administrator; to remove it: npm run admin -- remove ${email}`,
        );
      await seedSamples({ config, resources, inspect: services.pictures.inspect, log });
      const renderer = await parts.openRenderer();
      const pages = createPages({
        renderer,
        shelf: services.shelf,
        changes: services.changes,
        publicUrl: config.publicUrl,
        maxBytes: parts.keepsPages === false ? 0 : pageCacheBytes,
        findMissing: createMissingPlaces(services.shelf),
        log,
      });
      const administrators = createKnownSessions();
      const admit = createAdmission({
        readAddress: createForwardedReader(config.trustedProxies),
        isAdministrator: ({ headers }) => administrators.has(readCookieSecret(headers.cookie, config.ids.projectId)),
        origins: config,
        warn: (facts, message) => log.warn(facts, message),
      });
      const app = createHttpApp({ config, services, pages, administrators, accent, log });
      const fullListener = getRequestListener(app.fetch, {
        overrideGlobalObjects: false,
        // What of a body is left unread is dropped in order (close-in-order.ts).
        autoCleanupIncoming: false,
        // HTTP/1.0 need not say which host it asks.
        hostname: new URL(config.publicUrl).host,
        errorHandler: (error) => answerUnreadable(error, log),
      });
      const hintAtProxy = createProxyHint({
        isTrusted: createTrust(config.trustedProxies),
        warn: (message) => log.warn(message),
      });
      const listener: RequestListener = (request, response) => {
        hintAtProxy(request);
        if (refuseUnknownHost(request, response, checkHost)) return;
        if (pages.answerKept(request, response)) observer.fromCache(response);
        else admit(request, response, () => void fullListener(request, response));
      };
      ready.resolve(parts.wrapListener ? await parts.wrapListener(server, listener) : listener);
      const realtime = openRealtime({ server, services, config, log, onLetIn: connections.release });
      const clock = startClock({ services, resources, log });
      // Together: a cleanup or a backup may be waiting for an upload, which ends with its connection.
      opened.defer(async () => {
        await Promise.all([clock.stop(), services.backups.close(), realtime.close(), closeListeners(server, others)]);
      });
      addMeasures({ metrics, services, dataDir: config.dataDir });
      services.backups.start();
      services.reading
        .catchUp()
        .catch((error: unknown) => log.error({ err: error }, 'missing reading copies could not be made'));
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
      await opened.disposeAsync();
      throw error;
    }
  } catch (error) {
    ready.reject(error);
    await metricsServer?.close();
    await closeListeners(server, others);
    throw error;
  }
}

/** For a request of which no address can be made; anything else that gets here is a bug. */
function answerUnreadable(error: unknown, log: Logger): Response {
  if (error instanceof RequestError)
    return answerProblem(new Problem('general_bad_request', 'The address or the Host header cannot be read.'));
  log.error({ err: error }, 'a request failed unexpectedly');
  return answerProblem(new Problem('general_unknown', 'Server Error'));
}

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

/** How long what an upload left in the middle may still write; the next start goes on with it. */
const settleMs = 4000;

/** First the processes that work on files, since an upload may be waiting for one, then what uploads still write. */
async function closeServices({ pictures, reading, files }: Services): Promise<void> {
  await Promise.all([pictures.close(), reading.close()]);
  const settled = new AbortController();
  const patience = sleep(settleMs, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([files.settle(), patience]);
  settled.abort();
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const code = error.code ?? error.message;
  if (code === 'EACCES')
    return new Error(`setting PORT: this user may not listen on ${port}; ports below 1024 are kept for root`, {
      cause: error,
    });
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
    return new Error(`setting HOST: ${host} is not an address of this machine (${code})`, { cause: error });
  return new Error(`settings HOST and PORT: cannot listen on ${host}:${port} (${code})`, { cause: error });
}

/** With PORT=0 the operating system chooses the port, and only then the address is known. */
function withPort(publicUrl: string, asked: number, given: number): string {
  if (asked !== 0) return publicUrl;
  const url = new URL(publicUrl);
  if (url.port === '0') url.port = String(given);
  return url.origin;
}

async function closeListeners(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
  server.closeIdleConnections();
  // Whoever is still being served gets a moment; a stopped reader must not keep the server from closing.
  setTimeout(() => server.closeAllConnections(), 2000).unref();
  await Promise.all(closed);
}
