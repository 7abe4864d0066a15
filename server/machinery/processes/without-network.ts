import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';

/** Paths at which util-linux installs its program for namespaces. */
const places = ['/usr/bin/unshare', '/bin/unshare'];
/** Timeout of the trial, which takes a few milliseconds. */
const trialMs = 60_000;

/** The command that starts programs without network, or the reason why that is not possible. */
type Trial = { start: readonly string[]; refusal: string | null };

const tryOnce = memoizeSuccess(async (): Promise<Trial> => {
  const unshare = places.find((place) => existsSync(place));
  if (unshare === undefined) return { start: [], refusal: 'there is no program unshare (util-linux)' };
  // Root needs no separate namespace for users, in which it could not read the files of others.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  const start = [unshare, ...user, '--net', '--'];
  try {
    const [program = '', ...words] = [...start, unshare, '--version'];
    await promisify(execFile)(program, words, { timeout: trialMs, env: {} });
    return { start, refusal: null };
  } catch (error) {
    const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return { start: [], refusal: lines || String(error) };
  }
});

/**
 * Returns the beginning of a command line whose program has no network, because it gets an empty network namespace. The
 * command replaces itself by the program in the same process, so limits, priority and signals work as usual. Empty if
 * the machine does not allow that, as in most containers. Tried only once.
 */
export async function withoutNetwork(): Promise<readonly string[]> {
  return (await tryOnce()).start;
}

/** Logs one line if programs that decode uploaded files can use the network on this machine. */
export async function reportNetworkAccess(log: Pick<Logger, 'info'>): Promise<void> {
  const { refusal } = await tryOnce();
  if (refusal === null) return;
  log.info(
    { reason: refusal },
    'this machine does not allow network namespaces, so the processes that read uploaded files can use the network (docs/operating.md)',
  );
}
