import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { readBytesOf } from '#server/http/connections/connection-progress.ts';
import type { Holder } from './held-memory.ts';

/** Returns a connection as the shared memory budget sees it. */
export function createHolder(
  socket: WebSocket,
  parts: {
    /** The connection below the websocket. */
    stream: Socket;
    site: string;
    /** Returns the total size of the client's messages without a response, in bytes. */
    unanswered: () => number;
    /** Returns the memory of the client's subscriptions, in bytes. */
    subscribed: () => number;
    log: Logger;
  },
): Holder {
  const { stream, site, unanswered, subscribed, log } = parts;
  let messageCount = 0;
  socket.on('message', () => {
    messageCount += 1;
  });
  return {
    site,
    held: () => ({
      unread: socket.bufferedAmount,
      incomplete: incompleteBytes(socket),
      unanswered: unanswered(),
      subscribed: subscribed(),
    }),
    readBytes: () => readBytesOf(stream),
    messageCount: () => messageCount,
    terminate(reason) {
      log.info(`a realtime connection was closed because ${reason}`);
      socket.terminate();
    },
  };
}

/** The parts of an incomplete message, which `ws` doesn't publish: of its last frame, and whole frames. */
type Internals = { _receiver?: { _buffers?: Uint8Array[]; _fragments?: Uint8Array[] } };

/** Approximate overhead of each part besides its bytes. */
const partBytes = 300;

/** Returns the memory of the incomplete message of a websocket, in bytes. */
function incompleteBytes(socket: WebSocket): number {
  const { _receiver: receiver } = socket as Internals;
  const { _buffers: last = [], _fragments: whole = [] } = receiver ?? {};
  if (last.length === 0 && whole.length === 0) return 0;
  const all = [...last, ...whole];
  // A part of one byte retains everything in memory that was read from the socket together with it.
  const reads = new Set(all.map(({ buffer }) => buffer));
  return [...reads].reduce((sum, { byteLength }) => sum + byteLength, all.length * partBytes);
}
