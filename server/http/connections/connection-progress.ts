import type { Socket } from 'node:net';
import type { Awaited } from './requests-in-turn.ts';

/** Progress of a client with the data that the server waits for. */
export type Progress = {
  socket: Socket;
  awaited: Awaited;
  /** Number of bytes that the client had processed at `since`, when the measurement began. */
  bytes: number;
  since: number;
  /** True if the client was slower than the given rate in the last whole measurement. */
  isSlow: boolean;
  /**
   * Number of bytes that the client had processed at the last check; `movedAt` is the time of the last check that found
   * an increase.
   */
  lastBytes: number;
  movedAt: number;
};

/** Time over which a rate is measured: a client may pause for some seconds. */
const measuredMs = 10_000;

/** Returns the progress of a connection that was just opened, before anything is known. */
export function beginProgress(socket: Socket, moment: number): Progress {
  return { socket, awaited: 'request', bytes: 0, since: moment, isSlow: false, lastBytes: 0, movedAt: moment };
}

/**
 * Measures a client's progress. The measurement restarts when the server waits for something else. Time in which the
 * server itself is working counts as progress.
 */
export function measureProgress(each: Progress, awaited: Awaited, moment: number, slowBytesPerSecond: number): void {
  const bytes = progressOf(each.socket, awaited);
  if (awaited === null || awaited !== each.awaited)
    Object.assign(each, { awaited, bytes, since: moment, isSlow: false, lastBytes: bytes, movedAt: moment });
  if (bytes !== each.lastBytes) Object.assign(each, { lastBytes: bytes, movedAt: moment });
  const ms = moment - each.since;
  if (ms < measuredMs) return;
  const isSlow = (bytes - each.bytes) * 1000 < slowBytesPerSecond * ms;
  Object.assign(each, { bytes, since: moment, isSlow });
}

/** The rank of a connection on which the server is working: the last to be closed. */
export const working = Number.POSITIVE_INFINITY;
/** Rank of a connection whose speed is not known yet. */
const unmeasured = Number.MAX_VALUE;
/** Minimum time for a meaningful rate. */
const leastMs = 1000;

/**
 * Ranks connections in the order in which they are closed: those without a request first, then by the speed with which
 * the client reads or sends the data that the server waits for, in bytes per millisecond.
 */
export function rankOf({ socket, bytes, since, awaited: before }: Progress, awaited: Awaited, moment: number): number {
  if (awaited === 'request') return -1;
  if (awaited === null) return working;
  if (awaited !== before) return unmeasured;
  return (progressOf(socket, awaited) - bytes) / Math.max(leastMs, moment - since);
}

/** Returns the number of bytes of the awaited data that the client has read or sent, as far as the system knows. */
function progressOf(socket: Socket, awaited: Awaited): number {
  return awaited === 'reader' ? readBytesOf(socket) : socket.bytesRead;
}

/** Returns the number of bytes that the client has read, as far as the system knows. */
export function readBytesOf(socket: Socket): number {
  // Node publishes only whole writes, and one of 256 KB takes minutes on a slow connection. Node's own timeouts use the
  // same two properties.
  const { _bytesDispatched: dispatched = 0, _handle: handle } = socket as Internals;
  return dispatched - (handle?.writeQueueSize ?? 0);
}

type Internals = { _bytesDispatched?: number; _handle?: { writeQueueSize?: number } | null };
