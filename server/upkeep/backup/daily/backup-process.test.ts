import { execFileSync, spawn } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSmallLibrary } from '#test/support/small-library.ts';
import { casesOf } from '#test/support/sweeps.ts';
import { headerName } from '#server/upkeep/backup/format/layout.ts';

/** Makes a daily backup as the server does, and stops it on SIGTERM. */
const server = `
  import { runDailyJob } from '#server/upkeep/backup/daily/run-daily-job.ts';
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  await runDailyJob(JSON.parse(process.argv[1]), stop.signal);
`;

const signals = casesOf('kills', ['SIGTERM', 'SIGKILL'] as const, (signal) => signal === 'SIGKILL');

test.skipIf(process.platform !== 'linux').each(signals)(
  'the process of a daily backup ends with its server on %s, also while the disk of the backups hangs',
  async (signal) => {
    await using library = await openSmallLibrary();
    const target = library.place('backups');
    await mkdir(target);
    // Nobody writes to it, so reading it never ends, as on a network disk without its server.
    const header = path.join(target, headerName);
    execFileSync('mkfifo', [header]);
    const job = { dataDir: library.dataDir, target, passphrase: null, keepInFolder: 1 };
    const words = ['--input-type=module', '--eval', server, JSON.stringify(job)];
    const parent = spawn(process.execPath, words, { stdio: 'inherit' });
    onTestFinished(() => void parent.kill('SIGKILL'));
    // Fails until somebody reads.
    await using written = await vi.waitFor(() => open(header, constants.O_WRONLY | constants.O_NONBLOCK), patience);
    expect(written.fd).toBeGreaterThan(0);
    const [child = ''] = await childrenOf(String(parent.pid));
    onTestFinished(() => end(child));
    expect(isAlive(child)).toBe(true);
    parent.kill(signal);
    await expect.poll(() => isAlive(child), patience).toBe(false);
  },
);

const patience = { timeout: 10_000, interval: 20 };

async function childrenOf(id: string): Promise<string[]> {
  return (await readFile(`/proc/${id}/task/${id}/children`, 'utf8')).split(' ').filter(Boolean);
}

/** True if the process is running. One that has ended is listed as a zombie until its parent has read its exit code. */
function isAlive(id: string): boolean {
  const state = existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, 'utf8') : '';
  return state !== '' && !/\) Z /.test(state);
}

function end(id: string): void {
  if (isAlive(id)) process.kill(Number(id), 'SIGKILL');
}
