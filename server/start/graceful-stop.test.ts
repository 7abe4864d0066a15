import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm, type Librarian } from '#test/support/library.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { readConfig } from '#server/config.ts';
import { startServer } from './start-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

test('ends a long download on SIGTERM, lets uploads be resumed, and exits with 0', async () => {
  const settings = await makeSettings();
  const first = await start(settings);
  const librarian = await openLibrarian(first.url);
  const chunked = makePdf([['chunked']], { padBytes: chunkBytes + 1000 });
  const single = makePdf([['single']], { padBytes: 300_000 });
  await sendChunk(librarian, chunked, 0);
  await librarian.upload('read.pdf', makePdf([['read']], { padBytes: 3 * chunkBytes }), 'read');
  const reader = await fetch(`${first.url}${api.fileDownload(ids, 'read')}`);
  const halves = [
    await beginUpload(first.url, librarian, 'chunked', chunked.subarray(chunkBytes), {
      'content-range': `bytes ${chunkBytes}-${chunked.length - 1}/${chunked.length}`,
      'x-appwrite-id': 'chunked',
    }),
    await beginUpload(first.url, librarian, 'single', single),
  ];
  const stored = path.join(settings['DATA_DIR'] ?? '', 'files', 'parts');
  await expect.poll(async () => (await readdir(stored)).sort()).toEqual(['chunked', 'single']);

  first.process.kill('SIGTERM');
  const [code] = await once(first.process, 'exit');
  expect([code, first.output().includes('closing takes too long')]).toEqual([0, false]);
  for (const half of halves) half.destroy();
  await reader.body?.cancel().catch(() => undefined);

  const second = await start(settings);
  const again = await openLibrarian(second.url);
  const held = (await (await again.send('GET', api.file(ids, 'chunked'))).json()) as FileAnswer;
  expect([held.chunksUploaded, held.chunksTotal]).toEqual([1, 2]);
  const done = await sendChunk(again, chunked, 1);
  expect([done.chunksUploaded, done.signature]).toEqual([2, digest(chunked)]);
  expect((await again.send('GET', api.file(ids, 'single'))).status).toBe(404);
  expect((await again.upload('single.pdf', single, 'single')).signature).toBe(digest(single));
});

test('ends immediately on a second signal', async () => {
  const settings = await makeSettings();
  const server = await start(settings);
  const librarian = await openLibrarian(server.url);
  const half = await beginUpload(server.url, librarian, 'half', makePdf([['half']], { padBytes: 300_000 }));
  server.process.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('closing');
  server.process.kill('SIGTERM');
  const [code] = await once(server.process, 'exit');
  expect(code).toBe(1);
  half.destroy();
});

test.skipIf(isOnlyInSweep('starts'))('leaves no process, lock or port after a start that fails half-way', async () => {
  const dataDir = await makeFolder();
  const before = new Set(await children());
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // Samples are inspected in a separate process.
    SAMPLES: 'on',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  const openRenderer = () => Promise.reject(new Error('no pages were built'));
  await expect(startServer({ config, log: pino({ level: 'silent' }), openRenderer })).rejects.toThrow('no pages');
  // Processes of other tests in this worker may end meanwhile.
  expect((await children()).filter((id) => !before.has(id))).toEqual([]);
  await using server = await openTestServer({ dataDir });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('closes a server while a cleanup waits for an upload', async () => {
  const server = await openTestServer();
  const { files } = server.services;
  // The cleanup of the start is over before the upload begins.
  await server.cleanUp();
  const half = await holdUpload(server);
  const sweep = files.sweep.bind(files);
  const begun = Promise.withResolvers<void>();
  files.sweep = async (options) => {
    begun.resolve();
    await files.settle();
    return sweep(options);
  };
  const cleaned = server.cleanUp();
  await begun.promise;
  await expect(server[Symbol.asyncDispose]()).resolves.toBeUndefined();
  await cleaned;
  half.destroy();
});

test('a cleanup does not touch a file that is being uploaded', async () => {
  await using server = await openTestServer();
  const half = await holdUpload(server);
  await server.cleanUp();
  expect(await readdir(path.join(server.dataDir, 'files', 'parts'))).toEqual(['held']);
  half.destroy();
});

/** Starts an upload in one request and sends half of it, which locks its file. */
async function holdUpload({ url, dataDir }: TestServer): Promise<ClientRequest> {
  const librarian = await openLibrarian(url);
  const half = await beginUpload(url, librarian, 'held', makePdf([['held']], { padBytes: 300_000 }));
  await expect.poll(() => readdir(path.join(dataDir, 'files', 'parts'))).toEqual(['held']);
  return half;
}

async function start(settings: Record<string, string>) {
  const started = await startChildServer(settings);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  return started;
}

async function makeSettings(): Promise<Record<string, string>> {
  const { email, password } = administrator;
  return { DATA_DIR: await makeFolder(), ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'info' };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-stop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function sendChunk(librarian: Librarian, bytes: Buffer, index: number): Promise<FileAnswer> {
  const part = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes);
  const headers = rangeHeaders('chunked', index * chunkBytes, part.length, bytes.length);
  const answer = await librarian.sendForm(api.files(ids), uploadForm('chunked', 'chunked.pdf', part), headers);
  expect(answer.status).toBe(201);
  return (await answer.json()) as FileAnswer;
}

/** Sends the first half of an upload and leaves the connection open. */
async function beginUpload(
  url: string,
  librarian: Librarian,
  id: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<ClientRequest> {
  const field = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`;
  const body = Buffer.concat([
    Buffer.from(`${field('fileId')}\r\n\r\n${id}\r\n${field('file')}; filename="${id}.pdf"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const sending = request(`${url}${api.files(ids)}`, {
    method: 'POST',
    headers: {
      ...librarian.headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': body.length,
      ...headers,
    },
  });
  sending.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    sending.write(body.subarray(0, body.length / 2), () => resolve());
  });
  return sending;
}

/** Lists the running child processes of this one; only Linux reports them. */
async function children(): Promise<string[]> {
  const threads = await readdir('/proc/self/task').catch(() => []);
  const found = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return found.flatMap((each) => each.split(' ').filter(Boolean)).sort();
}
