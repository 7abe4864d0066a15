import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunkBytes } from '#domain/text/chunk.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { openDurablePostgresServer, toUrl } from '#test/support/postgres-server.ts';
import { listenAt } from '#test/support/realtime.ts';
import { openS3Server } from '#test/support/s3-server.ts';
import { administrator } from '#test/support/server.ts';
import { openRoundRobin } from '#test/support/round-robin.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { startLoad, verifyAcknowledged } from './engine-load.ts';

/** Longest time until everything is normal again after a fault, without a restart. */
const recoveryMs = 45_000;
const nodeNames = ['first', 'second'];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type EngineFault = {
  name: string;
  /** True if `/readyz` must report it: false where the engine only responds late, or is unavailable for a moment. */
  isSeen: boolean;
  begin(): unknown;
  end(): unknown;
};

/**
 * Lets PostgreSQL and the S3 store fail in each way for this many seconds, while nodes behind a proxy are under load,
 * and prints the responses. Returns the broken promises.
 */
export async function runEngineFaults({ seconds, only = '' }: { seconds: number; only?: string }): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-engines-'));
  const postgres = await openDurablePostgresServer();
  await using store = await openS3Server();
  await using made = await postgres.make({ isEmpty: true });
  await using database = await openUnreliableLine(`http://127.0.0.1:${made.address.port}`);
  await using objects = await openUnreliableLine(store.endpoint);
  let urls: string[] = [];
  await using proxy = await openRoundRobin(() => urls);
  const settings = {
    PUBLIC_URL: proxy.url,
    DATABASE_URL: toUrl({ ...made.address, port: Number(new URL(database.url).port) }),
    STORAGE_URL: store.newUrl().replace(encodeURIComponent(store.endpoint), encodeURIComponent(objects.url)),
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    OCR_LANGUAGES: 'off',
  };
  const nodes: ChildServer[] = [];
  const pass = () => {
    database.enter('pass');
    objects.enter('pass');
  };
  const faults: EngineFault[] = [
    ...(['fast', 'immediate'] as const).map((how) => ({
      name: `postgres restarted (${how})`,
      isSeen: false,
      begin: () => postgres.restart(how),
      end: pass,
    })),
    { name: 'postgres stopped', isSeen: true, begin: () => postgres.stop('fast'), end: () => postgres.start() },
    ...(['refuse', 'hang', 'slow'] as const).flatMap((mode) => [
      { name: `postgres ${mode}`, isSeen: mode !== 'slow', begin: () => database.enter(mode), end: pass },
      { name: `s3 ${mode}`, isSeen: mode !== 'slow', begin: () => objects.enter(mode), end: pass },
    ]),
  ];
  const broken: string[] = [];
  try {
    for (const name of nodeNames)
      nodes.push(await startChildServer({ ...settings, NODE_NAME: name, DATA_DIR: path.join(folder, name) }));
    urls = nodes.map(({ url }) => url);
    const librarian = await openLibrarian(proxy.url);
    const bytes = makePdf([['engine']], { padBytes: chunkBytes });
    await librarian.upload('read.pdf', bytes, 'read');
    await publish(librarian, 'read');
    for (const fault of faults.filter(({ name }) => name.includes(only))) {
      const found = await runFault({ fault, url: proxy.url, urls, librarian, bytes, seconds });
      broken.push(...found.map((line) => `${fault.name}: ${line}`));
    }
    const errors = nodes
      .flatMap(({ output }) => output().split('\n'))
      .filter((line) => /"level":("error"|50)/.test(line));
    if (errors.length > 0)
      process.stdout.write(`\nthe log of the server has errors:\n${errors.slice(0, 20).join('\n')}\n`);
    for (const { process: node, output } of nodes)
      if (node.exitCode !== null) broken.push(`a server ended: ${output().slice(-2000)}`);
  } finally {
    pass();
    for (const { process: node } of nodes)
      if (node.exitCode === null) {
        node.kill('SIGTERM');
        await once(node, 'exit');
      }
    await rm(folder, { recursive: true, force: true });
  }
  return broken;
}

const publish = (librarian: Librarian, id: string, fileId = id) =>
  librarian.publish(
    'paper',
    { fileId, title: id, facultyId: 'csit', semesterId: '1', subject: 'C Programming', year: 2024 },
    id,
  );

async function runFault(parts: {
  fault: EngineFault;
  /** The proxy, which sends requests to the nodes in rotation. */
  url: string;
  /** The nodes. */
  urls: readonly string[];
  librarian: Librarian;
  bytes: Uint8Array;
  seconds: number;
}): Promise<string[]> {
  const { fault, url, urls, librarian, bytes, seconds } = parts;
  const broken: string[] = [];
  using events = await listenAt(urls[0] ?? '', { words: '&channels[]=documents' });
  const load = startLoad(url, librarian, { id: 'read', bytes });
  // There must be acknowledged writes before.
  while (load.materials.size === 0 && load.broken.size === 0) await pause(100);
  const began = performance.now();
  let notReadyAt: number | null = null;
  const watched = new AbortController();
  const watch = async () => {
    while (!watched.signal.aborted) {
      const isReady = await areReady(urls, 'some');
      if (!isReady) notReadyAt ??= performance.now();
      await pause(250);
    }
  };
  const watching = watch();
  await fault.begin();
  await pause(Math.max(0, seconds * 1000 - (performance.now() - began)));
  await fault.end();
  const ended = performance.now();
  watched.abort();
  await watching;

  let recoveredMs: number | null = null;
  const probe = `probe${Math.random().toString(36).slice(2)}`;
  for (let tries = 0; recoveredMs === null && performance.now() - ended < recoveryMs; tries += 1) {
    const isBack =
      (await areReady(urls, 'every')) &&
      (await publish(librarian, `${probe}${tries}`, 'read').then(
        () => true,
        () => false,
      ));
    if (isBack) recoveredMs = performance.now() - ended;
    else await pause(200);
  }
  await load.stop();
  broken.push(...load.broken);
  if (recoveredMs === null) broken.push(`not normal again within ${recoveryMs / 1000} s`);
  else broken.push(...(await verifyAcknowledged(url, librarian, load)));
  if (fault.isSeen && notReadyAt === null && seconds >= 15) broken.push('/readyz did not report it');
  const last = `event${probe}`;
  await publish(librarian, last, 'read').catch((error: unknown) => broken.push(String(error)));
  const isHeard = () => events.heard().some(({ data }) => data?.payload?.$id === last);
  for (let tries = 0, heard = isHeard(); !heard; heard = isHeard(), tries += 1) {
    if (tries > 50) {
      broken.push('realtime: no event of a change after the fault');
      break;
    }
    await pause(200);
  }
  const inSeconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);
  const counts = [...load.counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  process.stdout.write(
    `\n${fault.name}: not ready after ${inSeconds(notReadyAt === null ? null : notReadyAt - began)}, as before after ${inSeconds(recoveredMs)}, slowest answer ${inSeconds(load.slowestMs)}, ${load.materials.size} materials verified\n${counts.map(([what, count]) => `  ${what} × ${count}`).join('\n')}\n${broken.map((line) => `  BROKEN ${line}\n`).join('')}`,
  );
  return broken;
}

/** True if some node is ready, or every one. */
async function areReady(urls: readonly string[], which: 'some' | 'every'): Promise<boolean> {
  const found = await Promise.all(urls.map(readiness));
  return found[which]((status) => status === 200);
}

const readiness = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
