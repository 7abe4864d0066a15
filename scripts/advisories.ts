import { spawnSync } from 'node:child_process';
import { readAudit } from './packages/read-audit.ts';

/**
 * `npm run advisories`: prints what is known against the packages of package-lock.json, those that run with the
 * library first. It never fails: what has become known since yesterday is no fault of a change made today.
 */

/** A registry that does not answer is given up after this. */
const askedMs = 60_000;

const audit = (words: string[]) =>
  spawnSync('npm', ['audit', '--json', ...words], { encoding: 'utf8', timeout: askedMs, maxBuffer: 64 * 1024 * 1024 });

for (const [title, words] of [
  ['Packages that run with the library', ['--omit=dev']],
  ['All packages, those for development too', []],
] as const)
  process.stdout.write(
    `\n${title}\n${readAudit(audit([...words]).stdout)
      .map((line) => `  ${line}`)
      .join('\n')}\n`,
  );
