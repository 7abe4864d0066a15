import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run fuzz [-- --seed N]`: the fuzz tests at length, some minutes. A seed that failed is run again by its number. */

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', '--project', 'unit', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUN: 'long', ...(values.seed !== undefined && { FUZZ_SEED: values.seed }) },
});
process.exitCode = status ?? 1;
