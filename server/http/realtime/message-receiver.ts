import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import type { RealtimeLimits } from './limits.ts';

type Limits = Pick<RealtimeLimits, 'messagesPerMinute' | 'messageBytesPerMinute'>;

/**
 * Counts received bytes for a site. Returns false if the site sent too many in this minute and this connection, with
 * `ofConnection` bytes, more than its share.
 */
export type TakeBytes = (bytes: number, ofConnection: number) => boolean;

/** Beyond this multiple of the allowed messages, a client floods the server: the connection is terminated. */
const floodFactor = 10;

/**
 * Calls `receive` for each message of a websocket, up to the maximum per minute. Reports the first message beyond it
 * with `refuse`, and ignores the others. Closes the websocket if it receives too many bytes. Calls `onData` after each
 * read of the socket.
 */
export function receiveMessages(
  socket: WebSocket,
  parts: {
    /** The connection below the websocket. */
    stream: Socket;
    limits: Limits;
    takeBytes: TakeBytes;
    receive: (data: RawData, isBinary: boolean) => void;
    refuse: (reason: string) => void;
    onData: () => void;
  },
): void {
  const { stream, limits, receive, refuse, onData } = parts;
  const judgeMessage = createMessageLimit(limits);
  const takesBytes = createByteLimit(limits, parts.takeBytes);
  socket.on('message', (data, isBinary) => {
    const verdict = judgeMessage();
    if (verdict === 'allowed') receive(data, isBinary);
    else if (verdict === 'flood') socket.terminate();
    else if (verdict === 'first too many')
      refuse(`Too many messages: at most ${limits.messagesPerMinute} a minute are allowed.`);
  });
  // Everything that arrives, including pings, pongs and parts of a message, costs work and possibly memory.
  stream.on('data', ({ length }: Buffer) => {
    if (!takesBytes(length)) closeUnread(socket, stream, { code: 1013, reason: 'Too much in one minute.' });
    onData();
  });
}

/**
 * Closes a websocket without reading what its client has already sent: receiving these bytes, possibly megabytes, would
 * cost as much as before. Destroys the connection after `refusalMs` (limits.ts).
 */
export function closeUnread(
  socket: WebSocket,
  stream: Pick<Socket, 'end'>,
  { code, reason }: { code: number; reason: string },
): void {
  socket.close(code, reason);
  // Lets the client stop waiting for the end: its own end is not read.
  stream.end();
  socket.pause();
}

/**
 * Returns a function that is called for each message and returns true if the message is within the limit per minute.
 */
function createMessageLimit({ messagesPerMinute }: Limits) {
  const countMessage = createMinuteCount();
  return (): 'allowed' | 'first too many' | 'too many' | 'flood' => {
    const count = countMessage(1);
    if (count <= messagesPerMinute) return 'allowed';
    if (count > messagesPerMinute * floodFactor) return 'flood';
    return count === messagesPerMinute + 1 ? 'first too many' : 'too many';
  };
}

/** Returns a function that counts received bytes and returns false if they exceed the limits per minute. */
function createByteLimit({ messageBytesPerMinute: max }: Limits, takeBytes: TakeBytes) {
  const countBytes = createMinuteCount();
  return (bytes: number): boolean => {
    const count = countBytes(bytes);
    const isWithinSite = takeBytes(bytes, count);
    return count <= max && isWithinSite;
  };
}

/** Returns a function that sums amounts within a minute, which starts with its first call. */
function createMinuteCount(): (amount: number) => number {
  let count = 0;
  let endsAt = 0;
  return (amount) => {
    const now = performance.now();
    if (now >= endsAt) {
      count = 0;
      endsAt = now + 60_000;
    }
    count += amount;
    return count;
  };
}
