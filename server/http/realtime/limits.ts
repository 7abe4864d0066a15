import type { MemoryBudgetLimits } from './memory-budget.ts';

/**
 * Limits of a client's use of realtime. Appwrite allows 128 connects a minute; here a whole campus may share one
 * address, and all its browsers reconnect at once after a restart, so one address may connect as often as a campus has
 * phones. An address is an IPv4 address or an IPv6 /48 (connections/client-address.ts).
 */
export type RealtimeLimits = MemoryBudgetLimits & {
  /** Maximum number of open connections in total, and of one address. */
  connections: number;
  connectionsPerAddress: number;
  /** Maximum number of connects of one address per minute. */
  connectsPerMinute: number;
  /** Maximum number of messages of one connection per minute; more are ignored. */
  messagesPerMinute: number;
  messageBytes: number;
  /** Maximum number of frames of a message: browsers use one, or a few for a long message. */
  messageFrames: number;
  /** Maximum number of reads of the socket for a frame: one of 64 KB takes some 130 of the smallest usual packets. */
  frameReads: number;
  /**
   * Maximum number of bytes received per minute from one connection, and from one address; a connection that sends more
   * is closed.
   */
  messageBytesPerMinute: number;
  messageBytesPerMinutePerAddress: number;
  /** Maximum number of subscriptions of one connection. */
  subscriptions: number;
  channels: number;
  /** Maximum number of unread bytes in memory of one connection. */
  waitingBytes: number;
  /** Interval between the liveness checks of each connection. */
  heartbeatMs: number;
  /** Timeout in ms after which a connection that the server is closing or refusing is destroyed. */
  refusalMs: number;
};

export const realtimeLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 2000,
  connectsPerMinute: 2000,
  messagesPerMinute: 32,
  messageBytes: 64 * 1024,
  messageFrames: 64,
  frameReads: 256,
  messageBytesPerMinute: 256 * 1024,
  messageBytesPerMinutePerAddress: 8 * 1024 * 1024,
  subscriptions: 100,
  channels: 1000,
  waitingBytes: 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
  heldBytesPerAddress: 4 * 1024 * 1024,
  unreadMs: 60_000,
  incompleteMs: 60_000,
  heartbeatMs: 20_000,
  refusalMs: 2000,
};
