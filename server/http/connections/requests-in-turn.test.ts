import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listenWidely } from './listen-widely.ts';
import { createRequestsInTurn, turnLimits, type TurnLimits } from './requests-in-turn.ts';

/** Opens a server that responds only when the test allows it, and a client that sends this many requests at once. */
async function openServer(limits: TurnLimits) {
  const turns = createRequestsInTurn(limits);
  const begun: { path: string; response: ServerResponse }[] = [];
  const waitingFor: { count: number; met: () => void }[] = [];
  const server = createServer((request, response) =>
    turns.take(request, response, () => {
      begun.push({ path: request.url ?? '', response });
      for (const each of waitingFor) if (begun.length >= each.count) each.met();
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    begun,
    /** Settles once this many requests have started. */
    hasBegun: (count: number) =>
      new Promise<void>((resolve) => {
        if (begun.length >= count) resolve();
        else waitingFor.push({ count, met: resolve });
      }),
    send(count: number): Socket {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const requests = Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: x\r\n\r\n`);
      socket.write(requests.join(''));
      return socket;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test('of a thousand requests sent at once over one connection, few run at a time, and all get a response', async () => {
  await using server = await openServer({ ...turnLimits, ofConnection: 4, waiting: 4000 });
  const socket = server.send(1000);
  let text = '';
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1');
  });
  await server.hasBegun(4);
  const other = server.send(1);
  await server.hasBegun(5);
  // The other visitor's request arrived later and has started; of the thousand, still no more than four have.
  expect(server.begun.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/0']);
  for (let index = 0; index < 1001; index += 1) {
    await server.hasBegun(index + 1);
    server.begun[index]?.response.end(`answer ${index}\n`);
  }
  await once(other, 'data');
  while (!text.includes('answer 1000\n')) await once(socket, 'data');
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1000);
});

test('requests that wait on a closed connection are not started, and every response in progress emits `close`', async () => {
  await using server = await openServer({ ...turnLimits, ofConnection: 2, waiting: 100 });
  const socket = server.send(10);
  await server.hasBegun(2);
  const closed = server.begun.map(({ response }) => once(response, 'close'));
  socket.resetAndDestroy();
  await once(socket, 'close');
  // Nothing is read from the connection meanwhile; the first response detects that it is closed.
  server.begun[0]?.response.end('nobody reads this');
  await Promise.all(closed);
  const next = server.send(1);
  const [data] = await Promise.all([once(next, 'data'), server.hasBegun(3).then(() => answerLast(server.begun))]);
  expect(String(data)).toContain('well');
  expect(server.begun.map(({ path }) => path)).toEqual(['/0', '/1', '/0']);
});

function answerLast(begun: readonly { response: ServerResponse }[]): void {
  begun.at(-1)?.response.end('well');
}

test('a connection that would exceed the limit of waiting requests is closed, and others continue', async () => {
  await using server = await openServer({ ...turnLimits, ofConnection: 1, waiting: 10 });
  const many = server.send(20);
  await once(many, 'close');
  const few = server.send(11);
  let text = '';
  few.on('data', (data: Buffer) => {
    text += data.toString('latin1');
  });
  for (let index = 1; index < 12; index += 1) {
    await server.hasBegun(index + 1);
    server.begun[index]?.response.end(`answer ${index}\n`);
  }
  while (!text.includes('answer 11\n')) await once(few, 'data');
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(11);
});

test('each of many connections is read from once per iteration of the event loop, and none is forgotten', async () => {
  // More than libuv reads from the system at a time.
  const crowd = 1200;
  const rounds = 8;
  const turns = createRequestsInTurn({ ...turnLimits, turnMs: 0 });
  let inTurn = 0;
  let largest = 0;
  const server = createServer((request, response) =>
    turns.take(request, response, () => {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      largest = Math.max(largest, inTurn);
      response.end('well');
    }),
  );
  const { port, others } = await listenWidely(server, { port: 0, host: '127.0.0.1' });
  await Promise.all(
    Array.from({ length: crowd }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      for (let round = 0; round < rounds; round += 1) {
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
        await once(socket, 'data');
      }
      socket.destroy();
    }),
  );
  await Promise.all([server, ...others].map((each) => new Promise((resolve) => each.close(resolve))));
  expect(largest).toBeLessThanOrEqual(crowd);
});

test('a body that arrives in pieces is complete even if its connection was paused', async () => {
  const turns = createRequestsInTurn({ ...turnLimits, turnMs: 0 });
  const server = createServer((request, response) =>
    turns.take(request, response, () => {
      let length = 0;
      request.on('data', (bytes: Buffer) => (length += bytes.length));
      request.on('end', () => response.end(`got ${length}`));
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  for (let round = 0; round < 3; round += 1) {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n');
    for (let piece = 0; piece < 20; piece += 1)
      await new Promise((resolve) => socket.write(Buffer.alloc(10_000), resolve));
    expect(String((await once(socket, 'data'))[0])).toContain('got 200000');
  }
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
