import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Nginx = {
  url: string;
  /** The master and its worker. */
  pids: number[];
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts nginx (one worker, no log) serving a folder, if it is installed; else returns null. With `proxies`, it passes
 * everything else on to those servers in rotation, and sends the files of a folder itself where a response says so.
 */
export async function openNginx(
  folder: string,
  proxies?: { urls: readonly string[]; prefix: string; files: string },
): Promise<Nginx | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const port = await freePort();
  const home = path.join(folder, proxies ? 'nginx-proxy' : 'nginx');
  await mkdir(home, { recursive: true });
  await chmod(folder, 0o755);
  const places = proxies
    ? `location ${proxies.prefix}/ { internal; alias ${proxies.files}/; }
location / { proxy_pass http://product; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }`
    : '';
  const settings = `daemon off; worker_processes 1; pid ${home}/nginx.pid; error_log ${home}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=100;
client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;
fastcgi_temp_path ${home}/fastcgi; uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
${proxies ? `upstream product { ${proxies.urls.map((url) => `server ${new URL(url).host};`).join(' ')} keepalive 48; }` : ''}
server { listen 127.0.0.1:${port}; root ${folder}; ${places} } }`;
  await writeFile(path.join(home, 'nginx.conf'), settings);
  const child = spawn('nginx', ['-c', path.join(home, 'nginx.conf'), '-e', path.join(home, 'error.log')], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (await fetch(url).catch(() => null)) break;
    await wait(100);
  }
  const pid = child.pid ?? 0;
  const workers = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return {
    url,
    pids: [pid, ...workers.trim().split(' ').filter(Boolean).map(Number)],
    async [Symbol.asyncDispose]() {
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
