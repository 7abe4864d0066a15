import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listenWidely } from './listen-widely.ts';

test('many connections are accepted in one iteration of the event loop', async () => {
  const server = createServer();
  const { port, others } = await listenWidely(server, { port: 0, host: '127.0.0.1' });
  let turn = 0;
  const turns = new Map<number, number>();
  let taken = 0;
  server.on('connection', (socket) => {
    turns.set(turn, (turns.get(turn) ?? 0) + 1);
    taken += 1;
    socket.destroy();
  });
  const sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const take = async (): Promise<void> => {
    turn += 1;
    await setImmediate();
    if (taken < sockets.length) await take();
  };
  await take();
  for (const socket of sockets) socket.destroy();
  await Promise.all([server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve()))));
  // One listening socket accepts one per iteration; on systems other than Linux there is only one.
  expect(Math.max(...turns.values())).toBeGreaterThan(process.platform === 'linux' ? 1 : 0);
});

test('a port that another server listens on is refused, even if that server shares it among its own sockets', async () => {
  const first = createServer();
  const { port, others } = await listenWidely(first, { port: 0, host: '127.0.0.1' });
  const second = createServer();
  await expect(listenWidely(second, { port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const closed = [first, ...others].map((each) => once(each, 'close'));
  for (const each of [first, ...others]) each.close();
  await Promise.all(closed);
  const { others: again } = await listenWidely(second, { port, host: '127.0.0.1' });
  for (const each of [second, ...again]) each.close();
});
