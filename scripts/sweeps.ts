import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sweeps } from '#test/support/sweeps.ts';
import { openMemoryFolder } from './test/memory-folder.ts';

/**
 * `npm run test:sweeps [-- WORDS OF VITEST]`: runs the whole of the tests of which `npm test` runs a part. Such tests
 * import test/support/sweeps.ts.
 */

for (const [name, { all }] of Object.entries(sweeps)) process.stdout.write(`${name.padEnd(10)} ${all}\n`);
const { status } = spawnSync(
  'npm',
  ['exec', '--', 'vitest', 'related', '--run', 'test/support/sweeps.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled'),
      ...openMemoryFolder(),
      ...process.env,
      TEST_SWEEPS: 'on',
    },
  },
);
process.exitCode = status ?? 1;
