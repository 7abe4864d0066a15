import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { ClientMessage, RealtimeErrorCode, ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import { toAccountAnswer } from '#contract/appwrite/to-account.ts';
import { Problem } from '#contract/problems.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import type { AccountSession } from '#server/library/accounts/account-service.ts';
import type { Services } from '#server/services/services.ts';
import { TooManySubscriptions, type Subscriptions } from './subscriptions.ts';

/** Sends messages to the client of one websocket. */
export type MessageSender = {
  send(message: ServerMessage): void;
  /** Sends an error message; the connection stays open. */
  sendError(code: RealtimeErrorCode, message: string): void;
  /** Sends a message that is already written as JSON. */
  sendText(text: string): void;
  /** True if a large part of the allowed unread bytes is used. */
  isBehind(): boolean;
};

/** Creates the sender. `maxWaitingBytes` limits the unread bytes in memory; `onSent` is called after each message. */
export function createMessageSender(
  socket: Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'terminate' | 'send'>,
  { maxWaitingBytes, onSent, log }: { maxWaitingBytes: number; onSent: () => void; log: Logger },
): MessageSender {
  function sendText(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    // A client that does not read is disconnected before it uses memory that the others need.
    if (socket.bufferedAmount > maxWaitingBytes) {
      log.info('a realtime connection was closed because its client stopped reading');
      socket.terminate();
      return;
    }
    socket.send(text);
    onSent();
  }
  const send = (message: ServerMessage) => sendText(JSON.stringify(message));
  return {
    send,
    sendText,
    sendError: (code, message) => send({ type: 'error', data: { code, message } }),
    isBehind: () => socket.readyState === socket.OPEN && socket.bufferedAmount > maxWaitingBytes / 2,
  };
}

/** The account at the other end of a realtime connection. */
type Identity = {
  actor(): Actor;
  /** Returns the account as the contract shows it; null for a visitor. */
  user(): ReturnType<typeof toAccountAnswer> | null;
  /** Uses the session of the cookie; without a valid one, the connection is a visitor's. */
  begin(secret: string | null): Promise<void>;
  /** Uses a session that was sent in a message. If it is not valid, returns false and changes nothing. */
  authenticate(secret: string): Promise<boolean>;
};

/** Creates the identity of a visitor, until a session is used. */
export function createIdentity(accounts: Pick<Services['accounts'], 'identify'>): Identity {
  let current: { actor: Actor; account: Account | null; session: AccountSession | null } = {
    actor: visitor,
    account: null,
    session: null,
  };
  return {
    actor: () => current.actor,
    user: () =>
      current.account && toAccountAnswer(current.account, current.session?.updatedAt ?? current.account.updatedAt),
    async begin(secret) {
      current = await accounts.identify(secret);
    },
    async authenticate(secret) {
      const found = await accounts.identify(secret);
      if (found.account) current = found;
      return found.account !== null;
    },
  };
}

/** The response to a longer `subscribe` names ids only: it would cost as much memory again. The SDKs ignore it. */
const echoedLength = 4096;

/** Responds to the messages of one client. */
export function createMessageAnswers(parts: {
  subscriptions: Subscriptions;
  identity: Pick<Identity, 'authenticate' | 'user'>;
  sender: Pick<MessageSender, 'send' | 'sendError'>;
  /** Returns the current log position of the library (server/library/changes.ts). */
  revision: () => string;
  /** Called when the client requests changes of many materials in one message. */
  onGather: () => void;
}): (message: ClientMessage) => Promise<void> {
  const { subscriptions, identity, sender } = parts;

  function subscribe({ data: rows, ...wishes }: Extract<ClientMessage, { type: 'subscribe' }>): void {
    try {
      subscriptions.put(rows.map(({ subscriptionId: id, ...row }) => ({ id, ...row })));
    } catch (error) {
      if (error instanceof Problem) sender.sendError(1003, error.message);
      else if (error instanceof TooManySubscriptions) sender.sendError(1013, error.message);
      else throw error;
      return;
    }
    if (wishes.gathersChanges) parts.onGather();
    // Read after the subscription is in force: every later change is sent.
    const revision = wishes.wantsRevision ? { revision: parts.revision() } : {};
    const isLong = JSON.stringify(rows).length > echoedLength;
    const named = isLong ? rows.map(({ subscriptionId }) => ({ subscriptionId })) : rows;
    sender.send({ type: 'response', data: { to: 'subscribe', success: true, subscriptions: named, ...revision } });
  }

  function unsubscribe({ data: rows }: Extract<ClientMessage, { type: 'unsubscribe' }>): void {
    const ended = rows.map(({ subscriptionId }) => ({ subscriptionId, removed: subscriptions.remove(subscriptionId) }));
    sender.send({ type: 'response', data: { to: 'unsubscribe', success: true, subscriptions: ended } });
  }

  async function authenticate({ data }: Extract<ClientMessage, { type: 'authentication' }>): Promise<void> {
    const success = await identity.authenticate(data.session);
    const user = success ? identity.user() : null;
    sender.send({ type: 'response', data: { to: 'authentication', success, user } });
  }

  return async (message) => {
    switch (message.type) {
      case 'ping':
        return sender.send({ type: 'pong' });
      case 'subscribe':
        return subscribe(message);
      case 'unsubscribe':
        return unsubscribe(message);
      case 'authentication':
        return authenticate(message);
    }
  };
}
