import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DailyAnswer, DailyJob } from './backup-process.ts';

/** Timeout for an aborted backup to clean up: less than the ten seconds in which a server must stop. */
const stopMs = 3000;

/** Runs one backup in its own process, which is terminated when `signal` aborts. Never rejects. */
export function runDailyJob(job: DailyJob, signal: AbortSignal): Promise<DailyAnswer> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./backup-process.ts', import.meta.url)), [], {
      // The process gets no settings or secrets of the server except those in the job and of the store.
      env: {
        PATH: process.env['PATH'],
        TMPDIR: process.env['TMPDIR'],
        NODE_NO_WARNINGS: '1',
        ...(job.store && storeCredentials()),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let answer: DailyAnswer | null = null;
    let killTimer: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    const settle = (ending: string) => {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', stop);
      resolve(answer ?? { state: 'failed', message: `the backup process ended with ${ending}` });
    };
    child.on('message', (message: DailyAnswer) => (answer = message));
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, killedBy) => settle(killedBy ?? `code ${code}`));
    child.send(job);
    if (signal.aborted) stop();
  });
}

/** Returns the standard AWS variables; HOME has the files of profiles. */
function storeCredentials(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => name.startsWith('AWS_') || name === 'HOME');
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
