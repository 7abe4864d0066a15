import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Limits of reading the rest of a refused request's body (docs/decisions/0016). */
export type Lingering = {
  /**
   * Maximum number of bytes that are discarded: a whole chunk of an upload with its form, so that a client that writes
   * before it reads receives the response.
   */
  bytes: number;
  ms: number;
  /**
   * Time in ms that the client has to read the response after `bytes` were discarded; then the connection is destroyed.
   */
  graceMs: number;
};

const lingering: Lingering = { bytes: 6 * 1024 * 1024, ms: 30_000, graceMs: 2000 };

/**
 * Closes a connection on which a response was sent before everything was read. If the connection were closed at once,
 * the system would discard the response along with the unread data (a reset). So this closes our side once the response
 * is sent, and discards data that still arrives from `rest`, up to a limit, until it ends or the client closes its
 * side.
 */
export function closeInOrder(socket: Socket, rest: Readable, limits: Lingering = lingering): void {
  if (socket.destroyed) return;
  let taken = 0;
  let timer = setTimeout(() => socket.destroy(), limits.ms);
  const drop = (bytes: Buffer) => {
    taken += bytes.length;
    if (taken <= limits.bytes) return;
    rest.off('data', drop).pause();
    clearTimeout(timer);
    timer = setTimeout(() => socket.destroy(), limits.graceMs);
  };
  rest.on('data', drop).once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
  socket.end();
  // A stream notices only in the next iteration of the event loop that its last reader is gone, and flows again.
  setImmediate(() => taken <= limits.bytes && rest.resume());
}

/**
 * Makes sure that a response sent before the whole request body has arrived reaches the client, even on a keep-alive
 * connection: adds `Connection: close`, and closes the connection in order.
 */
export function answerEarlyInOrder(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (request.complete || response.headersSent) return writeHead(...head);
    response.setHeader('Connection', 'close');
    const { socket } = request;
    // Node calls it when the last response of a connection is sent.
    socket.destroySoon = () => closeInOrder(socket, request);
    const answered = writeHead(...head);
    // The handler no longer needs the body. Node would read it without limit if nothing had read from it yet.
    request.unpipe().pause().read();
    return answered;
  };
}

/** True if the request has a body, according to its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return length !== '0' || coding !== undefined;
}

/**
 * Delays the 100 response for a request that waits before it sends its body (`Expect: 100-continue`) until the server
 * first reads the body, so that nothing is sent for a refused request.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  // oxlint-disable-next-line no-underscore-dangle -- a readable stream's own name for a request for more data
  const read = request._read.bind(request);
  let isAsked = false;
  Object.defineProperty(request, '_read', {
    value: (size: number) => {
      if (!isAsked && !response.headersSent) response.writeContinue();
      isAsked = true;
      read(size);
    },
  });
}
