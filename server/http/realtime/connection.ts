import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { materialKinds } from '#domain/material.ts';
import { inPlainWords } from '#domain/text/plain-issues.ts';
import type { ClientMessage } from '#contract/appwrite/realtime-messages.ts';
import type { Services } from '#server/services/services.ts';
import type { ConnectRequest } from './connect-address.ts';
import type { GatheredChange } from './gathered-changes.ts';
import { createHolder } from './holder.ts';
import type { RealtimeLimits } from './limits.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { createMessageAnswers, createIdentity, createMessageSender, type MessageSender } from './message-answers.ts';
import { receiveMessages, type TakeBytes } from './message-receiver.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { createSubscriptions, TooManySubscriptions, type Subscriptions } from './subscriptions.ts';

/** An accepted websocket. */
export type Connection = {
  /** Subscribes the slots of the address, then sends `connected`. `secret` is the session's, from the cookie. */
  begin(options: ConnectRequest, secret: string | null): Promise<void>;
  /** Returns the account of the session when it was last sent; check that it is still valid before trusting it. */
  actor(): Actor;
  /** Sends an event to those subscriptions that match it. */
  send(event: RealtimeEvent): void;
  /** True if it gets a change of many materials as one message. */
  gathersChanges(): boolean;
  /** Sends the places where many materials changed at once, if a subscription matches. */
  sendGathered(changes: readonly GatheredChange[]): void;
  /** Lets a client that gathers changes load its lists again. */
  sendReload(): void;
  /** True if its client reads so slowly that the sender should wait before it sends more. */
  isBehind(): boolean;
  /** Called at every heartbeat. Terminates the connection if nothing was received since the one before last. */
  checkLiveness(): void;
  close(): void;
  terminate(): void;
};

/** Speaks Appwrite's realtime messages over one websocket. */
export function createConnection(
  socket: WebSocket,
  parts: {
    accounts: Pick<Services['accounts'], 'identify'>;
    /** The connection below the websocket. */
    stream: Socket;
    /** The site of its client (connections/client-address.ts). */
    site: string;
    memory: MemoryBudget;
    takeBytes: TakeBytes;
    /** Returns the current log position of the library (server/library/changes.ts). */
    revision: () => string;
    limits: RealtimeLimits;
    log: Logger;
  },
): Connection {
  const { limits, log, memory, stream } = parts;
  // Messages that arrive before `connected` is sent wait until then.
  const queue = createQueue((error) => {
    log.error({ err: error }, 'a realtime message could not be processed');
    socket.close(1011);
  });
  const holder = createHolder(socket, {
    stream,
    site: parts.site,
    unanswered: queue.waitingBytes,
    subscribed: () => subscriptions.bytes(),
    log,
  });
  const subscriptions = createSubscriptions(limits, (bytes) => memory.makeRoom(holder, bytes));
  const identity = createIdentity(parts.accounts);
  const count = () => memory.count(holder);
  const sender = createMessageSender(socket, { maxWaitingBytes: limits.waitingBytes, onSent: count, log });
  memory.add(holder);
  socket.once('close', () => memory.remove(holder));
  let isGathering = false;
  const onGather = () => void (isGathering = true);
  const answer = createMessageAnswers({ subscriptions, identity, sender, revision: parts.revision, onGather });
  const heartbeat = createHeartbeat(socket);

  receiveMessages(socket, {
    stream,
    limits,
    takeBytes: parts.takeBytes,
    receive: (data, isBinary) => void queue.run(() => answerMessage({ sender, answer }, data, isBinary), sizeOf(data)),
    refuse: (reason) => sender.sendError(1013, reason),
    onData: count,
  });
  socket.on('message', heartbeat.confirm).on('pong', heartbeat.confirm);
  // A broken or too large frame; `ws` closes the socket with the appropriate code.
  socket.on('error', (error) => log.debug({ err: error }, 'a realtime connection broke'));

  return {
    begin: (options, secret) =>
      queue.run(async () => {
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
      const places = placesOf(changes, subscriptions);
      if (places.length > 0) sender.send({ type: 'changes', data: { places } });
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
 * for refusing others, `tooMany` the reason for refusing the whole connection.
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

async function answerMessage(
  { sender, answer }: { sender: MessageSender; answer: ReturnType<typeof createMessageAnswers> },
  data: RawData,
  isBinary: boolean,
): Promise<void> {
  const message = isBinary
    ? ({ type: 'malformed', reason: 'Message format is not valid: text is expected.' } as const)
    : readClientMessage(String(data));
  if (message.type === 'malformed') sender.sendError(1003, message.reason);
  else await answer(message);
}

/** Returns the places of those changes that match a subscription. */
function placesOf(changes: readonly GatheredChange[], subscriptions: Subscriptions): GatheredChange['place'][] {
  const matching = changes.filter(({ event }) => Object.values(subscriptions.match(event)).flat().length > 0);
  // One place may have changed for several sets of readers.
  return [...new Map(matching.map(({ place }) => [JSON.stringify(place), place])).values()];
}

const sizeOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, piece) => sum + piece.length, 0) : data.byteLength;

/** Runs jobs one after the other. `onFailed` is called for one that rejects. */
function createQueue(onFailed: (error: unknown) => void) {
  let last: Promise<void> = Promise.resolve();
  let waitingBytes = 0;
  return {
    /** The size of the messages whose jobs have not ended. */
    waitingBytes: () => waitingBytes,
    run(job: () => Promise<void>, bytes = 0): Promise<void> {
      waitingBytes += bytes;
      last = last
        .then(job)
        .catch(onFailed)
        .finally(() => {
          waitingBytes -= bytes;
        });
      return last;
    },
  };
}

const subscriptionId = z.string().min(1).max(128);
const channel = z.string().min(1).max(256);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('subscribe'),
    data: z
      .array(z.object({ subscriptionId, channels: z.array(channel).min(1), queries: z.array(z.string()).default([]) }))
      .min(1),
    wantsRevision: z.boolean().optional(),
    gathersChanges: z.boolean().optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), data: z.array(z.object({ subscriptionId })).min(1) }),
  z.object({ type: z.literal('authentication'), data: z.object({ session: z.string() }) }),
]);

/** Parses a client's text frame, or returns the reason why it is malformed. */
function readClientMessage(text: string): ClientMessage | { type: 'malformed'; reason: string } {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { type: 'malformed', reason: 'Message format is not valid: not JSON.' };
  }
  const read = message.safeParse(sent, { error: inPlainWords });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'message';
  return { type: 'malformed', reason: `Message format is not valid: ${place}: ${issue?.message ?? 'unknown'}.` };
}

/** Detects a websocket whose client no longer responds. */
type Heartbeat = {
  /** To be called after every receipt. */
  confirm(): void;
  /** To be called regularly. Terminates the connection if nothing was received since the call before last. */
  check(): void;
};

/** Pings a websocket that was silent between two checks, and terminates it if it stays silent. */
function createHeartbeat(socket: Pick<WebSocket, 'ping' | 'terminate'>): Heartbeat {
  let wasHeard = true;
  let wasPinged = false;
  return {
    confirm() {
      wasHeard = true;
    },
    check() {
      if (!wasHeard && wasPinged) {
        socket.terminate();
        return;
      }
      // Clients that ping, as Appwrite's do from 16.1 on, need no ping from us.
      wasPinged = !wasHeard;
      if (wasPinged) socket.ping();
      wasHeard = false;
    },
  };
}
