import type { Socket } from 'node:net';
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
import type { Holder, MemoryBudget } from './memory-budget.ts';
import { readBytesOf } from '#server/http/connections/connection-progress.ts';
import { createMessageAnswers } from './message-answers.ts';
import { createMessageSender, type MessageSender } from './message-sender.ts';
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
    /** The connection below the websocket, and the network of its client. */
    stream: Socket;
    address: string;
    memory: MemoryBudget;
    /** Counts bytes of messages for the address; false if there were too many in this minute. */
    takeBytes: (bytes: number) => boolean;
    /** The state of the shelf now (server/changes.ts). */
    revision: () => string;
    limits: RealtimeLimits;
    log: Logger;
  },
): Connection {
  const { limits, log, memory, stream } = parts;
  const holder = createHolder(socket, { stream, address: parts.address, subscribed: () => subscriptions.bytes(), log });
  const subscriptions = createSubscriptions(limits, (bytes) => memory.hasRoom(holder, bytes));
  const identity = createIdentity(parts.accounts);
  const onSent = () => memory.count(holder);
  const sender = createMessageSender(socket, { maxWaitingBytes: limits.waitingBytes, onSent, log });
  memory.add(holder);
  socket.once('close', () => memory.remove(holder));
  let isGathering = false;
  const onGather = () => void (isGathering = true);
  const answer = createMessageAnswers({ subscriptions, identity, sender, revision: parts.revision, onGather });
  const heartbeat = createHeartbeat(socket);
  const judgeMessage = createMessageLimit(limits, parts.takeBytes);
  // Messages that arrive before `connected` is sent wait for it; messages are answered one after the other.
  let work: Promise<void> = Promise.resolve();

  const receive = (data: RawData, isBinary: boolean) => answerMessage({ sender, answer }, data, isBinary);

  function queue(run: () => Promise<void>): Promise<void> {
    work = work.then(run).catch((error: unknown) => {
      log.error({ err: error }, 'a realtime message could not be answered');
      socket.close(1011);
    });
    return work;
  }

  socket.on('message', (data, isBinary) => {
    heartbeat.confirm();
    const verdict = judgeMessage(sizeOf(data));
    if (verdict === 'allowed') void queue(() => receive(data, isBinary));
    else if (verdict === 'flood') socket.terminate();
    else if (verdict === 'too large') socket.close(1013, 'Too much in one minute.');
    else if (verdict === 'first too many')
      sender.sendError(1013, `Too many messages: at most ${limits.messagesPerMinute} a minute are allowed.`);
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

/** Where materials changed of which a subscription would be informed. */
function placesOf(changes: readonly GatheredChange[], subscriptions: Subscriptions): GatheredChange['place'][] {
  const matching = changes.filter(({ event }) => Object.values(subscriptions.match(event)).flat().length > 0);
  // One place may have changed for several sets of readers.
  return [...new Map(matching.map(({ place }) => [JSON.stringify(place), place])).values()];
}

/** What a connection holds in memory, for the budget of all of them. */
function createHolder(
  socket: WebSocket,
  parts: { stream: Socket; address: string; subscribed: () => number; log: Logger },
): Holder {
  const { stream, address, subscribed, log } = parts;
  // Frames are not announced: what has arrived since the last whole one may be a part of the next.
  let wholeBytes = stream.bytesRead;
  const noteWhole = () => {
    wholeBytes = stream.bytesRead;
  };
  socket.on('message', noteWhole).on('ping', noteWhole).on('pong', noteWhole);
  return {
    address,
    held: () => ({
      unread: socket.bufferedAmount,
      incoming: stream.bytesRead - wholeBytes,
      subscribed: subscribed(),
    }),
    readBytes: () => readBytesOf(stream),
    terminate(reason) {
      log.info(`a realtime connection was closed because ${reason}`);
      socket.terminate();
    },
  };
}

const sizeOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, piece) => sum + piece.length, 0) : data.byteLength;

/**
 * Makes the function that says of each message, by its size in bytes, whether it is within the limits of a minute: the
 * first beyond them is answered, others are ignored.
 */
function createMessageLimit(
  limits: Pick<RealtimeLimits, 'messagesPerMinute' | 'messageBytesPerMinute'>,
  takeBytes: (bytes: number) => boolean,
) {
  const countMessage = createMinuteCount();
  const countBytes = createMinuteCount();
  return (bytes: number): 'allowed' | 'first too many' | 'too many' | 'flood' | 'too large' => {
    const count = countMessage(1);
    if (countBytes(bytes) > limits.messageBytesPerMinute || !takeBytes(bytes)) return 'too large';
    if (count <= limits.messagesPerMinute) return 'allowed';
    if (count > limits.messagesPerMinute * floodFactor) return 'flood';
    return count === limits.messagesPerMinute + 1 ? 'first too many' : 'too many';
  };
}

/** Sums within a minute, which starts with its first call. */
function createMinuteCount(): (amount: number) => number {
  let count = 0;
  let endsAt = 0;
  return (amount) => {
    const now = performance.now();
    if (now >= endsAt) {
      count = 0;
      endsAt = now + 60_000;
    }
    count += amount;
    return count;
  };
}
