import { parseArgs } from 'node:util';
import { openStages, stageNames } from '#test/faults/stages.ts';
import { runEngineFaults } from '#test/faults/engines/run-engine-faults.ts';
import { failCalls, type FaultListener, type Tally } from '#test/faults/fail-calls.ts';

/**
 * `npm run faults [-- --deed NAME]`: makes every file system call and every SQL statement fail in turn, in each
 * possible way, during every operation on a library, and prints the results. Exits with 1 when a promise was broken.
 * NAME is a part of an operation's name, or one of `library`, `backup` and `workers`. `npm run faults -- engines
 * [--seconds 30] [--fault NAME]`: PostgreSQL and the S3 store are restarted, stopped, refuse, hang and are slow
 * instead, each for this time, while two nodes behind a proxy are under load.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    deed: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    fault: { type: 'string', default: '' },
  },
});
if (positionals[0] === 'engines') {
  const found = await runEngineFaults({ seconds: Number(values.seconds), only: values.fault });
  process.stdout.write(`\n${found.length} promises broken\n${found.join('\n')}\n`);
  process.exit(found.length > 0 ? 1 : 0);
}

const every = ({ count }: { count: number }) => Array.from({ length: count }, (_, index) => index);

/** Maximum time without a line before the progress is printed, in milliseconds. */
const progressMs = 5000;
let lastPrintedAt = Date.now();

const all: Tally[] = [];
const broken: string[] = [];
let deeds = 0;
for (const name of stageNames) {
  await using stage = await openStages[name]();
  const { deed: wanted = name } = values;
  const chosen = stage.deeds.filter((deed) => wanted === name || deed.name.includes(wanted));
  if (chosen.length === 0) continue;
  for (const deed of chosen) {
    deeds += 1;
    const tallies = await failCalls(stage, deed, every, { onCall: printProgress, onTally: print });
    all.push(...tallies);
    broken.push(...tallies.flatMap((tally) => tally.broken));
  }
  await stage.verifyAll().catch((error: unknown) => {
    broken.push(`${name}, at the end: ${String(error)}`);
  });
}
if (deeds === 0) throw new Error(`no deed is named ${values.deed}`);

const sum = (count: (tally: Tally) => number) => all.reduce((total, tally) => total + count(tally), 0);
const failed = sum(({ indexes }) => indexes.length);
process.stdout.write(
  `\n${deeds} deeds, ${failed} calls failed: ${sum(({ refused }) => refused)} refused, ${sum(({ done }) => done)} done all the same, ${sum(({ unmet }) => unmet)} not met, ${broken.length} promises broken\n`,
);
if (broken.length > 0) {
  process.stdout.write(`${broken.join('\n')}\n`);
  process.exitCode = 1;
}

/** Prints the progress at intervals: some kinds have hundreds of calls, each of which takes a second. */
function printProgress({ deed, fault, call, done, count }: Parameters<NonNullable<FaultListener['onCall']>>[0]): void {
  if (done === count || Date.now() - lastPrintedAt < progressMs) return;
  process.stderr.write(`  ${deed} × ${fault} × ${call}: ${done} of ${count}\n`);
  lastPrintedAt = Date.now();
}

function print({ deed, fault, call, indexes, refused, done, unmet, broken: wrong }: Tally): void {
  const counts = Object.entries({ refused, done, 'not met': unmet, BROKEN: wrong.length })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`${deed} × ${fault} × ${call} ${inShort(indexes)}: ${counts.join(', ')}\n`);
  lastPrintedAt = Date.now();
}

/** Returns numbers in short form: `0-79` for eighty of them. */
function inShort(indexes: readonly number[]): string {
  const [first = 0] = indexes;
  const last = indexes.at(-1) ?? first;
  return first === last ? String(first) : `${first}-${last}`;
}
