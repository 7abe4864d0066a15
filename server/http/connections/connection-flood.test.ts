import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeBook } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { connectionLimits, limitConnections } from './connection-limits.ts';
import { listenWidely } from './listen-widely.ts';
import { createRequestsInTurn } from './requests-in-turn.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * Number of connections, as many as were possible before there were limits, and the same number of clients that never
 * read.
 */

const flood = 3000;
const { ofAddress } = connectionLimits;
const [crowd, stranger] = ['127.0.0.5', '127.0.0.6'];

/**
 * Opens connections from one address, each of which sends `bytes`. `closed` resolves when the server has closed this
 * many.
 */
function openMany(port: number, count: number, bytes: string) {
  const waiting: { count: number; met: () => void }[] = [];
  let closed = 0;
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: '127.0.0.1', localAddress: crowd })
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
        for (const each of waiting) if (closed >= each.count) each.met();
      }),
  );
  for (const socket of sockets) socket.resume().write(bytes);
  return {
    sockets,
    countClosed: () => closed,
    closed: (least: number) =>
      new Promise<void>((resolve) => {
        if (closed >= least) resolve();
        else waiting.push({ count: least, met: resolve });
      }),
  };
}

/** Sends a request from an address over a separate connection; returns the status, or the error of the connection. */
async function ask(url: string, from: string): Promise<number | string> {
  const asked = request(url, { localAddress: from, agent: false }).end();
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode ?? 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'error';
  }
}

test('of 3,000 idle connections from one address, 384 stay open, and every visitor is served', async () => {
  await using server = await openTestServer();
  const before = openHandles();
  // Half a request each, as in a slow-request attack.
  const many = openMany(Number(new URL(server.url).port), flood, 'GET / HTTP/1.1\r\nhost: localhost\r\n');
  await many.closed(flood - ofAddress);
  expect(await ask(`${server.url}/healthz`, stranger)).toBe(200);
  expect(many.countClosed()).toBe(flood - ofAddress);
  // The connection with the longest idle time is closed for another visitor of the same campus.
  expect(await ask(`${server.url}/healthz`, crowd)).toBe(200);
  await many.closed(flood - ofAddress + 1);
  for (const socket of many.sockets) socket.destroy();
  await expect.poll(openHandles, { timeout: 10_000 }).toBeLessThan(before + 20);
});

test('of 3,000 connections from one address that all wait for a response, 384 stay open, and new ones are refused', async () => {
  const begun: { socket: Socket; response: ServerResponse }[] = [];
  const turns = createRequestsInTurn();
  const server = createServer(({ url, socket }, response) => {
    if (url === '/quick') response.end('well');
    else turns.take(response.req, response, () => void begun.push({ socket, response }));
  });
  // The clock is stopped: even on a slow machine none of them has stalled.
  limitConnections(server, { isTrusted: () => false, awaitedOf: turns.awaitedOf, now: () => 0 });
  const { port, others } = await listenWidely(server, { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}/quick`;
  const many = openMany(port, ofAddress, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(ofAddress);
  const refused = openMany(port, flood - ofAddress, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await refused.closed(flood - ofAddress);
  expect([begun.length, many.countClosed()]).toEqual([ofAddress, 0]);
  expect([await ask(url, stranger), await ask(url, crowd)]).toEqual([200, 'ECONNRESET']);
  for (const { response } of begun) response.writeHead(200, { connection: 'close' }).end('at last');
  await many.closed(ofAddress);
  expect(await ask(url, crowd)).toBe(200);
  await Promise.all([server, ...others].map((each) => new Promise((resolve) => each.close(resolve))));
});

test.skipIf(isOnlyInSweep('faults'))(
  '300 clients that request a large file and never read are disconnected and leave nothing behind; others are served',
  async () => {
    const readers = 300;
    await using place = await openTestPlace();
    const file = makeBook('large', 2, { padBytes: 12 * 1024 * 1024 });
    {
      await using filling = await openTestServer({ place });
      const librarian = await openLibrarian(filling.url);
      await librarian.upload('large.pdf', file, 'large');
    }
    const connections = { ...connectionLimits, idleMs: 2000 };
    await using server = await openTestServer({ place, connections });
    const path = '/v1/storage/buckets/files/files/large/view?project=examshelf';
    expect(await ask(`${server.url}${path}`, stranger)).toBe(200);

    const open = new Set<Socket>();
    const givenBytes: number[] = [];
    const allClosed = Promise.withResolvers<void>();
    const note = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      if (socket.remoteAddress !== crowd) return;
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        givenBytes.push(socket.bytesWritten - socket.writableLength);
        if (givenBytes.length === readers) allClosed.resolve();
      });
    };
    subscribe('net.server.socket', note);
    const [handlesBefore, heldBefore] = [openHandles(), heldBytes()];
    const port = Number(new URL(server.url).port);
    const sockets = Array.from({ length: readers }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: crowd }).on('error', () => undefined);
      socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      return socket;
    });
    const begun = () => [...open].filter(({ bytesWritten }) => bytesWritten > 0).length;
    await expect.poll(begun, { timeout: 10_000 }).toBe(readers);
    expect(await ask(`${server.url}/healthz`, stranger)).toBe(200);
    expect(await ask(`${server.url}${path}`, stranger)).toBe(200);
    await allClosed.promise;
    unsubscribe('net.server.socket', note);
    // None received the whole file, however much of it the system buffered.
    expect(Math.max(...givenBytes)).toBeLessThan(file.length);
    for (const socket of sockets) socket.destroy();
    await expect.poll(openHandles, { timeout: 10_000 }).toBeLessThan(handlesBefore + 20);
    await expect.poll(() => heldBytes() - heldBefore, { timeout: 10_000 }).toBeLessThan(24 * 1024 * 1024);
    expect(await ask(`${server.url}${path}`, crowd)).toBe(200);
  },
  30_000,
);

/** Returns the memory in use after a garbage collection, including buffers. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the number of open files and connections of this process; 0 if the system does not report it. */
function openHandles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
