import { Problem } from '#contract/problems.ts';
import type { ClientMessage } from '#contract/appwrite/realtime-messages.ts';
import type { Identity } from './identity.ts';
import type { MessageSender } from './message-sender.ts';
import { TooManySubscriptions, type Subscriptions } from './subscriptions.ts';

/**
 * Length of a `subscribe` beyond which the response contains only ids: repeating the rest would use as much memory
 * again. The SDKs ignore it.
 */
const echoedLength = 4096;

/** Responds to the messages of one client. */
export function createMessageAnswers(parts: {
  subscriptions: Subscriptions;
  identity: Pick<Identity, 'authenticate' | 'user'>;
  sender: Pick<MessageSender, 'send' | 'sendError'>;
  /** Returns the current log position of the library (server/library/changes.ts). */
  revision: () => string;
  /** Called when the client requests that changes of many materials are sent in one message. */
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
