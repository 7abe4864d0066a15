import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import { createLiveConnection, type LiveSocket } from './live-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose server is the test. */
class Line implements LiveSocket {
  readonly said: { type: string; data?: unknown }[] = [];
  isClosedByUs = false;
  #message: ((event: { data: unknown }) => void)[] = [];
  #close: (() => void)[] = [];

  send(text: string): void {
    this.said.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.isClosedByUs = true;
    this.#close.forEach((listener) => listener());
  }
  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    if (type === 'message') this.#message.push(listener);
    else this.#close.push(listener as () => void);
  }
  hear(message: ServerMessage): void {
    this.#message.forEach((listener) => listener({ data: JSON.stringify(message) }));
  }
  connect(): void {
    this.hear({ type: 'connected', data: { channels: [], subscriptions: {}, user: null } });
  }
  /** The server closes the connection. */
  cut(): void {
    this.#close.forEach((listener) => listener());
  }
}

function open() {
  const lines: Line[] = [];
  const revisions: (string | undefined)[] = [];
  const events: unknown[] = [];
  const connection = createLiveConnection({
    openSocket: () => {
      const line = new Line();
      lines.push(line);
      return line;
    },
    onEvent: (event) => events.push(event.payload),
    onSubscribed: (revision) => revisions.push(revision),
  });
  const last = () => lines.at(-1) as Line;
  return { connection, lines, last, revisions, events };
}

const row = (subscriptionId: string) => ({ subscriptionId, channels: ['documents'], queries: [] });

test('it subscribes after every connected message, and receives events', () => {
  const { connection, last, revisions, events } = open();
  connection.subscribe([row('r0')]);
  connection.open();
  expect(last().said).toEqual([]);
  last().connect();
  expect(last().said).toEqual([{ type: 'subscribe', data: [row('r0')], wantsRevision: true }]);
  last().hear({ type: 'response', data: { to: 'subscribe', success: true, subscriptions: [], revision: 'a.1' } });
  last().hear({
    type: 'event',
    data: { events: [], channels: [], timestamp: '', payload: { $id: 'x' }, subscriptions: ['r0'] },
  });
  expect([revisions, events]).toEqual([['a.1'], [{ $id: 'x' }]]);
  last().cut();
  vi.advanceTimersByTime(1000);
  last().connect();
  expect(last().said).toEqual([{ type: 'subscribe', data: [row('r0')], wantsRevision: true }]);
});

test('the subscriptions of another page replace those of the last one', () => {
  const { connection, last } = open();
  connection.subscribe([row('r0'), row('r1')]);
  connection.open();
  last().connect();
  connection.subscribe([row('r0')]);
  expect(last().said.slice(1)).toEqual([
    { type: 'unsubscribe', data: [{ subscriptionId: 'r1' }] },
    { type: 'subscribe', data: [row('r0')], wantsRevision: true },
  ]);
});

test('a lost connection is retried after growing delays, which start again after a success', () => {
  const { connection, lines, last } = open();
  connection.open();
  last().connect();
  const waits: number[] = [];
  for (let count = 0; count < 102; count += 1) {
    const before = lines.length;
    last().cut();
    let waited = 0;
    while (lines.length === before) {
      vi.advanceTimersByTime(1000);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits.slice(0, 16)).toEqual([1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10]);
  expect(waits.slice(98)).toEqual([10, 10, 60, 60]);
  last().connect();
  const count = lines.length;
  last().cut();
  vi.advanceTimersByTime(1000);
  expect(lines.length).toBe(count + 1);
});

test('it pings every 20 s, and replaces a connection that stays silent', () => {
  const { connection, lines, last } = open();
  connection.open();
  const first = last();
  first.connect();
  vi.advanceTimersByTime(20_000);
  expect(first.said).toEqual([{ type: 'ping' }]);
  first.hear({ type: 'pong' });
  vi.advanceTimersByTime(20_000);
  expect(first.said).toHaveLength(2);
  vi.advanceTimersByTime(20_000);
  expect(first.isClosedByUs).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
});

test('a connection that never opens is not retried until open is called again', () => {
  const { connection, lines, last } = open();
  connection.open();
  last().cut();
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(1);
  connection.open();
  expect(lines).toHaveLength(2);
});

test('after a refusal by policy it does not try again', () => {
  const { connection, lines, last } = open();
  connection.open();
  last().connect();
  last().hear({ type: 'error', data: { code: 1008, message: 'no' } });
  last().cut();
  vi.advanceTimersByTime(600_000);
  connection.open();
  expect(lines).toHaveLength(1);
});

test('after exceeding a limit it waits, then subscribes once more', () => {
  const { connection, last } = open();
  connection.subscribe([row('r0')]);
  connection.open();
  last().connect();
  last().hear({ type: 'error', data: { code: 1013, message: 'Too many messages' } });
  vi.advanceTimersByTime(15_000);
  expect(last().said).toHaveLength(2);
});

test('after close it stays closed, without a ping or another attempt', () => {
  const { connection, lines, last } = open();
  connection.open();
  last().connect();
  connection.close();
  expect(last().isClosedByUs).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect([lines.length, last().said]).toEqual([1, []]);
});

test('open during the wait connects at once, and only once', () => {
  const { connection, lines, last } = open();
  connection.open();
  last().connect();
  last().cut();
  connection.open();
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(2);
});
