import type { ClientMessage, EventData, ServerMessage, SubscriptionRow } from '#contract/appwrite/realtime-messages.ts';
import { heartbeatMs, reconnectDelay } from './reconnect-delay.ts';

/** The part of a `WebSocket` that is used. */
export type LiveSocket = {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
};

export type LiveConnection = {
  /** Wants to be connected from now on. Also tries again at once when it had given up or waits. */
  open(): void;
  /** Wants to be connected no more; says nothing of it. */
  close(): void;
  /** What is to be heard, now and after every reconnection. */
  subscribe(rows: readonly SubscriptionRow[]): void;
};

/** How long to wait after the server said that we ask too much. */
const restMs = 15_000;

/**
 * Keeps one connection to the contract's realtime, in dialect C: subscribes after every `connected`, pings every 20 s,
 * and connects again after growing delays when the connection is lost. If the very first try fails, WebSocket is probably
 * not available (a proxy may block it); then it stops until `open` is called again.
 */
export function createLiveConnection(parts: {
  openSocket: () => LiveSocket;
  onEvent: (event: EventData) => void;
  /** The subscription stands; `revision` is the state of the shelf from which on everything is heard. */
  onSubscribed: (revision: string | undefined) => void;
}): LiveConnection {
  let isWanted = false;
  let isRefused = false;
  let wasConnected = false;
  let attempts = 0;
  let socket: LiveSocket | null = null;
  let isConnected = false;
  let isPingOpen = false;
  let rows: readonly SubscriptionRow[] = [];
  let toldIds: string[] = [];
  let retry: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const say = (message: ClientMessage) => socket?.send(JSON.stringify(message));

  function tellSubscription(): void {
    if (!isConnected) return;
    const ended = toldIds.filter((id) => !rows.some(({ subscriptionId }) => subscriptionId === id));
    if (ended.length > 0) say({ type: 'unsubscribe', data: ended.map((subscriptionId) => ({ subscriptionId })) });
    if (rows.length > 0) say({ type: 'subscribe', data: [...rows], wantsRevision: true });
    toldIds = rows.map(({ subscriptionId }) => subscriptionId);
  }

  function connect(): void {
    const opened = parts.openSocket();
    socket = opened;
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(String(data));
    });
    opened.addEventListener('close', () => {
      if (socket === opened) lose();
    });
    // A dead line is found out by its silence, while it is being opened as well as later.
    isPingOpen = true;
    heartbeat = setInterval(beat, heartbeatMs);
  }

  function beat(): void {
    if (isPingOpen) {
      const silent = socket;
      lose();
      silent?.close();
      return;
    }
    isPingOpen = true;
    say({ type: 'ping' });
  }

  function receive(text: string): void {
    isPingOpen = false;
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case 'connected':
        isConnected = true;
        wasConnected = true;
        attempts = 0;
        toldIds = [];
        tellSubscription();
        break;
      case 'response':
        if (message.data.to === 'subscribe') parts.onSubscribed(message.data.revision);
        break;
      case 'event':
        parts.onEvent(message.data);
        break;
      case 'error':
        if (message.data.code === 1008) isRefused = true;
        if (message.data.code === 1013) {
          clearTimeout(rest);
          rest = setTimeout(tellSubscription, restMs);
        }
        break;
      case 'pong':
        break;
    }
  }

  function drop(): void {
    clearInterval(heartbeat);
    clearTimeout(rest);
    clearTimeout(retry);
    retry = undefined;
    socket = null;
    isConnected = false;
  }

  function lose(): void {
    drop();
    if (!isWanted || isRefused || !wasConnected) return;
    retry = setTimeout(() => {
      drop();
      attempts += 1;
      connect();
    }, reconnectDelay(attempts));
  }

  return {
    open() {
      isWanted = true;
      if (socket || isRefused) return;
      drop();
      connect();
    },
    close() {
      isWanted = false;
      const open = socket;
      drop();
      open?.close();
    },
    subscribe(next) {
      rows = next;
      tellSubscription();
    },
  };
}
