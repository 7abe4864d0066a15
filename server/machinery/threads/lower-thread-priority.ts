import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the current thread. Only on Linux, where each thread has its own priority; elsewhere this
 * would slow down the whole process.
 */
export function lowerThreadPriority(niceness: number): void {
  if (niceness === 0 || process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, niceness);
  } catch {
    // Without /proc all threads have the same priority, which only costs time under load.
  }
}
