import { measureEngines } from './scale/engines.ts';
import { measureNodes } from './scale/nodes.ts';

/**
 * Measures the throughput of several nodes, and each statement on PostgreSQL compared with SQLite. `BENCH_ROWS` selects
 * one of both.
 */
export async function measureScale(folder: string): Promise<string[]> {
  const parts = { nodes: measureNodes, engines: measureEngines };
  const wanted = process.env['BENCH_ROWS'] ?? '';
  const lines: string[] = [];
  for (const [name, measure] of Object.entries(parts))
    if (name.includes(wanted)) lines.push(...(await measure(folder)));
  return lines;
}
