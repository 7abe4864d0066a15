import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { Problem } from '#contract/problems.ts';
import type { ClientMessage, RealtimeErrorCode, ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import { toAccountAnswer } from '#contract/appwrite/to-account.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountSession } from '#server/accounts/account-service.ts';
import type { Services } from '#server/services.ts';
import { readClientMessage } from './client-messages.ts';
import type { ConnectRequest } from './connect-address.ts';
import type { RealtimeLimits } from './limits.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { createSubscriptions, TooManySubscriptions } from './subscriptions.ts';

/** One websocket that was let in. */
export type Connection = {
  /** Says `connected` and begins to listen. `secret` is the session's, from the cookie. */
  begin(options: ConnectRequest, secret: string | null): Promise<void>;
  /** Whom its session spoke for when it was last shown; look whether the session still runs before trusting it. */
  actor(): Actor;
  tell(event: RealtimeEvent): void;
  /** Called at every heartbeat. Terminates the connection if nothing came since the one before last. */
  checkLiveness(): void;
  close(): void;
  terminate(): void;
};

/** So many times the allowed messages are no mistake any more. */
const floodFactor = 10;

type Identity = { actor: Actor; account: Account | null; session: AccountSession | null };

/** Speaks Appwrite's realtime messages over one websocket. */
export function createConnection(
  socket: WebSocket,
  parts: {
    accounts: Pick<Services['accounts'], 'identify'>;
    /** The state of the shelf now (server/changes.ts). */
    revision: () => string;
    limits: RealtimeLimits;
    log: Logger;
  },
): Connection {
  const { accounts, limits, log } = parts;
  const subscriptions = createSubscriptions(limits);
  const countMessage = createMinuteCount();
  let identity: Identity = { actor: visitor, account: null, session: null };
  let wasHeard = true;
  let wasAsked = false;
  // What is said before `connected` waits for it; one message is answered after the other.
  let work: Promise<void> = Promise.resolve();

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    // Who does not read is cut off before it costs memory that the others need.
    if (socket.bufferedAmount > limits.waitingBytes) {
      log.info('a realtime connection was closed because its client stopped reading');
      socket.terminate();
      return;
    }
    socket.send(text);
  }
  const say = (message: ServerMessage) => send(JSON.stringify(message));
  const complain = (code: RealtimeErrorCode, message: string) => say({ type: 'error', data: { code, message } });

  /** Says that an address asks for too much, and closes: a connection that hears only some of it would mislead. */
  function refuse(message: string): void {
    complain(1013, message);
    socket.close(1013, message);
  }

  const user = () =>
    identity.account && toAccountAnswer(identity.account, identity.session?.updatedAt ?? identity.account.updatedAt);

  /** Runs what may be refused; a refusal is told and the connection stays. True when it went well. */
  function attempt(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      if (error instanceof Problem) complain(1003, error.message);
      else if (error instanceof TooManySubscriptions) complain(1013, error.message);
      else throw error;
      return false;
    }
  }

  async function answer(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'ping':
        say({ type: 'pong' });
        break;
      case 'subscribe': {
        const rows = message.data;
        if (!attempt(() => subscriptions.put(rows.map(({ subscriptionId: id, ...row }) => ({ id, ...row }))))) break;
        // Read after the subscription stands: whatever changes from here on is told.
        const revision = message.wantsRevision ? { revision: parts.revision() } : {};
        say({ type: 'response', data: { to: 'subscribe', success: true, subscriptions: rows, ...revision } });
        break;
      }
      case 'unsubscribe': {
        const ended = message.data.map(({ subscriptionId }) => ({
          subscriptionId,
          removed: subscriptions.remove(subscriptionId),
        }));
        say({ type: 'response', data: { to: 'unsubscribe', success: true, subscriptions: ended } });
        break;
      }
      case 'authentication': {
        const found = await accounts.identify(message.data.session);
        if (found.account) identity = found;
        const data = { to: 'authentication', success: found.account !== null, user: found.account && user() } as const;
        say({ type: 'response', data });
        break;
      }
    }
  }

  async function receive(data: RawData, isBinary: boolean): Promise<void> {
    const message = isBinary
      ? ({ type: 'malformed', reason: 'Message format is not valid: text is expected.' } as const)
      : readClientMessage(String(data));
    if (message.type === 'malformed') complain(1003, message.reason);
    else await answer(message);
  }

  function queue(run: () => Promise<void>): Promise<void> {
    work = work.then(run).catch((error: unknown) => {
      log.error({ err: error }, 'a realtime message could not be answered');
      socket.close(1011);
    });
    return work;
  }

  socket.on('message', (data, isBinary) => {
    wasHeard = true;
    const count = countMessage();
    const limit = limits.messagesPerMinute;
    if (count <= limit) void queue(() => receive(data, isBinary));
    else if (count === limit + 1) complain(1013, `Too many messages: at most ${limit} a minute are allowed.`);
    else if (count > limit * floodFactor) socket.terminate();
  });
  socket.on('pong', () => {
    wasHeard = true;
  });
  // A broken or too large frame; the socket closes by itself and says so.
  socket.on('error', (error) => log.debug({ err: error }, 'a realtime connection broke'));

  return {
    begin: (options, secret) =>
      queue(async () => {
        identity = await accounts.identify(secret);
        const named: Record<string, string> = {};
        const refused: string[] = [];
        for (const { slot, channels, queries } of options.slots) {
          const id = makeIdentifier();
          try {
            subscriptions.put([{ id, channels, queries }]);
            named[slot] = id;
          } catch (error) {
            if (error instanceof TooManySubscriptions) {
              refuse(error.message);
              return;
            }
            if (!(error instanceof Problem)) throw error;
            refused.push(error.message);
          }
        }
        say({ type: 'connected', data: { channels: options.channels, subscriptions: named, user: user() } });
        for (const message of refused) complain(1003, message);
      }),
    actor: () => identity.actor,
    tell(event) {
      const heard = subscriptions.match(event);
      if (heard.documents.length > 0) send(event.write('documents', heard.documents));
      if (heard.rows.length > 0) send(event.write('rows', heard.rows));
    },
    checkLiveness() {
      if (!wasHeard && wasAsked) {
        socket.terminate();
        return;
      }
      // Clients that ping, as Appwrite's do from 16.1 on, need no ping from us.
      wasAsked = !wasHeard;
      if (wasAsked) socket.ping();
      wasHeard = false;
    },
    close: () => socket.close(1001, 'The server is shutting down.'),
    terminate: () => socket.terminate(),
  };
}

/** Counts within the minute that the first of them began. */
function createMinuteCount(): () => number {
  let count = 0;
  let endsAt = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) {
      count = 0;
      endsAt = now + 60_000;
    }
    count += 1;
    return count;
  };
}
