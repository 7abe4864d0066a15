import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { missingS3Programs, s3Packages } from './find-s3-programs.ts';

/**
 * A real S3-compatible server for tests: the one in TEST_S3_URL (in the form of STORAGE_URL, with credentials in the
 * standard AWS variables), or else Ceph's gateway (Debian's `radosgw`, `ceph-mon` and `ceph-osd`), which stores
 * everything in memory and ends with the test.
 */
export type S3Server = AsyncDisposable & {
  endpoint: string;
  region: string;
  /** An existing bucket. */
  bucket: string;
  /** Returns a setting STORAGE_URL for an unused prefix. */
  newUrl(): string;
};

const run = promisify(execFile);

/** Returns the reason why there is no S3 server for tests on this machine; null if there is one. */
export function whyNoS3(): string | null {
  const [program] = missingS3Programs();
  if (program === undefined) return null;
  return `${program} is not installed (Debian: ${s3Packages.join(' ')}), and TEST_S3_URL is not set`;
}

/**
 * Variable with the address at which the tests of a run request their shared server (share-s3-setup.ts): starting one
 * takes ten seconds.
 */
export const sharedS3Variable = 'TEST_S3_SHARED';

/** The shared server: a setting TEST_S3_URL with its credentials, or the reason why there is none. */
export type SharedS3 = { url: string; accessKeyId: string; secretAccessKey: string } | { failure: string };

/** Opens the server. From then on, the standard AWS variables of this process are those of the server. */
export async function openS3Server(): Promise<S3Server> {
  const shared = process.env[sharedS3Variable];
  if (!shared || process.env['TEST_S3_URL']) return openOwnS3Server();
  const described = (await (await fetch(shared)).json()) as SharedS3;
  if ('failure' in described) throw new Error(described.failure);
  process.env['AWS_ACCESS_KEY_ID'] = described.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = described.secretAccessKey;
  return describeNamed(described.url);
}

/** The same without the shared server. */
export async function openOwnS3Server(): Promise<S3Server> {
  const named = process.env['TEST_S3_URL'];
  if (named) return describeNamed(named);
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-s3-'));
  const programs: ChildProcess[] = [];
  const close = async () => {
    for (const program of programs.reverse()) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const endpoint = await startGateway(folder, programs);
    const bucket = 'library';
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    return describeServer({ endpoint, region: 'us-east-1', bucket, close });
  } catch (error) {
    await close();
    throw error;
  }
}

function describeNamed(named: string): S3Server {
  const url = new URL(named);
  return describeServer({
    endpoint: url.searchParams.get('endpoint') ?? '',
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket: url.hostname,
    folder: url.pathname.replace(/^\/+/, '').replace(/[^/]$/, '$&/'),
  });
}

function describeServer(parts: {
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of the folders of `newUrl`: empty, or ends with a slash. */
  folder?: string;
  close?: () => Promise<void>;
}): S3Server {
  const { endpoint, region, bucket, folder = '', close = async () => {} } = parts;
  const query = new URLSearchParams({ ...(endpoint && { endpoint }), region });
  return {
    endpoint,
    region,
    bucket,
    newUrl: () => `s3://${bucket}/${folder}${randomUUID()}?${query}`,
    [Symbol.asyncDispose]: close,
  };
}

/** Starts one monitor, one store in memory and one gateway, each on a free port of the loopback address. */
async function startGateway(folder: string, programs: ChildProcess[]): Promise<string> {
  const [monitorPort, gatewayPort] = await findFreePorts(2);
  const conf = path.join(folder, 'ceph.conf');
  const keys = path.join(folder, 'keyring');
  const fsid = randomUUID();
  await writeFile(conf, describeCluster({ folder, fsid, monitorPort: monitorPort ?? 0 }));
  const start = (program: string, args: string[]) => {
    const output = openSync(path.join(folder, `${program}.output`), 'a');
    programs.push(spawn(program, ['-c', conf, ...args], { stdio: ['ignore', output, output] }));
  };
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
  await run('ceph-authtool', [keys, '-C', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
  for (const name of ['client.admin', 'client.gateway', 'osd.0'])
    await run('ceph-authtool', [keys, '--gen-key', '-n', name, ...all]);
  const map = path.join(folder, 'monmap');
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map]);
  await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys]);
  start('ceph-mon', ['-f', '-i', 'a']);
  const uuid = randomUUID();
  await mkdir(path.join(folder, 'osd'));
  await run('ceph', ['-c', conf, 'osd', 'new', uuid, '0']);
  await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid]);
  start('ceph-osd', ['-f', '-i', '0']);
  const access = randomBytes(8).toString('hex');
  const secret = randomBytes(16).toString('hex');
  const user = ['user', 'create', '--uid=tests', '--display-name=tests'];
  const credentials = [`--access-key=${access}`, `--secret-key=${secret}`];
  await run('radosgw-admin', ['-c', conf, '-n', 'client.gateway', ...user, ...credentials]);
  process.env['AWS_ACCESS_KEY_ID'] = access;
  process.env['AWS_SECRET_ACCESS_KEY'] = secret;
  start('radosgw', ['-f', '-n', 'client.gateway', `--rgw-frontends=beast endpoint=127.0.0.1:${gatewayPort}`]);
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  await untilAnswering(endpoint, programs);
  return endpoint;
}

function describeCluster({ folder, fsid, monitorPort }: { folder: string; fsid: string; monitorPort: number }): string {
  return `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
ms bind ipv6 = false
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
osd objectstore = memstore
memstore device bytes = 2G
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd max object name len = 1024
mon allow pool size one = true
mon max pg per osd = 1000
rgw run sync thread = false
rgw thread pool size = 32
`;
}

/** Waits until the gateway responds. Rejects if one of the programs ends, or after a minute. */
async function untilAnswering(endpoint: string, programs: readonly ChildProcess[]): Promise<void> {
  const stop = AbortSignal.timeout(60_000);
  for (;;) {
    const ended = programs.find((program) => program.exitCode !== null);
    if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
    stop.throwIfAborted();
    const isUp = await fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
