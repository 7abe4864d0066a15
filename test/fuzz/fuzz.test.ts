import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { extentOf } from '#test/support/sweeps.ts';
import { fuzzRun, replay } from './fuzz-run.ts';
import { fuzzedRequest, type FuzzedRequest } from './requests.ts';

/** Malformed requests: no 5xx, no hang, no leak, and nothing internal is revealed. */

const { seed } = fuzzRun;
const rounds = 8;
const perRound = extentOf('cases', { all: 160, part: 80 }) * fuzzRun.scale;
const atOnce = 24;
const hangMs = 20_000;

/** Internal details: paths, stack traces, words of the engines. */
const inside =
  /node_modules|\bat \S+ \(|\.ts:\d+|SQLITE|sqlite|ENOENT|EISDIR|\/tmp\/|\/examshelf-test|data_dir|Kysely|ZodError|argon2/;

test('fuzzed requests cause no 5xx, no hang, no leak and reveal nothing internal', async () => {
  await using server = await openTestServer();
  const administrator = await callAsAdministrator(server.url);
  await uploadSmallFile(administrator, { id: 'f1', name: 'a.pdf', content: smallPdf });
  // Search threads stay once they were started.
  await administrator.call('GET', '/search?q=a');
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const found: string[] = [];
  const statuses = new Map<number, number>();
  const heap: number[] = [];
  const handlesBefore = openHandles();
  for (let round = 0; round < rounds; round += 1) {
    const requests = fc.sample(fuzzedRequest, { seed: seed + round, numRuns: perRound });
    let next = 0;
    const worker = async () => {
      while (next < requests.length) {
        const one = requests[next];
        next += 1;
        if (!one) return;
        const answer = await send(server.url, agent, one, administrator.cookie);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = judge(one, answer);
        if (fault) found.push(`${fault}: ${describeRequest(one)} → ${answer.text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    heap.push(collectedHeap());
  }
  agent.destroy();
  expect([replay, ...found.slice(0, 20)]).toEqual([replay]);
  expect([...statuses.values()].reduce((sum, each) => sum + each, 0)).toBe(rounds * perRound);
  // Caches are full after two rounds; from then on memory must not grow with the number of requests.
  expect((heap.at(-1) ?? 0) - (heap[1] ?? 0)).toBeLessThan(24 * 1024 * 1024);
  // Once the connections of this test are closed, no more handles are open than before.
  await expect.poll(openHandles).toBeLessThan(handlesBefore + 8);
  // The server still does its work.
  expect((await callAsAdministrator(server.url)).cookie).not.toBe('');
  // And many of the requests were valid enough to change something.
  expect(statuses.get(201) ?? 0).toBeGreaterThan((rounds * perRound) / 200);
}, 600_000);

test('bytes that are not HTTP get 400 or a closed connection, and the server keeps running', async () => {
  await using server = await openTestServer();
  const { port } = new URL(server.url);
  const lines = fc.sample(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ maxLength: 200 }).map((text) => Buffer.from(`GET /${text} HTTP/1.1\r\n\r\n`)),
      fc
        .string({ maxLength: 200 })
        .map((text) => Buffer.from(`POST /v1/account HTTP/1.1\r\nhost: localhost\r\n${text}\r\n\r\n`)),
      fc.constantFrom(
        Buffer.from('GET / HTTP/1.1\r\n\r\n'),
        Buffer.from('GET http://[::1 HTTP/1.1\r\nhost: localhost\r\n\r\n'),
        Buffer.from('OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n'),
        Buffer.from('GET // HTTP/1.1\r\nhost: [\r\n\r\n'),
        Buffer.from(
          'POST /v1/account HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        ),
        Buffer.from(`GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`),
      ),
    ),
    { seed, numRuns: 120 * fuzzRun.scale },
  );
  const found: string[] = [];
  for (const bytes of lines) {
    const answer = await sendRaw(Number(port), bytes);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
    if (status >= 500 || inside.test(answer))
      found.push(`${Buffer.from(bytes).toString('latin1').slice(0, 120)} → ${answer.slice(0, 200)}`);
  }
  expect([replay, ...found]).toEqual([replay]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}, 120_000);

type Answer = { status: number; text: string; type: string };

function send(url: string, agent: Agent, one: FuzzedRequest, cookie: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { ...one.headers };
    if (one.isSignedIn && !headers['cookie']) headers['cookie'] = cookie;
    // Requests that end every session are sent by another account: the rest of the round still needs this one.
    if (one.method === 'DELETE' && one.path.startsWith('/v1/account')) delete headers['cookie'];
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, agent, method: one.method, path: one.path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          type: response.headers['content-type'] ?? '',
        }),
      );
      response.on('error', reject);
    });
    asked.setTimeout(hangMs, () => resolve({ status: 599, text: 'no answer', type: '' }));
    // A refused body may be cut off while it is still being sent: then the response came, or the connection was closed.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE'
        ? resolve({ status: 0, text: '', type: '' })
        : reject(error),
    );
    if (one.body) asked.write(one.body);
    asked.end();
  });
}

function judge({ method }: FuzzedRequest, { status, text, type }: Answer): string | null {
  if (status >= 500 && status !== 501) return `status ${status}`;
  if (type.includes('json') && inside.test(text)) return 'words from inside';
  if (method !== 'HEAD' && status >= 400 && type.includes('json') && !/"type":"[a-z_]+"/.test(text))
    return 'an error without a type';
  return null;
}

function describeRequest({ method, path, headers, body }: FuzzedRequest): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${body ? Buffer.from(body).toString('utf8').slice(0, 200) : ''}`;
}

function sendRaw(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', done);
    socket.on('error', done);
    socket.end(bytes);
  });
}

function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Open file handles of this process, including sockets; 0 where the system does not report them. */
function openHandles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
