import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** How much of a refused request's body is still read, and for how long (docs/decisions/0016). */
export type Lingering = {
  /** A whole chunk of an upload with its form, so that a client that writes before it reads receives the answer. */
  bytes: number;
  ms: number;
  /**
   * Nothing is read beyond `bytes`; the client then has this long to read the answer before the connection is
   * destroyed.
   */
  graceMs: number;
};

const lingering: Lingering = { bytes: 6 * 1024 * 1024, ms: 30_000, graceMs: 2000 };

/**
 * Closes a connection on which an answer was sent before everything was read. If it were closed at once, the system
 * would discard the answer along with what is unread (a reset). So our side is closed once the answer is sent, and what
 * still arrives from `rest` is discarded, up to a limit, until it ends or the client closes its side.
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
  // A stream notices only in the next turn that its last reader is gone, and flows again.
  setImmediate(() => taken <= limits.bytes && rest.resume());
}

/**
 * Makes sure that an answer sent before the whole request body has arrived reaches the client, even on a keep-alive
 * connection: it says `Connection: close`, and the connection is closed in order.
 */
export function answerEarlyInOrder(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (request.complete || response.headersSent) return writeHead(...head);
    response.setHeader('Connection', 'close');
    const { socket } = request;
    // Node calls it when the last answer of a connection is sent.
    socket.destroySoon = () => closeInOrder(socket, request);
    const answered = writeHead(...head);
    // The handler no longer needs the body. Node would read it without limit if nothing had read from it yet.
    request.unpipe().pause().read();
    return answered;
  };
}

/** Whether the request has a body, according to its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return length !== '0' || coding !== undefined;
}

/**
 * For a request that waits before it sends its body (`Expect: 100-continue`): the server sends 100 only when the body
 * is first read, so that nothing is sent for a request that is refused.
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
