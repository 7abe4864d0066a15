import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * Starts a program of the project (or of another checkout in `folder`) and waits until it prints its address. Inherits
 * nothing of the environment but `PATH`.
 */
export async function startProcess(
  words: string[],
  settings: Record<string, string>,
  folder = root,
): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      const found = /running at (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(output)));
  });
  return { process: child, url };
}

/** Ends it like an operator, and waits for that. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
