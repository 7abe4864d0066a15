import type { AccountAnswer } from '#contract/document.ts';

/** The text frames of realtime, in both directions. */

/** One row of a `subscribe` message; the id is the client's own. */
export type SubscriptionRow = { subscriptionId: string; channels: string[]; queries: string[] };

export type ClientMessage =
  | { type: 'ping' }
  /**
   * `wantsRevision` is our addition (docs/decisions/0007): the answer then says which state of the shelf it is from.
   */
  | { type: 'subscribe'; data: SubscriptionRow[]; wantsRevision?: boolean | undefined }
  | { type: 'unsubscribe'; data: { subscriptionId: string }[] }
  | { type: 'authentication'; data: { session: string } };

/**
 * 1003: the message is not understood, the connection stays. 1008: refused. 1013: too many, try again later.
 */
export type RealtimeErrorCode = 1003 | 1008 | 1013;

export type EventData = {
  events: string[];
  channels: string[];
  timestamp: string;
  payload: Record<string, unknown>;
  /** Which of the connection's subscriptions it is for. */
  subscriptions: string[];
};

export type ServerMessage =
  | {
      type: 'connected';
      data: { channels: string[]; subscriptions: Record<string, string>; user: AccountAnswer | null };
    }
  | { type: 'event'; data: EventData }
  | { type: 'error'; data: { code: RealtimeErrorCode; message: string } }
  | { type: 'response'; data: { to: 'subscribe'; success: true; subscriptions: SubscriptionRow[]; revision?: string } }
  | {
      type: 'response';
      data: { to: 'unsubscribe'; success: true; subscriptions: { subscriptionId: string; removed: boolean }[] };
    }
  | { type: 'response'; data: { to: 'authentication'; success: boolean; user: AccountAnswer | null } }
  | { type: 'pong' };
