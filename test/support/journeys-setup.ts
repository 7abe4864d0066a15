import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { seedFullLibrary } from './full-library.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the full library; each server gets a copy. */
    fullLibrary: string;
  }
}

/** What all journeys of a run have in common is made once, before the first. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await seedFullLibrary();
  project.provide('fullLibrary', folder);
  return () => rm(folder, { recursive: true, force: true });
}
