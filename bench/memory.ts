import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';
import { residentBytes } from './resident.ts';

/**
 * Measures resident memory of the product after all other parts, compared with the comparison server that got the same
 * requests. Linux only.
 */
export async function measureMemory(library: BenchLibrary): Promise<string[]> {
  const [ours, bare] = await Promise.all([residentBytes(library.pid), residentBytes(library.besidePid)]);
  if (ours === null || bare === null) return ['resident memory: measured on Linux only'];
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  return [
    `resident memory at rest after the start: ours ${megabytes(library.residentAtRest)}`,
    `resident memory after the load: ours ${megabytes(ours)}, bare Node server ${megabytes(bare)}: ${ratio(ours, bare)}`,
  ];
}
