import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DailyAnswer, DailyJob } from './backup-process.ts';

/** How long a backup that is told to stop may take to tidy up: a part of the ten seconds a server has. */
const stopMs = 3000;

/** Runs one backup in a process of its own, ended when `signal` aborts. Never rejects. */
export function runDailyJob(job: DailyJob, signal: AbortSignal): Promise<DailyAnswer> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./backup-process.ts', import.meta.url)), [], {
      // Neither settings nor secrets of the server go along, apart from what the job names.
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_NO_WARNINGS: '1' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let answer: DailyAnswer | null = null;
    let patience: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      patience = setTimeout(() => child.kill('SIGKILL'), stopMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    const settle = (ending: string) => {
      clearTimeout(patience);
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
