import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Folder in which the data folders of the sample library and of the full library are created (sample-library.ts).
     */
    seeds: string;
  }
}

/**
 * Starts to prepare the libraries that all journeys of a run share, while the tests of other suites run. Journeys wait
 * for them (`openSeeded`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seeds = await mkdtemp(path.join(tmpdir(), 'examshelf-seeds-'));
  const program = path.join(import.meta.dirname, 'seed-libraries.ts');
  const { TEST_ENGINE: engine, ...env } = process.env;
  // Created in a folder in any case.
  const seeding = spawn(process.execPath, [program, seeds, ...(engine === 'postgres-s3' ? ['moved'] : [])], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let errors = '';
  seeding.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => writeFile(path.join(seeds, 'failed'), reason).then(resolve, resolve);
    seeding.once('error', (error) => void end(error.message));
    seeding.once('close', (code) => (code === 0 ? resolve() : void end(errors)));
  });
  project.provide('seeds', seeds);
  return async () => {
    seeding.kill();
    await ended;
    await rm(seeds, { recursive: true, force: true });
  };
}
