import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChildServer, type ChildServer } from './child-server.ts';
import { openPostgresServer, type TestDatabase } from './postgres-server.ts';
import { openRoundRobin, type RoundRobin } from './round-robin.ts';
import { openS3Server } from './s3-server.ts';
import { administrator } from './server.ts';
import { openUnreliableLine, type UnreliableLine } from './unreliable-line.ts';

/** Servers as processes, as an operator runs them, over one database and one store, behind a plain proxy. */
export type WholeNodes = AsyncDisposable & {
  nodes: ChildServer[];
  /** Gives each request to the next node. */
  proxy: RoundRobin;
  /** Connection between the nodes and the object store. */
  line: UnreliableLine;
  database: TestDatabase;
  /** The address of the store without the unreliable connection. */
  storageUrl: string;
  /** Kills a node. */
  kill(node: ChildServer): Promise<void>;
  /** Restarts an ended node with the same folder. */
  restart(node: ChildServer): Promise<void>;
};

/** Starts all of these nodes at once over an empty database. They recognise scans in English. */
export async function openWholeNodes(names: readonly string[]): Promise<WholeNodes> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-nodes-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const store = opened.use(await openS3Server());
  const database = opened.use(await (await openPostgresServer()).make({ isEmpty: true }));
  const nodes: ChildServer[] = [];
  const proxy = opened.use(await openRoundRobin(() => nodes.map(({ url }) => url)));
  const line = opened.use(await openUnreliableLine(store.endpoint));
  const started = new Set<ChildServer['process']>();
  opened.defer(async () => void (await Promise.all([...started].map((child) => end(child, 'SIGTERM')))));
  const storageUrl = store.newUrl();
  const viaLine = new URL(storageUrl);
  viaLine.searchParams.set('endpoint', line.url);
  const shared = {
    DATABASE_URL: database.url,
    STORAGE_URL: viaLine.href,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    PUBLIC_URL: proxy.url,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    OCR_LANGUAGES: 'eng',
  };
  const start = (name: string) =>
    startChildServer(
      { ...shared, DATA_DIR: path.join(folder, name), NODE_NAME: name },
      (child) => void started.add(child),
    );
  nodes.push(...(await Promise.all(names.map(start))));
  const closing = opened.move();
  return {
    nodes,
    proxy,
    line,
    database,
    storageUrl,
    kill: ({ process: child }) => end(child, 'SIGKILL'),
    async restart(node) {
      const index = nodes.indexOf(node);
      nodes[index] = await start(names[index] ?? '');
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function end(child: ChildServer['process'], signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
