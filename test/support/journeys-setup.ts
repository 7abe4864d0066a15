import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folders of the sample library and of the full one; each server gets a copy. */
    sampleLibrary: string;
    fullLibrary: string;
  }
}

/** Prepares what all journeys of a run share, before the first one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-seeds-'));
  const [sampleLibrary, fullLibrary] = [path.join(folder, 'samples'), path.join(folder, 'full')];
  await promisify(execFile)(process.execPath, [
    path.join(import.meta.dirname, 'seed-libraries.ts'),
    sampleLibrary,
    fullLibrary,
  ]);
  project.provide('sampleLibrary', sampleLibrary);
  project.provide('fullLibrary', fullLibrary);
  return () => rm(folder, { recursive: true, force: true });
}
