import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { residentBytes } from '#bench/resident.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Builds the index of a library, and returns its time and the peak memory of the program in bytes. */
export async function makeIndex(settings: Record<string, string>): Promise<{ seconds: number; most: number }> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['scripts/reindex.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], SAMPLES: 'off', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let most = 0;
  const watch = setInterval(() => {
    void residentBytes(child.pid ?? 0).then((bytes) => (most = Math.max(most, bytes ?? 0)));
  }, 200);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`the index was not built: the program ended with ${code}`);
  return { seconds: (performance.now() - begin) / 1000, most };
}
