import { spawnSync } from 'node:child_process';
import { findChromium } from '#test/support/browser.ts';

/** `npm test`: the whole truth, part by part, with the minutes of each. Stops at the first part that fails. */

type Part = { name: string; command: string[] };

const bin = (name: string) => ['npm', 'exec', '--', name];

const parts: Part[] = [
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
  { name: 'types', command: [...bin('tsc'), '-p', '.'] },
  { name: 'types of the pages', command: [...bin('tsc'), '-p', 'app'] },
  { name: 'lint and import rules', command: bin('oxlint') },
  { name: 'format', command: [...bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'unused code', command: bin('knip') },
  {
    name: 'unit, adapter and HTTP tests',
    command: [...bin('vitest'), 'run', '--project', 'rules', '--project', 'unit'],
  },
  { name: 'browser journeys', command: [...bin('vitest'), 'run', '--project', 'journeys'] },
];

provideChromium();
const minutes: string[] = [];
let failed: string | null = null;
for (const part of parts) {
  process.stdout.write(`\n── ${part.name}\n`);
  const began = performance.now();
  const [program = '', ...words] = part.command;
  const { status } = spawnSync(program, words, { stdio: 'inherit' });
  minutes.push(`${((performance.now() - began) / 60_000).toFixed(2).padStart(7)} min  ${part.name}`);
  if (status !== 0) {
    failed = part.name;
    break;
  }
}
process.stdout.write(`\n${minutes.join('\n')}\n`);
if (failed) {
  process.stdout.write(`\nfailed: ${failed}\n`);
  process.exit(1);
}

/** Journeys need a Chromium: the machine's own, else Debian's when that may be installed, else one line of advice. */
function provideChromium(): void {
  if (findChromium()) return;
  if (process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0) {
    process.stdout.write('Installing Chromium for the browser journeys …\n');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (findChromium()) return;
  process.stderr.write(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  );
  process.exit(1);
}
