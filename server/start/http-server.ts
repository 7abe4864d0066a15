import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { createBaseHeaders } from '#server/http/responses/base-headers.ts';
import { maxHeaderBytes } from '#server/http/connections/broken-requests.ts';
import { createTrust } from '#server/http/requests/client-address.ts';
import { answerEarlyInOrder, continueWhenRead, hasBody } from '#server/http/requests/close-in-order.ts';
import { limitConnections, type ConnectionLimits } from '#server/http/connections/connection-limits.ts';
import { createRequestsInTurn } from '#server/http/connections/requests-in-turn.ts';
import type { QuickAnswers } from '#server/http/quick-answers.ts';
import { asksForWebSocket } from '#server/http/realtime/open-realtime.ts';
import type { Metrics } from '#server/machinery/telemetry/metrics.ts';
import { createRequestObserver } from '#server/machinery/telemetry/observe-requests.ts';

/** Idle timeout of a connection, in ms: longer than the minute for which proxies leave theirs open. */
export const keepAliveMs = 65_000;

/** A server that accepts requests before the library is ready. */
export type WaitingServer = {
  server: Server;
  /** Stops counting a connection that became a websocket. */
  release(socket: Socket): void;
  /** From now on, handles requests with `quick` or else `listener`, first those that were waiting. */
  serve(answering: { quick: QuickAnswers; listener: RequestListener }): void;
  /** From now on, responds to every request with 503, because the start failed. */
  fail(error: unknown): void;
};

/**
 * Creates the HTTP server: it limits its connections, observes its requests, and responds to those of one connection in
 * order.
 */
export function createHttpServer(parts: {
  config: Config;
  log: Logger;
  metrics: Metrics;
  limits: ConnectionLimits | undefined;
}): WaitingServer {
  const { config, log, metrics, limits } = parts;
  const isTrusted = createTrust(config.trustedProxies);
  const setBaseHeaders = createBaseHeaders(config);
  const turns = createRequestsInTurn();
  const server: Server = createServer({
    // A request without a body emits no stream events, which nobody listens to: a fifth of Node's time for a
    // response.
    optimizeEmptyRequests: true,
    maxHeaderSize: maxHeaderBytes,
    shouldUpgradeCallback: (request) => asksForWebSocket(server, request) && turns.isIdle(request.socket),
  });
  const connections = limitConnections(server, { isTrusted, awaitedOf: turns.awaitedOf, ...(limits && { limits }) });
  const observer = createRequestObserver({ log, metrics, isProxy: isTrusted });
  const ready = Promise.withResolvers<RequestListener>();
  ready.promise.catch(() => undefined);
  let quick: QuickAnswers | null = null;

  const answerWhenReady = (request: IncomingMessage, response: ServerResponse) => {
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
    // A small body arrives with the headers: once it is read to its end, the connection can be reused.
    setImmediate(answer);
  };
  const goTheWholeWay = (request: IncomingMessage, response: ServerResponse) =>
    observer.observe(request, response, () => answerWhenReady(request, response));
  const answerQuickly = (request: IncomingMessage, response: ServerResponse, { send, sendFile }: QuickAnswers) =>
    observer.observeQuick(request, (nameRequest) => send(request, response, nameRequest)) ||
    observer.observeRange(
      request,
      (nameRequest) => sendFile(request, response, nameRequest),
      () => goTheWholeWay(request, response),
    );
  const receive = (request: IncomingMessage, response: ServerResponse) =>
    turns.take(request, response, () => {
      if (quick && !hasBody(request) && answerQuickly(request, response, quick)) return;
      goTheWholeWay(request, response);
    });
  server.on('request', receive);
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    receive(request, response);
  });
  // Any other expectation is refused, as Node would do, but in order and without reading a body that is yet to come.
  server.on('checkExpectation', (request, response) =>
    turns.take(request, response, () => {
      if (hasBody(request)) answerEarlyInOrder(request, response);
      response.writeHead(417, { 'content-length': 0 }).end();
    }),
  );
  // A 200 MB upload over a slow connection may take as long as it needs.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.keepAliveTimeout = keepAliveMs;
  return {
    server,
    release: connections.release,
    serve(answering) {
      ({ quick } = answering);
      ready.resolve(answering.listener);
    },
    fail: ready.reject,
  };
}
