import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A response of the server that runs in this process. */
export type WireAnswer = {
  path: string;
  status: number;
  /** Bytes written to the connection, with the head. */
  bytes: number;
  /** Time of the request, in milliseconds since 1970. */
  askedAt: number;
};

/**
 * Logs every response of this process's servers with its bytes, for every client in the browser: pages, workers and the
 * service worker, whose requests the tools of a page do not see.
 */
export function logWire(): { answers: WireAnswer[]; [Symbol.dispose](): void } {
  const answers: WireAnswer[] = [];
  /** Bytes of each connection that have been logged. */
  const logged = new WeakMap<Socket, number>();
  const asked = new WeakMap<IncomingMessage, number>();
  const onStart = (message: unknown) => asked.set((message as { request: IncomingMessage }).request, Date.now());
  const onFinish = (message: unknown) => {
    const { request, response, socket } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      socket: Socket;
    };
    const written = socket.bytesWritten;
    answers.push({
      path: request.url ?? '',
      status: response.statusCode,
      bytes: written - (logged.get(socket) ?? 0),
      askedAt: asked.get(request) ?? Date.now(),
    });
    logged.set(socket, written);
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  diagnostics.subscribe('http.server.response.finish', onFinish);
  return {
    answers,
    [Symbol.dispose]() {
      diagnostics.unsubscribe('http.server.request.start', onStart);
      diagnostics.unsubscribe('http.server.response.finish', onFinish);
    },
  };
}
