import { readFile } from 'node:fs/promises';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';

/** Resident memory of the product after everything above, against the bare server that did the same. Linux only. */
export async function measureMemory(library: BenchLibrary): Promise<string[]> {
  const [ours, bare] = await Promise.all([residentBytes(library.pid), residentBytes(library.besidePid)]);
  if (ours === null || bare === null) return ['resident memory: only told on Linux'];
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  return [
    `resident memory at rest after the start: ours ${megabytes(library.residentAtRest)}`,
    `resident memory after the load: ours ${megabytes(ours)}, bare Node server ${megabytes(bare)}: ${ratio(ours, bare)}`,
  ];
}

/** Resident memory of a process in bytes, or null where the system does not tell. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : null;
}
