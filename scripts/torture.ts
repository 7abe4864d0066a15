import { parseArgs } from 'node:util';
import { torture } from '#test/torture/torture.ts';

/**
 * `npm run torture [-- --seed N --kills N]`: 300 kills take about twenty minutes. `--seed` repeats a run that failed.
 */

const { values } = parseArgs({ options: { seed: { type: 'string' }, kills: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const kills = Number(values.kills ?? 300);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(kills) || kills < 1)
  throw new Error('--seed and --kills must be whole numbers');

process.stdout.write(`seed ${seed}, ${kills} kills\n`);
const { steps, files, wrong } = await torture({
  seed,
  kills,
  onKill: (done) => void process.stdout.write(`kill ${done.kill}: ${done.steps} steps, ${done.files} files\n`),
});
process.stdout.write(`${steps} steps acknowledged, ${files} files sent, ${wrong.length} promises broken\n`);
if (wrong.length > 0) {
  process.stdout.write(`${wrong.join('\n')}\nTo repeat this run: npm run torture -- --seed ${seed} --kills ${kills}\n`);
  process.exitCode = 1;
}
