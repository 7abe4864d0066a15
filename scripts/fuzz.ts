import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run fuzz [-- --seed N]`: the long run of the fuzz tests, some minutes. `--seed` repeats a run that failed. */

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', '--project', 'unit', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUN: 'long', ...(values.seed !== undefined && { FUZZ_SEED: values.seed }) },
});
process.exitCode = status ?? 1;
