import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import { createLiveConnection, reconnectDelay, type LiveSocket } from './live-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose server is the test. */
class TestSocket implements LiveSocket {
  readonly sent: { type: string; data?: unknown }[] = [];
  isClosedByUs = false;
  #message: ((event: { data: unknown }) => void)[] = [];
  #close: (() => void)[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.isClosedByUs = true;
    this.#close.forEach((listener) => listener());
  }
  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    if (type === 'message') this.#message.push(listener);
    else this.#close.push(listener as () => void);
  }
  receive(message: ServerMessage): void {
    this.#message.forEach((listener) => listener({ data: JSON.stringify(message) }));
  }
  connect(): void {
    this.receive({ type: 'connected', data: { channels: [], subscriptions: {}, user: null } });
  }
  /** The server closes the connection. */
  drop(): void {
    this.#close.forEach((listener) => listener());
  }
}

function open() {
  const sockets: TestSocket[] = [];
  const revisions: (string | undefined)[] = [];
  const events: unknown[] = [];
  const changes: unknown[] = [];
  const connection = createLiveConnection({
    openSocket: () => {
      const socket = new TestSocket();
      sockets.push(socket);
      return socket;
    },
    onEvent: (event) => events.push(event.payload),
    onChanges: (places) => changes.push(places),
    onSubscribed: (revision) => revisions.push(revision),
  });
  const last = () => sockets.at(-1) as TestSocket;
  return { connection, sockets, last, revisions, events, changes };
}

const row = (subscriptionId: string) => ({ subscriptionId, channels: ['documents'], queries: [] });

test('it subscribes after every connected message, and receives events and bulk changes', () => {
  const { connection, last, revisions, events, changes } = open();
  connection.subscribe([row('r0')]);
  connection.open();
  expect(last().sent).toEqual([]);
  last().connect();
  expect(last().sent).toEqual([{ type: 'subscribe', data: [row('r0')], wantsRevision: true, gathersChanges: true }]);
  last().receive({ type: 'response', data: { to: 'subscribe', success: true, subscriptions: [], revision: 'a.1' } });
  last().receive({
    type: 'event',
    data: { events: [], channels: [], timestamp: '', payload: { $id: 'x' }, subscriptions: ['r0'] },
  });
  last().receive({ type: 'changes', data: { places: [{ kind: 'note', facultyId: 'bca' }] } });
  expect([revisions, events, changes]).toEqual([['a.1'], [{ $id: 'x' }], [[{ kind: 'note', facultyId: 'bca' }]]]);
  last().drop();
  vi.advanceTimersByTime(1000);
  last().connect();
  expect(last().sent).toEqual([{ type: 'subscribe', data: [row('r0')], wantsRevision: true, gathersChanges: true }]);
});

test('the subscriptions of another page replace those of the last one', () => {
  const { connection, last } = open();
  connection.subscribe([row('r0'), row('r1')]);
  connection.open();
  last().connect();
  connection.subscribe([row('r0')]);
  expect(last().sent.slice(1)).toEqual([
    { type: 'unsubscribe', data: [{ subscriptionId: 'r1' }] },
    { type: 'subscribe', data: [row('r0')], wantsRevision: true, gathersChanges: true },
  ]);
});

test('a lost connection is retried after growing delays, which start again after a success', () => {
  const { connection, sockets, last } = open();
  connection.open();
  last().connect();
  const waits: number[] = [];
  for (let count = 0; count < 102; count += 1) {
    const before = sockets.length;
    last().drop();
    let waited = 0;
    while (sockets.length === before) {
      vi.advanceTimersByTime(1000);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits.slice(0, 16)).toEqual([1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10]);
  expect(waits.slice(98)).toEqual([10, 10, 60, 60]);
  last().connect();
  const count = sockets.length;
  last().drop();
  vi.advanceTimersByTime(1000);
  expect(sockets.length).toBe(count + 1);
});

test('it pings every 20 s, and replaces a connection that stays silent', () => {
  const { connection, sockets, last } = open();
  connection.open();
  const first = last();
  first.connect();
  vi.advanceTimersByTime(20_000);
  expect(first.sent).toEqual([{ type: 'ping' }]);
  first.receive({ type: 'pong' });
  vi.advanceTimersByTime(20_000);
  expect(first.sent).toHaveLength(2);
  vi.advanceTimersByTime(20_000);
  expect(first.isClosedByUs).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

test('a connection that never opens is not retried until open is called again', () => {
  const { connection, sockets, last } = open();
  connection.open();
  last().drop();
  vi.advanceTimersByTime(600_000);
  expect(sockets).toHaveLength(1);
  connection.open();
  expect(sockets).toHaveLength(2);
});

test('after a refusal by policy it does not try again', () => {
  const { connection, sockets, last } = open();
  connection.open();
  last().connect();
  last().receive({ type: 'error', data: { code: 1008, message: 'no' } });
  last().drop();
  vi.advanceTimersByTime(600_000);
  connection.open();
  expect(sockets).toHaveLength(1);
});

test('after exceeding a limit it waits, then subscribes once more', () => {
  const { connection, last } = open();
  connection.subscribe([row('r0')]);
  connection.open();
  last().connect();
  last().receive({ type: 'error', data: { code: 1013, message: 'Too many messages' } });
  vi.advanceTimersByTime(15_000);
  expect(last().sent).toHaveLength(2);
});

test('after close it stays closed, without a ping or another attempt', () => {
  const { connection, sockets, last } = open();
  connection.open();
  last().connect();
  connection.close();
  expect(last().isClosedByUs).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect([sockets.length, last().sent]).toEqual([1, []]);
});

test('open during the wait connects at once, and only once', () => {
  const { connection, sockets, last } = open();
  connection.open();
  last().connect();
  last().drop();
  connection.open();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test('the delay before a reconnect is 1 s under 5 attempts, 5 s under 15, 10 s under 100, then 60 s', () => {
  expect([0, 4, 5, 14, 15, 99, 100, 1000].map(reconnectDelay)).toEqual([
    1000, 1000, 5000, 5000, 10_000, 10_000, 60_000, 60_000,
  ]);
});
