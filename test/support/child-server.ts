import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

export type ChildServer = {
  process: ChildProcess;
  url: string;
  /** Returns the server's output so far. */
  output(): string;
};

/**
 * Starts the product as an operator does, with the usual umask, and waits for the line with its address. Rejects with
 * its output. Calls `onSpawn` with the process before it is ready.
 */
export async function startChildServer(
  settings: Record<string, string>,
  onSpawn?: (child: ChildProcess) => void,
): Promise<ChildServer> {
  const child = spawn('sh', ['-c', 'umask 022; exec "$0" main.ts', process.execPath], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      // With the cache, the server's modules load in half the time.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LOG_LEVEL: 'warn',
      PORT: '0',
      SAMPLES: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn?.(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      output += bytes.toString();
      const found = /running at (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
  return { process: child, url, output: () => output };
}
