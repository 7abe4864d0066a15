import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '#test/support/browser.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { findSamples, type Sample } from './samples/find-samples.ts';
import { outcomes, trySample, type Result } from './samples/try-sample.ts';

/**
 * `npm run samples`: uploads every PDF and HTML file of `../shared/samples` and opens it in the reader, two at a time,
 * and prints a table of the results. Every file must show its first page or paper, ask for its password (a wrong one is
 * refused; the right one opens it, if the folder's index has it), show a message that it can't be shown, or be refused
 * at upload with a reason. A crash, a hang, an uncaught error, an unexpected line on the console or a 5xx counts as a
 * failure, and the exit code is then 1. Words after `--` select files whose path contains one of them; the path of a
 * folder uses the files in it.
 */
const parallel = 2;
const deadlineMs = 300_000;
const shared = path.join(import.meta.dirname, '..', '..', 'shared', 'samples');
const isFolder = (word: string) => existsSync(word) && statSync(word).isDirectory();
const words = process.argv.slice(2);
const folder = path.resolve(words.find(isFolder) ?? shared);
const filters = words.filter((word) => !isFolder(word));
if (!existsSync(folder)) {
  process.stdout.write(`The folder ${folder} does not exist; choose one: npm run samples -- FOLDER\n`);
  process.exit(0);
}

const samples = (await findSamples(folder)).filter(
  ({ name }) => filters.length === 0 || filters.some((word) => name.includes(word)),
);
const results = new Map<Sample, Result>();
{
  await using server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await using browser = await openBrowser();
  const waiting = [...samples.entries()];
  const workOff = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, sample] = next;
      // Nothing of one file remains when the next one is tested.
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
      const page = await context.newPage();
      const result = await Promise.race([
        trySample(sample, `sample-${index}`, { url: server.url, librarian, page }),
        giveUpOn(sample),
      ]);
      await context.close();
      results.set(sample, result);
      process.stdout.write(`${String(results.size).padStart(4)} of ${samples.length}  ${rowOf(sample, result)}\n`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, workOff));
}

process.stdout.write('\n');
const countOf = (kind: string, outcome: string) =>
  samples.filter((sample) => sample.kind === kind && results.get(sample)?.outcome === outcome).length;
process.stdout.write(' PDF  HTML\n');
for (const outcome of outcomes) {
  const counts = ['PDF', 'HTML'].map((kind) => String(countOf(kind, outcome)).padStart(4));
  process.stdout.write(`${counts.join('  ')}  ${outcome}\n`);
}
process.stdout.write(`${samples.length} files in all\n`);
const failed = samples.filter((sample) => results.get(sample)?.outcome === 'failed');
for (const { name } of failed) process.stdout.write(`failed: ${name}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Gives up on a sample that hangs, so that it does not block the others. */
async function giveUpOn(sample: Sample): Promise<Result> {
  await wait(deadlineMs, null, { ref: false });
  return { outcome: 'failed', passwords: [], lastPage: null, remarks: [`${sample.name} hangs`] };
}

function rowOf(sample: Sample, result: Result): string {
  const more = [...result.passwords, ...(result.lastPage ? [`last page ${result.lastPage}`] : []), ...result.remarks];
  return `${sample.kind.padEnd(4)}  ${result.outcome.padEnd(23)}  ${sample.name}${more.length > 0 ? `  (${more.join('; ')})` : ''}`;
}
