import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** nginx (one worker, no log) serving a folder, where it is installed; else null. */
export async function openNginx(
  folder: string,
): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> } | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const port = await freePort();
  const home = path.join(folder, 'nginx');
  await mkdir(home, { recursive: true });
  await chmod(folder, 0o755);
  const settings = `daemon off; worker_processes 1; pid ${home}/nginx.pid; error_log ${home}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; sendfile on; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;
fastcgi_temp_path ${home}/fastcgi; uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
server { listen 127.0.0.1:${port}; root ${folder}; } }`;
  await writeFile(path.join(home, 'nginx.conf'), settings);
  const child = spawn('nginx', ['-c', path.join(home, 'nginx.conf'), '-e', path.join(home, 'error.log')], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (await fetch(url).catch(() => null)) break;
    await wait(100);
  }
  return {
    url,
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
