import type { MemoryBudgetLimits } from './memory-budget.ts';

/**
 * Limits of a client's use of realtime. Appwrite allows 128 connects a minute; here a whole campus may share one address,
 * and all its browsers reconnect at once after a restart, so an address may have as many as a campus has phones. An
 * address is an IPv4 address or an IPv6 /48 (connections/client-address.ts).
 */
export type RealtimeLimits = MemoryBudgetLimits & {
  /** Open connections in all, and of one address. */
  connections: number;
  connectionsPerAddress: number;
  /** For one address. */
  connectsPerMinute: number;
  /** For one connection; more are ignored. */
  messagesPerMinute: number;
  messageBytes: number;
  /** Frames of a message: browsers use one, or a few for a long message. */
  messageFrames: number;
  /** Reads of the socket for a frame: one of 64 KB takes some 130 of the smallest usual packets. */
  frameReads: number;
  /** Received bytes of one connection, and of one address; a connection that sends more is closed. */
  messageBytesPerMinute: number;
  messageBytesPerMinutePerAddress: number;
  /** For one connection. */
  subscriptions: number;
  channels: number;
  /** Unread bytes in memory of one connection. */
  waitingBytes: number;
  /** Interval between the liveness checks of each connection. */
  heartbeatMs: number;
  /** Timeout in ms after which a connection that the server closes or refuses is destroyed. */
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
