import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { otherEnginesOnly, otherEnginesOnlyTests } from '#test/support/engine-suites.ts';
import { openPostgresServer, toUrl } from '#test/support/postgres-server.ts';
import { removeRun } from '#test/support/remove-run.ts';
import { openS3Server } from '#test/support/s3-server.ts';
import { openMemoryFolder } from './test/memory-folder.ts';

/**
 * `npm run test:engines [-- FILE …]`: runs the tests of HTTP and the main journeys with records in PostgreSQL and files
 * in an object store: those of TEST_DATABASE_URL and TEST_S3_URL, or servers that are started for this run. Each test
 * server has a separate database and prefix, which are removed at the end. Prints which tests are left out, and why.
 * Exits with 1 if a test failed.
 */

process.stdout.write('left out:\n');
for (const [name, reason] of Object.entries({ ...otherEnginesOnly, ...otherEnginesOnlyTests }))
  process.stdout.write(`  ${name}: ${reason}\n`);
const leftOut = `^(?!.*(${Object.keys(otherEnginesOnlyTests).join('|')}))`;

const run = randomBytes(4).toString('hex');
// Sets the run for databases of this process too.
process.env['TEST_RUN'] = run;
const postgres = await openPostgresServer();
await using s3 = await openS3Server();
const store = new URLSearchParams({ ...(s3.endpoint && { endpoint: s3.endpoint }), region: s3.region });
const storageUrl = `s3://${s3.bucket}/${run}/?${store}`;
const tests = spawn(
  'npm',
  [
    'exec',
    '--',
    'vitest',
    'run',
    '--project',
    'engines',
    '--project',
    'engine-journeys',
    '-t',
    leftOut,
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...openMemoryFolder(),
      // With the credentials that opening the store has set.
      ...process.env,
      TEST_ENGINE: 'postgres-s3',
      TEST_DATABASE_URL: toUrl(postgres.address),
      TEST_S3_URL: storageUrl,
    },
  },
);
const [code] = (await once(tests, 'close')) as [number | null];
await removeRun(run, postgres, storageUrl);
process.exitCode = code ?? 1;
