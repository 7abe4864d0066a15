import { measureEngines } from './scale/engines.ts';
import { measureNodes } from './scale/nodes.ts';

/** What more nodes carry, and what each statement costs on PostgreSQL beside SQLite. `BENCH_ROWS` names one of both. */
export async function measureScale(folder: string): Promise<string[]> {
  const parts = { nodes: measureNodes, engines: measureEngines };
  const wanted = process.env['BENCH_ROWS'] ?? '';
  const lines: string[] = [];
  for (const [name, measure] of Object.entries(parts))
    if (name.includes(wanted)) lines.push(...(await measure(folder)));
  return lines;
}
