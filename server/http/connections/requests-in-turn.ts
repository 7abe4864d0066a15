import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type TurnLimits = {
  /** Maximum number of requests of one connection that are worked on at the same time. */
  ofConnection: number;
  /** Maximum number of requests, of all connections together, that are read but not started. */
  waiting: number;
  /**
   * Duration of an iteration of the event loop, in ms, after which connections that already sent a request in it are
   * paused.
   */
  turnMs: number;
};

/**
 * Default limits. A browser sends one request after the other; few programs send several at once, and some send a
 * thousand. The bytes of one read of the socket (64 KB, at most two thousand short requests) are parsed together; 4,000
 * waiting requests take about 20 MB. 20 ms are enough for some 200 cached pages before any connection is paused.
 */
export const turnLimits: TurnLimits = { ofConnection: 4, waiting: 4000, turnMs: 20 };

/**
 * The client's next step that the server waits for: its next request, the rest of a request's body, or reading a
 * response. Null while the server itself is working.
 */
export type Awaited = 'request' | 'body' | 'reader' | null;

type Running = { request: IncomingMessage; end: () => void };

type Line = {
  socket: Socket;
  running: Set<Running>;
  waiting: (() => void)[];
  /** Paused until the next iteration of the event loop. */
  isHeld: boolean;
};

export type RequestsInTurn = {
  /**
   * Starts the work on a request now, or when earlier requests of its connection have a response; never if the
   * connection has closed.
   */
  take(request: IncomingMessage, response: ServerResponse, work: () => void): void;
  /** True if every request of a connection has a response. */
  isIdle(socket: Socket): boolean;
  awaitedOf(socket: Socket): Awaited;
};

/**
 * Works on a few requests of a connection at a time, and stops reading from it meanwhile: the client has to wait for
 * responses, and requests do not pile up in the server.
 *
 * If more than a thousand connections have data to read, libuv polls repeatedly (48 times) within one iteration of the
 * event loop. Each connection could then send requests and get responses many times before timers, queued work and the
 * bodies of requests are processed, which took seconds. So in an iteration that has become long, each connection is
 * read from only once.
 */
export function createRequestsInTurn(limits: TurnLimits = turnLimits): RequestsInTurn {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;
  let turnBegan: number | null = null;
  const held: Line[] = [];

  function isTurnLong(): boolean {
    if (turnBegan !== null) return performance.now() - turnBegan >= limits.turnMs;
    turnBegan = performance.now();
    setImmediate(() => {
      turnBegan = null;
      for (const line of held.splice(0)) {
        line.isHeld = false;
        if (line.waiting.length === 0 && !line.socket.destroyed) line.socket.resume();
      }
    });
    return limits.turnMs <= 0;
  }

  function holdInLongTurn(line: Line): void {
    // A connection that is already paused is so for another reason.
    if (!isTurnLong() || line.isHeld || line.socket.isPaused()) return;
    line.isHeld = true;
    held.push(line);
    line.socket.pause();
  }

  function open(socket: Socket): Line {
    const line: Line = { socket, running: new Set(), waiting: [], isHeld: false };
    lines.set(socket, line);
    // Node resumes the connection for its own reasons, as at the end of each response.
    socket.on('resume', () => {
      if (line.waiting.length > 0 || line.isHeld) socket.pause();
    });
    socket.once('close', () => {
      waiting -= line.waiting.length;
      line.waiting = [];
      for (const { end } of line.running) end();
    });
    return line;
  }

  function begin(line: Line, request: IncomingMessage, response: ServerResponse, work: () => void): void {
    const { socket } = request;
    const end = () => {
      if (!line.running.delete(running)) return;
      if (socket.destroyed) {
        emitClose(response);
        return;
      }
      const next = line.waiting.shift();
      if (!next) return;
      waiting -= 1;
      next();
      if (line.waiting.length === 0) socket.resume();
    };
    const running: Running = { request, end };
    line.running.add(running);
    response.once('close', end);
    work();
  }

  return {
    take(request, response, work) {
      const { socket } = request;
      if (socket.destroyed) return;
      const line = lines.get(socket) ?? open(socket);
      if (line.running.size < limits.ofConnection && line.waiting.length === 0) {
        begin(line, request, response, work);
        holdInLongTurn(line);
        return;
      }
      if (waiting >= limits.waiting) {
        socket.destroy();
        return;
      }
      waiting += 1;
      line.waiting.push(() => begin(line, request, response, work));
      socket.pause();
    },
    isIdle: (socket) => awaitedIn(lines.get(socket)) === 'request',
    awaitedOf: (socket) => awaitedIn(lines.get(socket)),
  };
}

function awaitedIn(line: Line | undefined): Awaited {
  if (!line || line.running.size === 0) return 'request';
  if (line.socket.writableLength > 0) return 'reader';
  for (const { request } of line.running) if (!request.complete && request.readableFlowing) return 'body';
  return null;
}

/** Emits `close` for a response, once. When a connection breaks, Node emits it only for the first response. */
function emitClose(response: ServerResponse): void {
  if (response.closed || response.writableFinished) return;
  response.destroyed = true;
  Reflect.set(response, '_closed', true);
  response.emit('close');
}
