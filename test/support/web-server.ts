import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '..', '..');

export type FrontServer = {
  /** Ends the web server, which flushes its logs, and returns the content of its log folder. */
  readLogs(): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** True if the program is installed. */
export function isInstalled(program: string): boolean {
  return !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;
}

/** Returns a port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts nginx with `deploy/nginx.conf` as shipped except for addresses, certificates and the data folder, on a free
 * port.
 */
export async function openShippedNginx(parts: {
  port: number;
  upstream: string;
  dataDir: string;
}): Promise<FrontServer> {
  const shipped = await readFile(path.join(root, 'deploy', 'nginx.conf'), 'utf8');
  const otherPort = await freePort();
  const site = shipped
    .replaceAll('listen 80;', `listen 127.0.0.1:${otherPort};`)
    .replaceAll('listen 443 ssl http2;', `listen 127.0.0.1:${parts.port};`)
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replaceAll('127.0.0.1:3000', new URL(parts.upstream).host)
    .replaceAll('/var/lib/examshelf/', `${parts.dataDir}/`);
  return runNginx(site, parts.port);
}

/** Starts nginx with `deploy/nodes/nginx.conf` as shipped except for the addresses, before three nodes. */
export async function openShippedNginxOfNodes(parts: {
  port: number;
  nodes: readonly [string, string, string];
}): Promise<FrontServer> {
  const shipped = await readFile(path.join(root, 'deploy', 'nodes', 'nginx.conf'), 'utf8');
  const site = parts.nodes.reduce(
    (text, url, index) => text.replaceAll(`node-${index + 1}:3000`, new URL(url).host),
    shipped.replaceAll('listen 80;', `listen 127.0.0.1:${parts.port};`),
  );
  return runNginx(site, parts.port);
}

/**
 * Starts nginx with the default settings of its packages around the site. Unless the site's file changes that, it logs
 * each request with address, search terms, referrer and browser.
 */
async function runNginx(site: string, port: number): Promise<FrontServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'examshelf-nginx-'));
  await chmod(home, 0o755);
  const logs = await makeLogFolder(home);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home}/${kind};`,
  );
  const whole = `daemon off; worker_processes 1; pid ${home}/pid; error_log ${logs}/error.log notice;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log ${logs}/access.log combined; ${temporary.join(' ')}
${site.replaceAll('/var/log/nginx/', `${logs}/`)} }`;
  await writeFile(path.join(home, 'nginx.conf'), whole);
  const child = spawn('nginx', ['-c', path.join(home, 'nginx.conf'), '-e', path.join(logs, 'error.log')], {
    stdio: 'inherit',
  });
  return front(child, { port, home, logs, signal: 'SIGQUIT' });
}

/**
 * Starts Caddy with `deploy/Caddyfile` as shipped except for the addresses, on a free port and without certificates.
 */
export async function openShippedCaddy(parts: { port: number; upstream: string }): Promise<FrontServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'examshelf-caddy-'));
  const logs = await makeLogFolder(home);
  const shipped = await readFile(path.join(root, 'deploy', 'Caddyfile'), 'utf8');
  const site = shipped
    // A Caddyfile has at most one block of global options.
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    .replace('library.example.edu {', `http://127.0.0.1:${parts.port} {`)
    .replace('127.0.0.1:3000', new URL(parts.upstream).host);
  await writeFile(path.join(home, 'Caddyfile'), site);
  // Caddy logs to standard error unless its file says otherwise.
  await using log = await open(path.join(logs, 'caddy.log'), 'w');
  const child = spawn('caddy', ['run', '--config', path.join(home, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
  });
  return front(child, { port: parts.port, home, logs, signal: 'SIGTERM' });
}

async function makeLogFolder(home: string): Promise<string> {
  const logs = path.join(home, 'logs');
  await mkdir(logs);
  return logs;
}

/** Waits until the program accepts connections. After the test, ends it and removes its folder. */
async function front(
  child: ChildProcess,
  { port, home, logs, signal }: { port: number; home: string; logs: string; signal: NodeJS.Signals },
): Promise<FrontServer> {
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await accepts(port))) await wait(20);
  if (child.exitCode !== null)
    throw new Error(`the web server ended with ${child.exitCode} before it accepted connections`);
  const end = async () => {
    child.kill(signal);
    await ended;
  };
  return {
    async readLogs() {
      await end();
      const names = await readdir(logs);
      return (await Promise.all(names.map((name) => readFile(path.join(logs, name), 'utf8')))).join('');
    },
    async [Symbol.asyncDispose]() {
      await end();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
