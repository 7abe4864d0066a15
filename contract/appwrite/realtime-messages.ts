import type { AccountAnswer } from '#contract/schemas/document.ts';
import type { Material } from '#domain/material.ts';

/** The text frames of realtime, in both directions. */

/** One row of a `subscribe` message; the id is the client's own. */
export type SubscriptionRow = { subscriptionId: string; channels: string[]; queries: string[] };

/** A subscription in the response to `subscribe`: only its id if the message was long. */
export type NamedRow = SubscriptionRow | Pick<SubscriptionRow, 'subscriptionId'>;

export type ClientMessage =
  | { type: 'ping' }
  /**
   * A subscribe message. `wantsRevision` and `gathersChanges` are our additions (docs/decisions/0007). With the first,
   * the response contains the state of the library. With the second, a bulk edit is one message `changes` on this
   * connection, and not an event for each material.
   */
  | {
      type: 'subscribe';
      data: SubscriptionRow[];
      wantsRevision?: boolean | undefined;
      gathersChanges?: boolean | undefined;
    }
  | { type: 'unsubscribe'; data: { subscriptionId: string }[] }
  | { type: 'authentication'; data: { session: string } };

/** 1003: the message is invalid, but the connection stays open. 1008: refused. 1013: too many, try again later. */
export type RealtimeErrorCode = 1003 | 1008 | 1013;

export type EventData = {
  events: string[];
  channels: string[];
  timestamp: string;
  payload: Record<string, unknown>;
  /** The connection's subscriptions that match the event. */
  subscriptions: string[];
};

/** Place of changed materials of a kind: a subject, a faculty or, if neither is given, anywhere. */
export type ChangedPlace = Pick<Material, 'kind'> & Partial<Pick<Material, 'facultyId' | 'semesterId' | 'subject'>>;

export type ServerMessage =
  | {
      type: 'connected';
      data: { channels: string[]; subscriptions: Record<string, string>; user: AccountAnswer | null };
    }
  | { type: 'event'; data: EventData }
  | { type: 'changes'; data: { places: ChangedPlace[] } }
  | { type: 'error'; data: { code: RealtimeErrorCode; message: string } }
  | { type: 'response'; data: { to: 'subscribe'; success: true; subscriptions: NamedRow[]; revision?: string } }
  | {
      type: 'response';
      data: { to: 'unsubscribe'; success: true; subscriptions: { subscriptionId: string; removed: boolean }[] };
    }
  | { type: 'response'; data: { to: 'authentication'; success: boolean; user: AccountAnswer | null } }
  | { type: 'pong' };
