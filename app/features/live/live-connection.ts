import type {
  ChangedPlace,
  ClientMessage,
  EventData,
  ServerMessage,
  SubscriptionRow,
} from '#contract/appwrite/realtime-messages.ts';

/** Interval between the client's pings, in milliseconds. */
const heartbeatMs = 20_000;

/** Returns the delay before the next attempt after this number of failed ones, in milliseconds. */
export function reconnectDelay(attempts: number): number {
  if (attempts < 5) return 1000;
  if (attempts < 15) return 5000;
  if (attempts < 100) return 10_000;
  return 60_000;
}

/** The part of a `WebSocket` that is used. */
export type LiveSocket = {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
};

export type LiveConnection = {
  /** Connects and stays connected. Tries again at once if it had given up or is waiting to retry. */
  open(): void;
  /** Disconnects and does not reconnect. */
  close(): void;
  /** Replaces the subscriptions, for this connection and every later one. */
  subscribe(rows: readonly SubscriptionRow[]): void;
};

type LiveConnectionParts = {
  openSocket: () => LiveSocket;
  onEvent: (event: EventData) => void;
  /** Called when many materials changed at once, with their places in the catalogue. */
  onChanges: (places: readonly ChangedPlace[]) => void;
  /** Called when the subscription is active; every change after the shelf's state `revision` will be received. */
  onSubscribed: (revision: string | undefined) => void;
};

/** Error codes of the server: not allowed at all, and more messages or subscriptions than allowed. */
const refusedCode = 1008;
const overLimitCode = 1013;

/** Delay before subscribing again after `overLimitCode`. */
const overLimitDelayMs = 15_000;

/**
 * Maintains one connection to the contract's realtime endpoint: subscribes after every `connected`, pings every 20 s, and
 * reconnects after growing delays when the connection is lost. If the very first attempt fails, WebSocket is probably not
 * available (a proxy may block it); then it does nothing until `open` is called again.
 */
export function createLiveConnection(parts: LiveConnectionParts): LiveConnection {
  let isWanted = false;
  let isRefused = false;
  let wasConnected = false;
  let attempts = 0;
  let socket: LiveSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message));
  const subscriptions = createSubscriptions(send);
  const heartbeat = createHeartbeat({
    ping: () => send({ type: 'ping' }),
    onSilence() {
      const silent = socket;
      reconnectLater();
      silent?.close();
    },
  });

  function connect(): void {
    const opened = parts.openSocket();
    socket = opened;
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(String(data));
    });
    opened.addEventListener('close', () => {
      if (socket === opened) reconnectLater();
    });
    heartbeat.start();
  }

  function receive(text: string): void {
    heartbeat.noteMessage();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'connected') {
      wasConnected = true;
      attempts = 0;
      subscriptions.start();
    } else if (message.type === 'response') {
      if (message.data.to === 'subscribe') parts.onSubscribed(message.data.revision);
    } else if (message.type === 'event') {
      parts.onEvent(message.data);
    } else if (message.type === 'changes') {
      parts.onChanges(message.data.places);
    } else if (message.type === 'error') {
      if (message.data.code === refusedCode) isRefused = true;
      if (message.data.code === overLimitCode) subscriptions.sendLater();
    }
  }

  /** Discards the socket and every timer, without closing the socket. */
  function reset(): void {
    heartbeat.stop();
    subscriptions.stop();
    clearTimeout(retry);
    retry = undefined;
    socket = null;
  }

  function reconnectLater(): void {
    reset();
    if (!isWanted || isRefused || !wasConnected) return;
    retry = setTimeout(() => {
      reset();
      attempts += 1;
      connect();
    }, reconnectDelay(attempts));
  }

  return {
    open() {
      isWanted = true;
      if (socket || isRefused) return;
      reset();
      connect();
    },
    close() {
      isWanted = false;
      const open = socket;
      reset();
      open?.close();
    },
    subscribe: (rows) => subscriptions.replace(rows),
  };
}

/** Manages the subscriptions of the connection: sends them while it is connected, and again after every reconnection. */
function createSubscriptions(send: (message: ClientMessage) => void) {
  let isConnected = false;
  let rows: readonly SubscriptionRow[] = [];
  let sentIds: string[] = [];
  let delay: ReturnType<typeof setTimeout> | undefined;

  function sendAll(): void {
    if (!isConnected) return;
    const ended = sentIds.filter((id) => !rows.some(({ subscriptionId }) => subscriptionId === id));
    if (ended.length > 0) send({ type: 'unsubscribe', data: ended.map((subscriptionId) => ({ subscriptionId })) });
    if (rows.length > 0) send({ type: 'subscribe', data: [...rows], wantsRevision: true, gathersChanges: true });
    sentIds = rows.map(({ subscriptionId }) => subscriptionId);
  }

  return {
    /** The server is ready on a new connection, which has no subscriptions yet. */
    start() {
      isConnected = true;
      sentIds = [];
      sendAll();
    },
    replace(next: readonly SubscriptionRow[]) {
      rows = next;
      sendAll();
    },
    sendLater() {
      clearTimeout(delay);
      delay = setTimeout(sendAll, overLimitDelayMs);
    },
    stop() {
      clearTimeout(delay);
      isConnected = false;
    },
  };
}

type Heartbeat = {
  start(): void;
  stop(): void;
  /** Call for every message that arrives: it proves that the connection is alive. */
  noteMessage(): void;
};

/** Pings at a regular interval and calls `onSilence` when nothing has arrived since the last ping. */
function createHeartbeat({ ping, onSilence }: { ping: () => void; onSilence: () => void }): Heartbeat {
  let isWaiting = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function beat(): void {
    if (isWaiting) {
      onSilence();
      return;
    }
    isWaiting = true;
    ping();
  }

  return {
    start() {
      // Opening the connection counts as the first ping, so a connection that never opens is detected too.
      isWaiting = true;
      timer = setInterval(beat, heartbeatMs);
    },
    stop: () => clearInterval(timer),
    noteMessage: () => void (isWaiting = false),
  };
}
