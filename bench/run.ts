import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureFiles } from './files.ts';
import { measureFirstPage } from './first-page.ts';
import { measureLists } from './lists.ts';
import { measureMemory } from './memory.ts';
import { measureRealtime } from './realtime.ts';
import { measureScripts } from './scripts.ts';
import { openBenchLibrary } from './library.ts';

/**
 * `npm run bench`: measures the product against something standing beside it in the same run and prints ratios.
 * Nothing here passes or fails; figures are for people. `BENCH_MATERIALS` sets how many materials lie on the shelf.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-bench-'));
const materials = Number(process.env['BENCH_MATERIALS'] ?? 10_000);
try {
  await using library = await openBenchLibrary(folder, materials);
  for (const measure of [
    measureScripts,
    measureLists,
    measureRealtime,
    measureFiles,
    measureFirstPage,
    measureMemory,
  ]) {
    for (const line of await measure(library)) process.stdout.write(`${line}\n`);
    process.stdout.write('\n');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
