import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { seedFullLibrary } from './full-library.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the full library; each server gets a copy. */
    fullLibrary: string;
  }
}

/** Prepares what all journeys of a run share, before the first one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await seedFullLibrary();
  project.provide('fullLibrary', folder);
  return () => rm(folder, { recursive: true, force: true });
}
