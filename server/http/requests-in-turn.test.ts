import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestsInTurn, type TurnLimits } from './requests-in-turn.ts';

/** A server that answers when it is told to, and a client that sends so many requests at once. */
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
    /** Settles once so many requests have begun. */
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

test('of a thousand requests sent at once over one connection a few are worked on at a time, and all are answered', async () => {
  await using server = await openServer({ ofConnection: 4, waiting: 4000 });
  const socket = server.send(1000);
  let text = '';
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1');
  });
  await server.hasBegun(4);
  const other = server.send(1);
  await server.hasBegun(5);
  // The other visitor's request has come in later and is begun; of the thousand still no more than four are.
  expect(server.begun.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/0']);
  for (let index = 0; index < 1001; index += 1) {
    await server.hasBegun(index + 1);
    server.begun[index]?.response.end(`answer ${index}\n`);
  }
  await once(other, 'data');
  while (!text.includes('answer 1000\n')) await once(socket, 'data');
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1000);
});

test('what waits on a connection that is closed is not begun, and every answer under way is told', async () => {
  await using server = await openServer({ ofConnection: 2, waiting: 100 });
  const socket = server.send(10);
  await server.hasBegun(2);
  const told = server.begun.map(({ response }) => once(response, 'close'));
  socket.resetAndDestroy();
  await once(socket, 'close');
  // Nothing is read from it meanwhile, so the first answer finds out.
  server.begun[0]?.response.end('nobody reads this');
  await Promise.all(told);
  const next = server.send(1);
  const [data] = await Promise.all([once(next, 'data'), server.hasBegun(3).then(() => answerLast(server.begun))]);
  expect(String(data)).toContain('well');
  expect(server.begun.map(({ path }) => path)).toEqual(['/0', '/1', '/0']);
});

function answerLast(begun: readonly { response: ServerResponse }[]): void {
  begun.at(-1)?.response.end('well');
}

test('a connection that would make too much wait on all of them together is closed, and others go on', async () => {
  await using server = await openServer({ ofConnection: 1, waiting: 10 });
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
