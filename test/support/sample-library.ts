import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { openTestServer, type TestServer } from './server.ts';

/** A server with a copy of the sample library, removed after the test. */
export function openSampleLibrary(): Promise<TestServer> {
  return openSeeded(inject('sampleLibrary'));
}

/** A server with pages and a copy of the data folder, removed after the test. */
export async function openSeeded(seeded: string): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-seeded-'));
  await cp(seeded, dataDir, { recursive: true });
  const server = await openTestServer({ withPages: true, dataDir });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
