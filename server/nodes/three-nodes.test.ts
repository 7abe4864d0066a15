import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { chunkBytes } from '#domain/chunk.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm, type Librarian } from '#test/support/library.ts';
import { openPostgresServer, type TestDatabase } from '#test/support/postgres-server.ts';
import { listenAt } from '#test/support/realtime.ts';
import { openRoundRobin, type RoundRobin } from '#test/support/round-robin.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { administrator } from '#test/support/server.ts';

const reason = whyNoPostgres() ?? (await whyNoS3());
if (reason) process.stdout.write(`skipped: tests of three nodes behind a proxy, because ${reason}\n`);

/** Three processes as an operator runs them, behind a proxy that gives each request to the next one. */
let folder: string;
let database: TestDatabase;
let store: S3Server;
let proxy: RoundRobin;
let start: (name: string) => Promise<ChildServer>;
const nodes: ChildServer[] = [];
const node = (index: number): ChildServer => nodes[index] as ChildServer;

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const visitor = { 'x-appwrite-project': ids.projectId };

beforeAll(async () => {
  if (reason) return;
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-nodes-'));
  store = await openS3Server();
  database = await (await openPostgresServer()).make({ isEmpty: true });
  proxy = await openRoundRobin(() => nodes.map(({ url }) => url));
  const shared = {
    DATABASE_URL: database.url,
    STORAGE_URL: store.newUrl(),
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    PUBLIC_URL: proxy.url,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    OCR_LANGUAGES: 'off',
  };
  start = (name) => startChildServer({ ...shared, DATA_DIR: path.join(folder, name), NODE_NAME: name });
  nodes.push(...(await Promise.all(['a', 'b', 'c'].map(start))));
}, 180_000);

afterAll(async () => {
  if (reason) return;
  await Promise.all(nodes.map((each) => stop(each)));
  await proxy[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function stop({ process: child }: ChildServer, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const pdfOf = (words: string, chunks: number) => makePdf([[words]], { padBytes: chunks * chunkBytes - 100_000 });

/** Sends one chunk to one node. */
async function sendChunk(to: ChildServer, librarian: Librarian, id: string, bytes: Uint8Array, index: number) {
  const startAt = index * chunkBytes;
  const part = bytes.subarray(startAt, startAt + chunkBytes);
  return fetch(`${to.url}${api.files(ids)}`, {
    method: 'POST',
    headers: { ...librarian.headers, ...rangeHeaders(id, startAt, part.length, bytes.length) },
    body: uploadForm(id, 'paper.pdf', part),
  });
}

async function download({ url }: { url: string }, id: string): Promise<string> {
  const answer = await fetch(`${url}${api.fileDownload(ids, id)}`, { headers: visitor });
  expect(answer.status).toBe(200);
  return digest(new Uint8Array(await answer.arrayBuffer()));
}

const listed = async ({ url }: { url: string }) => {
  const answer = await fetch(`${url}${api.documents(ids, 'papers')}`, { headers: visitor });
  const { documents } = (await answer.json()) as { documents: { $id: string }[] };
  return documents.map(({ $id }) => $id);
};

describe.skipIf(reason)('three nodes behind a plain proxy', () => {
  test('chunks land on different nodes, and what is published through one is told and seen on another at once', async () => {
    const librarian = await openLibrarian(node(0).url);
    const bytes = pdfOf('Chunks of three nodes', 3);
    // The list of each node is cached before.
    for (const each of nodes) expect(await listed(each)).toEqual([]);
    using client = await listenAt(node(2).url, { words: '&channels[]=documents' });
    await client.next();

    const viaProxy: Librarian = await openLibrarian(proxy.url);
    proxy.answeredBy.length = 0;
    await viaProxy.upload('paper.pdf', bytes, 'chunked');
    expect(new Set(proxy.answeredBy).size).toBe(3);

    const data = { ...place, title: 'Published by the second', year: 2024 };
    const body = {
      documentId: 'second',
      data: { ...data, downloadUrl: `${proxy.url}${api.filePreview(ids, 'chunked')}` },
    };
    const published = await fetch(`${node(1).url}${api.documents(ids, 'papers')}`, {
      method: 'POST',
      headers: { ...librarian.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([published.status, (await published.json()) as object]).toEqual([
      201,
      expect.objectContaining({ $id: 'second' }),
    ]);
    expect((await client.next()).data.payload.$id).toBe('second');
    expect(await listed(node(2))).toEqual(['second']);
    for (const each of nodes) expect(await download(each, 'chunked')).toBe(digest(bytes));
  });

  test('a node that is killed in the middle of an upload loses nothing that was acknowledged', async () => {
    const librarian = await openLibrarian(node(1).url);
    const bytes = pdfOf('A node is killed', 3);
    expect((await sendChunk(node(0), librarian, 'killed', bytes, 0)).status).toBe(201);
    expect((await sendChunk(node(0), librarian, 'killed', bytes, 1)).status).toBe(201);
    // It is killed while it receives the last chunk, or just after.
    const last = sendChunk(node(0), librarian, 'killed', bytes, 2).catch(() => null);
    await stop(node(0), 'SIGKILL');
    await last;
    const answer = await sendChunk(node(1), librarian, 'killed', bytes, 2);
    const file = (await answer.json()) as { chunksUploaded: number; chunksTotal: number; type?: string };
    expect([answer.status, file]).toEqual([
      expect.any(Number),
      expect.objectContaining({ chunksUploaded: 3, chunksTotal: 3 }),
    ]);
    // A client that has not heard of it sends the last chunk once more, and is told the same.
    const again = (await (await sendChunk(node(2), librarian, 'killed', bytes, 2)).json()) as object;
    expect(again).toEqual(expect.objectContaining({ chunksUploaded: 3, chunksTotal: 3 }));
    expect(await download(node(2), 'killed')).toBe(digest(bytes));

    // The killed one comes back over the same folder and has what it missed.
    nodes[0] = await start('a');
    expect(await listed(node(0))).toEqual(await listed(node(2)));
    expect(await listed(node(0))).toContain('second');
  });
});
