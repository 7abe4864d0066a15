import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createJsonBodyReader } from './json-body.ts';
import type { ContractContext } from './request-context.ts';
import { openTestServer } from '#test/support/server.ts';

const roomy = { bytes: 1000, ms: 60_000, allBytes: 10_000 };

/** A request whose body arrives as it is written. */
function openRequest(headers: Record<string, string> = {}) {
  const body = new PassThrough();
  const c = { env: { incoming: body }, req: { header: (name: string) => headers[name] } };
  return { body, c: c as unknown as ContractContext };
}

test('a body that has not arrived in time is refused, however slowly it trickles in', async () => {
  const read = createJsonBodyReader({ member: roomy, stranger: { ...roomy, ms: 5 } });
  const { body, c } = openRequest();
  body.write('{"email":');
  await expect(read(c, true)).rejects.toMatchObject({
    type: 'general_bad_request',
    message: 'The request took too long to arrive.',
  });
});

test('all unfinished bodies together stay within their budget, which visitors do not share with members', async () => {
  const read = createJsonBodyReader({
    member: { ...roomy, bytes: 2000 },
    stranger: { ...roomy, bytes: 2000, allBytes: 100 },
  });
  const first = openRequest();
  const reading = read(first.c, true);
  first.body.write(`{"a":"${'x'.repeat(1100)}`);
  await once(first.body, 'resume');
  const second = openRequest();
  second.body.end(`{"b":"${'x'.repeat(1100)}"}`);
  await expect(read(second.c, true)).rejects.toMatchObject({ type: 'general_service_unavailable', status: 503 });
  // The first kilobyte does not count, so that a full budget keeps nobody from signing in.
  const small = openRequest();
  small.body.end(`{"s":"${'x'.repeat(900)}"}`);
  expect(Object.keys(await read(small.c, true))).toEqual(['s']);
  const member = openRequest();
  member.body.end(`{"c":"${'x'.repeat(1100)}"}`);
  expect(Object.keys(await read(member.c, false))).toEqual(['c']);
  first.body.end('"}');
  expect(Object.keys(await reading)).toEqual(['a']);
  // What was read is released.
  const third = openRequest();
  third.body.end(`{"d":"${'x'.repeat(1100)}"}`);
  expect(Object.keys(await read(third.c, true))).toEqual(['d']);
});

test('visitors may send less than members, with or without a Content-Length', async () => {
  const read = createJsonBodyReader({ member: roomy, stranger: { ...roomy, bytes: 50 } });
  const text = JSON.stringify({ a: 'x'.repeat(60) });
  const announced: Record<string, string>[] = [{}, { 'content-length': String(text.length) }];
  for (const headers of announced) {
    const stranger = openRequest(headers);
    stranger.body.end(text);
    await expect(read(stranger.c, true)).rejects.toMatchObject({ type: 'general_argument_invalid' });
    const member = openRequest(headers);
    member.body.end(text);
    expect(Object.keys(await read(member.c, false))).toEqual(['a']);
  }
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
