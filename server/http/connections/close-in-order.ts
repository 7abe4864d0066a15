import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** How much of a refused request's body is still read, and for how long (docs/decisions/0016). */
export type Lingering = {
  /** A whole chunk of an upload with its form, so that a client that writes before it reads hears what came of it. */
  bytes: number;
  ms: number;
  /** Nothing is read beyond `bytes`; the client then has this long to read the answer before the connection is cut. */
  graceMs: number;
};

const lingering: Lingering = { bytes: 6 * 1024 * 1024, ms: 30_000, graceMs: 2000 };

/**
 * Closes a connection on which an answer was sent before everything was read. Closed at once, the system would throw
 * the answer away along with what is unread (a reset): so our side is closed once the answer is out, and what still
 * comes from `rest` is dropped, up to a bound, until it ends or the client closes its side.
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
  // Only in the next turn has a stream noticed that its last reader is gone, and flows again.
  setImmediate(() => taken <= limits.bytes && rest.resume());
}

/**
 * Makes sure that an answer sent before the whole request body has arrived reaches the client, whether or not the
 * connection was to be kept: it says `Connection: close`, and the connection is closed in order.
 */
export function answerEarlyInOrder(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (request.complete || response.headersSent) return writeHead(...head);
    response.setHeader('Connection', 'close');
    const { socket } = request;
    // What Node calls when an answer is out after which the connection ends.
    socket.destroySoon = () => closeInOrder(socket, request);
    const answered = writeHead(...head);
    // The handler is done with the body. Node would read a body without limit if nothing had read from it yet.
    request.unpipe().pause().read();
    return answered;
  };
}

/** Whether a body comes with the request, seen from its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return length !== '0' || coding !== undefined;
}

/**
 * For a request that waits to be told to go on (`Expect: 100-continue`): it is told so when its body is first asked
 * for, so that a refusal spares the sending.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  // oxlint-disable-next-line no-underscore-dangle -- a readable stream's own name for being asked for more
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
