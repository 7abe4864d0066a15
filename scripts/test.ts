import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { sweeps } from '#test/support/sweeps.ts';
import { openMemoryFolder } from './test/memory-folder.ts';
import { providePrograms } from './test/provide-programs.ts';

/**
 * `npm test`: runs everything, part by part, with the minutes of each. After the build, the tests run. In parallel, one
 * after the other and at the lowest priority, the checks run that execute no code. The output of each check is printed
 * when it ends.
 */

type Part = { name: string; command: string[] };

const bin = (name: string) => ['npm', 'exec', '--', name];

const build: Part = { name: 'build', command: ['node', 'scripts/build.mjs'] };

/**
 * One run of all suites, so that the libraries for journeys are prepared while unit tests run, and no core is idle
 * between the suites.
 */
const tests: Part = {
  name: 'tests of units, adapters and HTTP, then browser journeys',
  command: [...bin('vitest'), 'run', '--reporter', 'default', '--reporter', './test/support/suite-minutes.ts'],
};

const checks: Part[] = [
  { name: 'types', command: [...bin('tsc'), '-p', '.'] },
  { name: 'types of the pages', command: [...bin('tsc'), '-p', 'app'] },
  { name: 'types of the pages in Nepali', command: [...bin('tsc'), '-p', 'messages/ne'] },
  { name: 'types of the service worker', command: [...bin('tsc'), '-p', 'app/service-worker'] },
  { name: 'lint and import rules', command: bin('oxlint') },
  { name: 'format', command: [...bin('oxfmt'), '--check'] },
  { name: 'unused code', command: bin('knip') },
];

try {
  providePrograms();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
const temporary = openMemoryFolder();
const minutes: string[] = [];
const failed: string[] = [];
await runPart(build, true);
if (failed.length === 0) await Promise.all([runPart(tests, true), runChecks()]);
process.stdout.write(`\n${minutes.join('\n')}\n${(performance.now() / 60_000).toFixed(2).padStart(7)} min  in all\n`);
process.stdout.write(`\nonly a part, all of it with \`npm run test:sweeps\`: ${Object.keys(sweeps).join(', ')}\n`);
if (failed.length > 0) {
  process.stdout.write(`\nfailed: ${failed.join(', ')}\n`);
  process.exit(1);
}

async function runChecks(): Promise<void> {
  for (const check of checks) await runPart(check, false);
}

/** Runs a part and records the result. The part in front writes to the terminal; the output of others is collected. */
async function runPart(part: Part, isInFront: boolean): Promise<void> {
  if (isInFront) process.stdout.write(`\n── ${part.name}\n`);
  const began = performance.now();
  const { isPassed, output } = await run(part, isInFront);
  if (!isInFront) process.stdout.write(`\n── ${part.name}\n${output}`);
  minutes.push(`${((performance.now() - began) / 60_000).toFixed(2).padStart(7)} min  ${part.name}`);
  if (!isPassed) failed.push(part.name);
}

function run({ command }: Part, isInFront: boolean): Promise<{ isPassed: boolean; output: string }> {
  const [program = '', ...words] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: isInFront ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // Servers that tests start as separate processes load their modules in half the time.
      env: {
        NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled'),
        ...temporary,
        ...process.env,
      },
    });
    // Before it starts processes, which inherit it.
    if (!isInFront && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ isPassed: code === 0, output }));
  });
}
