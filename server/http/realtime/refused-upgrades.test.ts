import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLimited } from '#test/support/limited-realtime.ts';
import { listenAt } from '#test/support/realtime.ts';
import { openTestServer } from '#test/support/server.ts';

/** Opens a peer that requests a websocket at another address, is refused, and leaves its side open. */
async function openRefused({ url, server }: { url: string; server: Server }) {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const peer = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void peer.destroy());
  peer.write('GET /x HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  const [ours] = await taken;
  const closed = new Promise<void>((resolve) => void ours.once('close', () => resolve()));
  const [answer] = (await once(peer, 'data')) as [Buffer];
  expect(String(answer)).toContain('404 Not Found');
  return { peer, ours, closed };
}

test('a peer that resets the connection after a refused upgrade does no harm', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  await using server = await openTestServer();
  await using limited = await openLimited(server, {});
  const { peer, closed } = await openRefused(limited);
  peer.resetAndDestroy();
  await closed;
  expect(uncaught).toEqual([]);
});

test('a refused upgrade whose peer never closes its side is destroyed, and counts as a connection until then', async () => {
  await using server = await openTestServer();
  await using limited = await openLimited(server, { refusalMs: 50 });
  const { closed } = await openRefused(limited);
  await closed;
  using refused = await listenAt(limited.url, { project: 'other' });
  await refused.closed;
  expect(limited.accepted).toEqual([]);
  using listener = await listenAt(limited.url);
  await listener.next();
  expect(limited.accepted).toHaveLength(1);
});

test('a server can close even if the peer of a refused upgrade never does', async () => {
  await using server = await openTestServer();
  const limited = await openLimited(server, { refusalMs: 600_000 });
  const { ours } = await openRefused(limited);
  await limited.close();
  expect(ours.destroyed).toBe(true);
});
