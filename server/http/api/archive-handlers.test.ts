import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { visitor } from '#domain/account.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import { answerProblemTo } from '#server/http/responses/errors.ts';
import type { ContractEnv } from '#server/http/requests/request-context.ts';
import { smallPdf } from '#test/support/contract-caller.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { archiveLimits, createArchiveHandlers, type ArchiveLimits } from './archive-handlers.ts';
import { archiveSubject } from '#server/http/files/subject-archive.ts';

/** Tests many archives at once, and clients that disconnect or don't read. */

const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
let library: TestServer;
beforeAll(async () => {
  library = await openTestServer();
  const librarian = await openLibrarian(library.url);
  await librarian.upload('paper.pdf', Buffer.from(smallPdf), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Paper', year: 2080, fileId: 'paper-file' }, 'paper');
});
afterAll(() => library[Symbol.asyncDispose]());

const pieceBytes = 256 * 1024;
/**
 * Sizes of a file larger than the system buffers for a connection whose client doesn't read, and of one that has
 * several pieces.
 */
const [largeBytes, fewPieces] = [64 * 1024 * 1024, 8 * pieceBytes];

/**
 * Opens the route on a separate server, for a subject with one large file, which is not stored. The test names each
 * request, and may block all reads of the file.
 */
async function openArchives(
  limits: Partial<Omit<ArchiveLimits, 'seeking'>> & { seeking?: { maxRunning: number } },
  fileBytes = fewPieces,
) {
  const names = new AsyncLocalStorage<string>();
  /** Names of the requests that have read a piece, in order. */
  const pieces: string[] = [];
  /** Names of the requests that are ready to be sent in the same iteration of the event loop. */
  const prepared: string[] = [];
  let held: PromiseWithResolvers<void> | null = null;
  const bytesOf = (): ByteSource => async (range, take) => {
    const name = names.getStore() ?? '';
    // The check that the bytes exist.
    if (range.end === 0) return prepared.push(name) > 0;
    for (let at = range.start; at <= range.end; at += pieceBytes) {
      await held?.promise;
      pieces.push(name);
      await take(Buffer.alloc(Math.min(pieceBytes, range.end + 1 - at)));
    }
    return true;
  };
  const { materials, files } = library.services;
  const getReadable: typeof files.getReadable = async (...given) => ({
    ...(await files.getReadable(...given)),
    sizeBytes: fileBytes,
  });
  const services = { ...library.services, materials, files: { ...files, getReadable, bytesOf } };
  const { etag } = await archiveSubject({ services }, visitor, { ...place, kind: 'paper' });
  const { downloadSubject } = createArchiveHandlers(
    { services, config: { trustedProxies: ['127.0.0.1'] } },
    { ...archiveLimits, ...limits, seeking: { ...archiveLimits.seeking, ...limits.seeking } },
  );
  const app = new Hono<ContractEnv>();
  app.get('/:name', (c) =>
    names.run(c.req.param('name'), () => {
      const query = { ...place, subject: c.req.query('subject') ?? place.subject, kind: 'paper' };
      return downloadSubject({ c, actor: visitor, query } as never) as Promise<Response>;
    }),
  );
  app.onError((error, c) =>
    error instanceof Problem ? answerProblemTo(c, error) : new Response(null, { status: 500 }),
  );
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const responses = new Map<string, ServerResponse>();
  server.on('request', ({ url }, response) => responses.set(url?.slice(1).split('?')[0] ?? '', response));
  return {
    port,
    pieces,
    prepared,
    hold: () => void (held = Promise.withResolvers()),
    free() {
      held?.resolve();
      held = null;
    },
    /** Resolves when the server has closed the response to that request. */
    async closed(name: string): Promise<void> {
      const response = responses.get(name);
      if (response && !response.closed) await once(response, 'close');
    },
    /** Requests the last bytes, or the whole subject; returns the status once everything was read. */
    async ask(name: string, { from = '192.0.2.1', subject = place.subject, seeks = true, signal }: Asked = {}) {
      // Only clients that name the archive's version get a part of it.
      const headers = { 'x-forwarded-for': from, range: seeks ? 'bytes=-10' : 'bytes=0-9', 'if-range': `"${etag}"` };
      const init = signal ? { headers, signal } : { headers };
      const answer = await fetch(`http://127.0.0.1:${port}/${name}?subject=${subject}`, init);
      await answer.arrayBuffer();
      return answer.status;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Asked = { from?: string; subject?: string; seeks?: boolean; signal?: AbortSignal };

/** Waits until everything that is ready has run. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('sites take turns at resuming archives, and the networks of one IPv6 site count as one site', async () => {
  await using archives = await openArchives({ seeking: { maxRunning: 1 } });
  archives.hold();
  const all: Promise<number>[] = [];
  for (const [name, from] of [
    ['a1', '2001:db8:1:1::1'],
    ['a2', '2001:db8:1:2::1'],
    ['a3', '2001:db8:1:3::1'],
    ['b1', '192.0.2.1'],
  ] as const) {
    all.push(archives.ask(name, { from }));
    await expect.poll(() => archives.prepared).toContain(name);
    await settle();
  }
  archives.free();
  expect(await Promise.all(all)).toEqual([206, 206, 206, 206]);
  expect([...new Set(archives.pieces)]).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('seeking to the position where an archive resumes ends when the client leaves, and the next seek begins', async () => {
  await using archives = await openArchives({ seeking: { maxRunning: 1 } });
  archives.hold();
  const leaving = new AbortController();
  const left = archives.ask('left', { signal: leaving.signal }).catch(() => 'left');
  await expect.poll(() => archives.prepared).toContain('left');
  await settle();
  const stayed = archives.ask('stayed');
  await expect.poll(() => archives.prepared).toContain('stayed');
  leaving.abort();
  expect(await left).toBe('left');
  await archives.closed('left');
  archives.free();
  expect(await stayed).toBe(206);
  // One that was already being read, and the one after it.
  expect(archives.pieces.filter((name) => name === 'left').length).toBeLessThanOrEqual(2);
});

test('if all slots are in use, a download whose client does not read is ended for another one', async () => {
  await using archives = await openArchives({ maxSending: 1, stalledMs: 0 }, largeBytes);
  const deaf = connect(archives.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void deaf.destroy());
  deaf.pause().write('GET /deaf HTTP/1.1\r\nhost: x\r\n\r\n');
  let seen = 0;
  // Until the system's buffers are full.
  await expect
    .poll(() => {
      const before = seen;
      seen = archives.pieces.length;
      return seen > 0 && seen === before;
    })
    .toBe(true);
  await expect.poll(() => archives.ask('other', { seeks: false })).toBe(206);
  await archives.closed('deaf');
  expect(archives.pieces.filter((name) => name === 'deaf').length).toBeLessThan(largeBytes / pieceBytes);
  expect(await archives.ask('later', { seeks: false })).toBe(206);
});

test('the slot of a download is released when the archive is sent or empty, or when its client left', async () => {
  await using archives = await openArchives({ maxSending: 1, stalledMs: 60_000 });
  expect(await archives.ask('sent')).toBe(206);
  expect(await archives.ask('empty', { subject: 'Nothing' })).toBe(404);
  archives.hold();
  const leaving = new AbortController();
  const left = archives.ask('left', { signal: leaving.signal }).catch(() => 'left');
  await expect.poll(() => archives.prepared).toContain('left');
  expect(await archives.ask('refused')).toBe(503);
  const page = await fetch(`http://127.0.0.1:${archives.port}/followed`, {
    headers: { accept: 'text/html,*/*;q=0.8' },
  });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await page.text()).toContain('<p>Too many downloads are in progress. Please try again in a moment.</p>');
  leaving.abort();
  expect(await left).toBe('left');
  await archives.closed('left');
  archives.free();
  await expect.poll(() => archives.ask('later')).toBe(206);
});
