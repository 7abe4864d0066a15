import { once } from 'node:events';
import { createServer, request as startRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openTestServer } from '#test/support/server.ts';
import { bodyReceived, createBodyReceiver, type BodyLimits, type Sender } from './receive-body.ts';

const roomy: BodyLimits = { bytes: 3000, ms: 60_000, allBytes: 10_000 };

async function readResponse(sent: ClientRequest): Promise<string> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  return text;
}

/** Opens a server that receives bodies and reports, for each request, the value that its handler gets. */
async function openReceiver(limits: Partial<Record<Sender, Partial<BodyLimits>>>) {
  const receive = createBodyReceiver({
    senderOf: ({ headers }) => (headers['x-sender'] as Sender | undefined) ?? 'stranger',
    limits: {
      administrator: { ...roomy, ...limits.administrator },
      member: { ...roomy, ...limits.member },
      stranger: { ...roomy, ...limits.stranger },
    },
  });
  const arrived: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    arrived.push(request);
    receive(request, () => {
      try {
        response.end(`${bodyReceived(request).length} bytes`);
      } catch (error) {
        response.setHeader('connection', 'close');
        response.end((error as Error & { type: string }).type);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Begins a request and sends its body as the test writes it; `text` resolves to the response. */
    begin(sender: Sender, headers: Record<string, string> = {}) {
      const sent = startRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        agent: false,
        headers: { 'x-sender': sender, ...headers },
      });
      sent.on('error', () => undefined);
      return { sent, text: readResponse(sent) };
    },
    /** Waits until this number of bytes of the request with this index have been read. */
    async hasRead(index: number, bytes: number): Promise<void> {
      await expect.poll(() => arrived[index]?.socket.bytesRead).toBeGreaterThan(bytes);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test('a body that has not arrived in time is refused, even if it still trickles in', async () => {
  await using server = await openReceiver({ stranger: { ms: 5 } });
  const { sent, text } = server.begin('stranger');
  sent.write('{"email":');
  expect(await text).toBe('general_bad_request');
});

test('all unfinished bodies together stay within their budget, and visitors have a separate one from signed-in users', async () => {
  await using server = await openReceiver({ stranger: { allBytes: 100 } });
  const first = server.begin('stranger');
  first.sent.write('x'.repeat(1100));
  await server.hasRead(0, 1100);
  const second = server.begin('stranger');
  second.sent.end('x'.repeat(1150));
  expect(await second.text).toBe('general_service_unavailable');
  // The first kilobyte does not count, so that clients can sign in even if the budget is full.
  const small = server.begin('stranger');
  small.sent.end('x'.repeat(900));
  expect(await small.text).toBe('900 bytes');
  for (const sender of ['member', 'administrator'] as const) {
    const { sent, text } = server.begin(sender);
    sent.end('x'.repeat(1150));
    expect(await text).toBe('1150 bytes');
  }
  first.sent.end();
  expect(await first.text).toBe('1100 bytes');
  // The budget counts only bodies that are still arriving.
  const third = server.begin('stranger');
  third.sent.end('x'.repeat(1100));
  expect(await third.text).toBe('1100 bytes');
});

test('visitors may send less than signed-in users, with or without a Content-Length', async () => {
  await using server = await openReceiver({ stranger: { bytes: 50 } });
  const announced: Record<string, string>[] = [{}, { 'content-length': '60' }];
  for (const headers of announced) {
    const stranger = server.begin('stranger', headers);
    stranger.sent.end('x'.repeat(60));
    expect(await stranger.text).toBe('general_argument_invalid');
    const member = server.begin('member', headers);
    member.sent.end('x'.repeat(60));
    expect(await member.text).toBe('60 bytes');
  }
});

test('a form with a file is left to its handler', async () => {
  await using server = await openReceiver({});
  const { sent, text } = server.begin('stranger', { 'content-type': 'multipart/form-data; boundary=x' });
  sent.write('--x');
  expect(await text).toBe('0 bytes');
});

test('a visitor whose Content-Length is too large is refused before any of the body is read', async () => {
  await using server = await openTestServer();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const path = '/v1/databases/library/collections/papers/documents';
  const headers = 'host: localhost\r\nx-appwrite-project: examshelf\r\ncontent-length: 1000000';
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n{`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  expect(String(data)).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*larger than 16 KB/i);
  socket.destroy();
});
