import type { IncomingMessage } from 'node:http';

/**
 * Destroys the body of a response with a failure if nothing of it arrives for `silenceMs`. Not while bytes wait to be
 * read: then the reader is slow, for example a phone that lost its network, and the store is not at fault.
 */
export function giveUpSilent(body: IncomingMessage, silenceMs: number, toFailure: (cause: Error) => Error): void {
  const { socket } = body;
  const onTimeout = () => {
    if (body.readableLength === 0) body.destroy(toFailure(new Error(`nothing arrived for ${silenceMs} ms`)));
    // The timeout fires only once.
    else socket.setTimeout(silenceMs);
  };
  socket.setTimeout(silenceMs);
  socket.on('timeout', onTimeout);
  // The connection is used again.
  body.once('close', () => {
    socket.off('timeout', onTimeout);
    socket.setTimeout(0);
  });
}
