import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { materialKinds } from '#domain/material.ts';
import type { Services } from '#server/services.ts';
import { readClientMessage } from './client-messages.ts';
import type { ConnectRequest } from './connect-address.ts';
import type { GatheredChange } from './gathered-changes.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createIdentity } from './identity.ts';
import type { RealtimeLimits } from './limits.ts';
import { createMessageAnswers } from './message-answers.ts';
import { createMessageSender } from './message-sender.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { createSubscriptions, TooManySubscriptions, type Subscriptions } from './subscriptions.ts';

/** One websocket that was accepted. */
export type Connection = {
  /** Subscribes what the address names, then sends `connected`. `secret` is the session's, from the cookie. */
  begin(options: ConnectRequest, secret: string | null): Promise<void>;
  /** Whose session it was when it was last sent; check that the session is still valid before trusting it. */
  actor(): Actor;
  /** Sends an event to those subscriptions that match it. */
  send(event: RealtimeEvent): void;
  /** Whether it gets a change of many materials as one message. */
  gathersChanges(): boolean;
  /** Sends where many materials changed at once, as far as a subscription matches. */
  sendGathered(changes: readonly GatheredChange[]): void;
  /** Lets a client that gathers changes load its lists again. */
  sendReload(): void;
  /** Whether its client reads so slowly that it should be given time before more is sent. */
  isBehind(): boolean;
  /** Called at every heartbeat. Terminates the connection if nothing was received since the one before last. */
  checkLiveness(): void;
  close(): void;
  terminate(): void;
};

/** Beyond this multiple of the allowed messages, a client floods the server: the connection is terminated. */
const floodFactor = 10;

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
  const { limits, log } = parts;
  const subscriptions = createSubscriptions(limits);
  const identity = createIdentity(parts.accounts);
  const sender = createMessageSender(socket, { maxWaitingBytes: limits.waitingBytes, log });
  let isGathering = false;
  const onGather = () => {
    isGathering = true;
  };
  const answer = createMessageAnswers({ subscriptions, identity, sender, revision: parts.revision, onGather });
  const heartbeat = createHeartbeat(socket);
  const countMessage = createMinuteCount();
  // Messages that arrive before `connected` is sent wait for it; messages are answered one after the other.
  let work: Promise<void> = Promise.resolve();

  async function receive(data: RawData, isBinary: boolean): Promise<void> {
    const message = isBinary
      ? ({ type: 'malformed', reason: 'Message format is not valid: text is expected.' } as const)
      : readClientMessage(String(data));
    if (message.type === 'malformed') sender.sendError(1003, message.reason);
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
    heartbeat.confirm();
    const count = countMessage();
    const limit = limits.messagesPerMinute;
    if (count <= limit) void queue(() => receive(data, isBinary));
    else if (count === limit + 1) sender.sendError(1013, `Too many messages: at most ${limit} a minute are allowed.`);
    else if (count > limit * floodFactor) socket.terminate();
  });
  socket.on('pong', heartbeat.confirm);
  // A broken or too large frame; `ws` closes the socket by itself with the fitting code.
  socket.on('error', (error) => log.debug({ err: error }, 'a realtime connection broke'));

  return {
    begin: (options, secret) =>
      queue(async () => {
        await identity.begin(secret);
        const { named, refused, tooMany } = subscribeSlots(subscriptions, options.slots);
        if (tooMany !== null) {
          // A connection that receives only some of its subscriptions would mislead: it is closed.
          sender.sendError(1013, tooMany);
          socket.close(1013, tooMany);
          return;
        }
        sender.send({
          type: 'connected',
          data: { channels: options.channels, subscriptions: named, user: identity.user() },
        });
        for (const message of refused) sender.sendError(1003, message);
      }),
    actor: identity.actor,
    send(event) {
      const matches = subscriptions.match(event);
      if (matches.documents.length > 0) sender.sendText(event.write('documents', matches.documents));
      if (matches.rows.length > 0) sender.sendText(event.write('rows', matches.rows));
    },
    gathersChanges: () => isGathering,
    sendGathered(changes) {
      const matching = changes.filter(({ event }) => Object.values(subscriptions.match(event)).flat().length > 0);
      // One place may have changed for several sets of readers.
      const places = new Map(matching.map(({ place }) => [JSON.stringify(place), place]));
      if (places.size > 0) sender.send({ type: 'changes', data: { places: [...places.values()] } });
    },
    sendReload: () => sender.send({ type: 'changes', data: { places: materialKinds.map((kind) => ({ kind })) } }),
    isBehind: sender.isBehind,
    checkLiveness: heartbeat.check,
    close: () => socket.close(1001, 'The server is shutting down.'),
    terminate: () => socket.terminate(),
  };
}

/**
 * Subscribes the slots of the address. `named` maps each slot to the id of its subscription, `refused` has the reasons
 * why others were refused, `tooMany` is the reason why the whole connection is.
 */
function subscribeSlots(
  subscriptions: Subscriptions,
  slots: ConnectRequest['slots'],
): { named: Record<string, string>; refused: string[]; tooMany: string | null } {
  const named: Record<string, string> = {};
  const refused: string[] = [];
  for (const { slot, channels, queries } of slots) {
    const id = makeIdentifier();
    try {
      subscriptions.put([{ id, channels, queries }]);
      named[slot] = id;
    } catch (error) {
      if (error instanceof TooManySubscriptions) return { named, refused, tooMany: error.message };
      if (!(error instanceof Problem)) throw error;
      refused.push(error.message);
    }
  }
  return { named, refused, tooMany: null };
}

/** Counts calls within a minute, which starts with its first call. */
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
