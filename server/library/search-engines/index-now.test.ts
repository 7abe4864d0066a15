import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { createChanges } from '#server/library/changes.ts';
import { openTestServer } from '#test/support/server.ts';
import { createIndexNow } from './index-now.ts';

/** Changed pages are submitted to search engines, here to a server of the test. */

const key = 'abcdef-0123456789';
const publicUrl = 'https://library.example.edu';
const everybody = ['read("any")'];
const material = (id: string, permissions = everybody) => ({ id, permissions }) as unknown as Material;

/** Opens a search engine that responds with these statuses, and repeats the last one. */
async function openEngine(statuses: readonly number[], options: { waitsMs?: number[]; maxUrls?: number } = {}) {
  const received: { urlList: string[]; [name: string]: unknown }[] = [];
  const lines: { msg: string; [name: string]: unknown }[] = [];
  const answer: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push(JSON.parse(body));
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      // 0 never responds.
      if (status > 0) response.writeHead(status).end('ok');
    });
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const changes = createChanges((error) => {
    throw error;
  });
  const indexNow = createIndexNow({
    key,
    publicUrl,
    changes,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    waitsMs: [0, 0, 0],
    ...options,
  });
  if (!indexNow) throw new Error('it is off');
  return {
    changes,
    received,
    lines,
    indexNow,
    async [Symbol.asyncDispose]() {
      await indexNow.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('added, changed, hidden and withdrawn pages are submitted together, each once', async () => {
  await using engine = await openEngine([200]);
  const { changes } = engine;
  changes.tell({ subject: 'material', action: 'create', material: material('new') });
  changes.tell({ subject: 'material', action: 'update', material: material('new'), before: material('new') });
  changes.tell({ subject: 'material', action: 'delete', material: material('old') });
  const hidden = material('hidden', ['read("label:admin")']);
  changes.tell({ subject: 'material', action: 'update', material: hidden, before: material('hidden') });
  // Never readable by everybody: its id must not be published.
  changes.tell({ subject: 'material', action: 'create', material: material('private', ['read("users")']) });
  const many = ['a', 'b'].map((id) => ({ subject: 'material', action: 'create', material: material(id) }) as const);
  changes.tell({ subject: 'materials', changes: many });
  await expect.poll(() => engine.lines.length).toBe(1);
  expect(engine.received).toEqual([
    {
      host: 'library.example.edu',
      key,
      keyLocation: `${publicUrl}/${key}.txt`,
      urlList: ['new', 'old', 'hidden', 'a', 'b'].map((id) => `${publicUrl}/material/${id}`),
    },
  ]);
});

test('a submission that fails is repeated a few times and then abandoned, and a later one starts again', async () => {
  await using engine = await openEngine([503, 429, 500, 200]);
  engine.changes.tell({ subject: 'material', action: 'create', material: material('one') });
  await expect.poll(() => engine.lines.length).toBe(1);
  expect(engine.lines[0]).toMatchObject({ pages: 1, reason: 'status 500' });
  expect(engine.received.map(({ urlList }) => urlList.length)).toEqual([1, 1, 1]);
  engine.changes.tell({ subject: 'material', action: 'create', material: material('two') });
  await expect.poll(() => engine.lines.length).toBe(2);
  expect(engine.received.at(-1)?.urlList).toEqual([`${publicUrl}/material/two`]);
});

test('a refused submission is not repeated', async () => {
  await using engine = await openEngine([403]);
  engine.changes.tell({ subject: 'material', action: 'create', material: material('one') });
  await expect.poll(() => engine.lines.length).toBe(1);
  expect([engine.received.length, engine.lines[0]?.['reason']]).toEqual([1, 'status 403']);
});

test('the queue is limited, and a search engine that never responds blocks neither changes nor closing', async () => {
  await using engine = await openEngine([0], { maxUrls: 3 });
  const create = (id: string) => engine.changes.tell({ subject: 'material', action: 'create', material: material(id) });
  create('first');
  await expect.poll(() => engine.received.length).toBe(1);
  for (let index = 0; index < 1000; index += 1) create(`m${index}`);
  expect([engine.indexNow.waiting(), engine.received.length]).toEqual([3, 1]);
});

test('nothing is submitted without a key, or for a library on this machine', () => {
  const log = pino({ level: 'silent' });
  const changes = createChanges(() => undefined);
  const at = (url: string, own: string | null = key) => createIndexNow({ key: own, publicUrl: url, changes, log });
  expect([at(publicUrl, null), at('http://localhost:3000'), at('http://127.0.0.1'), at('http://[::1]:80')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the key can be fetched at its address, and nowhere without the setting', async () => {
  // A key for an address on this machine: the file is served, and nothing is submitted.
  await using server = await openTestServer({ settings: { INDEXNOW_KEY: key } });
  const file = await fetch(`${server.url}/${key}.txt`);
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/plain;charset=UTF-8',
    key,
  ]);
  expect((await fetch(`${server.url}/another-key-1.txt`)).headers.get('content-type')).not.toContain('text/plain');
});
