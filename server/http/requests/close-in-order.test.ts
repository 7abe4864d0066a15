import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { closeInOrder } from './close-in-order.ts';

const files = '/v1/storage/buckets/files/files';
const formHead = ['content-type: multipart/form-data; boundary=x'];

function request(line: string, headers: readonly string[], body: Buffer): Buffer {
  const head = ['host: localhost', 'x-appwrite-project: examshelf', ...headers, `content-length: ${body.length}`];
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`), body]);
}

const form = (name: string, bytes: number) =>
  Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="fileId"\r\n\r\nf1\r\n'),
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.alloc(bytes, 'no such file\n'),
    Buffer.from('\r\n--x--\r\n'),
  ]);

/** Somewhat less than a chunk of an upload, and more than the system buffers for a client that does not read. */
const large = 5_000_000;

const refusals: [name: string, line: string, headers: string[], body: Buffer, status: number][] = [
  ['an upload of nobody', `POST ${files}`, formHead, form('a.pdf', large), 401],
  [
    'an upload of another origin',
    `POST ${files}`,
    [...formHead, 'origin: https://evil.test'],
    form('a.pdf', large),
    403,
  ],
  [
    'an upload with the wrong range',
    `POST ${files}`,
    [...formHead, 'content-range: pages 1'],
    form('a.pdf', large),
    400,
  ],
  ['an upload that is no PDF', `POST ${files}`, formHead, form('a.pdf', large), 400],
  ['a body that is too large', 'POST /v1/account/sessions/email', [], Buffer.alloc(large, ' '), 400],
  ['an address nobody answers', 'POST /v1/nowhere', [], Buffer.alloc(large), 404],
  ['a page', 'POST /about', [], Buffer.alloc(large), 405],
];

test.each(refusals)(
  'the refusal of %s reaches a client that sends everything first',
  async (name, line, headers, body, status) => {
    await using server = await openTestServer();
    const cookie = ['no PDF', 'range'].some((word) => name.includes(word))
      ? [`cookie: ${(await callAsAdministrator(server.url)).cookie}`]
      : [];
    // On a slow machine a file has arrived completely before it is judged, and the connection may stay open.
    const mayStayOpen = name === 'an upload that is no PDF';
    for (const connection of mayStayOpen ? ['close'] : ['close', 'keep-alive']) {
      const sent = request(line, [...headers, ...cookie, `connection: ${connection}`], body);
      const { answer, broken } = await exchange(server.url, sent, { readsLast: true });
      expect([name, connection, broken, answer.split('\r\n')[0]?.split(' ')[1]]).toEqual([
        name,
        connection,
        null,
        String(status),
      ]);
      const [head = '', text = ''] = answer.split('\r\n\r\n');
      expect(text.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
      expect(head).toMatch(/\r\nconnection: close/i);
    }
  },
);

test('a body without a Content-Length that grows too large is refused, and the refusal arrives', async () => {
  await using server = await openTestServer();
  const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const head = 'host: localhost\r\nx-appwrite-project: examshelf\r\ntransfer-encoding: chunked\r\n\r\n';
  const sent = `POST /v1/account/sessions/email HTTP/1.1\r\n${head}${piece.repeat(60)}0\r\n\r\n`;
  const { answer, broken } = await exchange(server.url, sent, { readsLast: true });
  expect([broken, answer.slice(0, 12)]).toEqual([null, 'HTTP/1.1 400']);
  expect(answer).toContain('larger than 16 KB');
});

test('at most one chunk of a refused body is read, and its sender still receives the response', async () => {
  await using server = await openTestServer();
  for (const connection of ['close', 'keep-alive']) {
    const sent = request(`POST ${files}`, [...formHead, `connection: ${connection}`], Buffer.alloc(64 * 1024 * 1024));
    const { answer, sentBytes } = await exchange(server.url, sent);
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*user_unauthorized/);
    // A chunk, and the system's buffers between the two.
    expect(sentBytes).toBeLessThan(24 * 1024 * 1024);
  }
}, 20_000);

test('a small body that was not read does not close the connection', async () => {
  await using server = await openTestServer();
  const refused = request('POST /v1/nowhere', [], Buffer.from('{}'));
  const last = 'GET /v1/ping HTTP/1.1\r\nhost: localhost\r\nx-appwrite-project: examshelf\r\nconnection: close\r\n\r\n';
  const { answer } = await exchange(server.url, Buffer.concat([refused, Buffer.from(last)]));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
});

test('a client that expects 100-continue is refused without it, or gets it', async () => {
  await using server = await openTestServer();
  const ask = async (headers: string[]) => {
    const body = form('a.html', 0).toString().replace('\r\n\r\n\r\n--x--', '\r\n\r\n<!doctype html><p>1.\r\n--x--');
    const whole = request(`POST ${files}`, [...formHead, 'expect: 100-continue', ...headers], Buffer.from(body));
    const at = whole.indexOf('\r\n\r\n') + 4;
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(whole.subarray(0, at));
    const [first] = (await once(socket, 'data')) as [Buffer];
    if (!String(first).startsWith('HTTP/1.1 100')) {
      socket.destroy();
      return String(first);
    }
    socket.write(whole.subarray(at));
    const [last] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return String(first) + String(last);
  };
  expect(await ask([])).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
  const { cookie } = await callAsAdministrator(server.url);
  expect(await ask([`cookie: ${cookie}`])).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test('a client that neither sends nor closes is disconnected after a time', async () => {
  const server = createServer((socket) => {
    socket.write('bye');
    closeInOrder(socket, socket, { bytes: 1000, ms: 20, graceMs: 20 });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const idle = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  idle.on('error', () => undefined);
  const [said] = (await once(idle, 'data')) as [Buffer];
  expect(String(said)).toBe('bye');
  const gone = new Promise<void>((resolve) => server.close(() => resolve()));
  await gone;
  idle.destroy();
});
