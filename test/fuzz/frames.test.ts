import { connect } from 'node:net';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestServer } from '#test/support/server.ts';
import { fuzzRun, replay } from './fuzz-run.ts';

/**
 * Malformed messages on a live connection: each is refused with an error or closes its connection, and harms no other.
 */

const { seed, scale } = fuzzRun;

const inside = /node_modules|\.ts:\d+|SQLITE|ZodError|\/tmp\//;
const subscription = fc.record(
  {
    subscriptionId: fc.oneof(fc.string({ maxLength: 40 }), fc.jsonValue({ maxDepth: 1 })),
    channels: fc.oneof(
      fc.array(fc.constantFrom('documents', 'files', 'rows', 'account', '*', '', '__proto__'), { maxLength: 5 }),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    queries: fc.oneof(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);
const rightSubscription = '{"type":"subscribe","data":[{"subscriptionId":"right","channels":["documents"]}]}';
const frame = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.json({ maxDepth: 3 }),
  fc.uint8Array({ maxLength: 200 }),
  fc
    .record({
      type: fc.oneof(
        fc.constantFrom('subscribe', 'unsubscribe', 'authentication', 'ping', 'event', 'connected'),
        fc.string(),
      ),
      data: fc.oneof(
        fc.array(subscription, { maxLength: 3 }),
        fc.record({ session: fc.jsonValue({ maxDepth: 1 }) }),
        fc.jsonValue(),
      ),
    })
    .map((each) => JSON.stringify(each)),
  fc.constantFrom(
    '['.repeat(30_000),
    '{"type":"ping"}',
    rightSubscription,
    '{"type":"subscribe","data":null}',
    'x'.repeat(200_000),
  ),
);
const address = fc.oneof(
  { weight: 3, arbitrary: fc.constant('?project=examshelf') },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom('project', 'channels[]', 'channels', 'documents[0][]', 'jwt', 'x'),
          fc.string({ maxLength: 30 }),
        ),
        {
          maxLength: 4,
        },
      )
      .map(
        (pairs) =>
          `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`,
      ),
  },
);

test('fuzzed frames on many connections are refused with an error or close their own connection', async () => {
  await using server = await openTestServer();
  const base = `${server.url.replace('http', 'ws')}/v1/realtime`;
  const talks = fc.sample(fc.tuple(address, fc.array(frame, { minLength: 8, maxLength: 20 })), {
    seed,
    numRuns: 60 * scale,
  });
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [query, frames] of talks) {
    for (const message of await talk(base + query, frames)) {
      if (inside.test(message)) found.push(message);
      seen.add(String((JSON.parse(message) as { type: unknown }).type));
    }
  }
  expect([replay, ...found]).toEqual([replay]);
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['connected', 'error', 'pong', 'response']));
  expect(await talk(`${base}?project=examshelf`, ['{"type":"ping"}'])).toContain('{"type":"pong"}');
}, 120_000);

test('bytes that are not frames close their own connection and no other', async () => {
  await using server = await openTestServer();
  const { port } = new URL(server.url);
  const listener = new WebSocket(`${server.url.replace('http', 'ws')}/v1/realtime?project=examshelf`);
  await new Promise((resolve) => listener.once('message', resolve));
  const rubbish = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 400 }), { seed, numRuns: 60 * scale });
  for (const bytes of rubbish) await upgradeAndSend(Number(port), bytes);
  const pong = new Promise<string>((resolve) =>
    listener.once('message', (message: Buffer) => resolve(message.toString())),
  );
  listener.send('{"type":"ping"}');
  expect(await pong).toBe('{"type":"pong"}');
  listener.terminate();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}, 120_000);

/** Sends everything, then a ping, and returns all messages received until the pong or the end. */
function talk(url: string, frames: readonly (string | Uint8Array)[]): Promise<string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    const socket = new WebSocket(url);
    const done = () => {
      socket.terminate();
      resolve(heard);
    };
    socket.on('open', () => {
      for (const each of frames) socket.send(each);
      socket.ping();
    });
    // The pong comes after the responses to everything sent before.
    socket.on('pong', done);
    socket.on('message', (message: Buffer) => heard.push(message.toString()));
    socket.on('close', done);
    socket.on('error', done);
  });
}

function upgradeAndSend(port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.write(
      'GET /v1/realtime?project=examshelf HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    socket.once('data', () => socket.end(bytes));
  });
}
