import { spawnSync } from 'node:child_process';
import { readAudit } from './packages/read-audit.ts';

/**
 * `npm run advisories`: prints known vulnerabilities of the packages in package-lock.json, those of production first.
 * Never fails, because the change being tested did not cause a new advisory.
 */

/** Timeout of the registry. */
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
