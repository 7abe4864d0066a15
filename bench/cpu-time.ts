import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Value of most systems; programs cannot read it. */
const ticksPerSecond = 100;

/**
 * Returns the seconds of a core that these processes have used, with all their threads; null where the system does not
 * report it.
 */
export async function cpuSeconds(pids: readonly number[]): Promise<number | null> {
  const each = await Promise.all(pids.map(readOne));
  return each.includes(null) ? null : each.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0);
}

async function readOne(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in front, in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length > 13 ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : null;
}

/** Share of a core below which a server has finished its work after the start, such as indexing. */
const calmShare = 0.03;
const maxWaitMs = 120_000;

/** Waits until a just started server is idle, by default for two minutes at most. */
export async function untilCalm(pid: number, waitMs = maxWaitMs): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const before = await cpuSeconds([pid]);
    await wait(1000);
    const after = await cpuSeconds([pid]);
    if (before === null || after === null || after - before <= calmShare) return;
  }
}
