import { existsSync, watch } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { copyMoved } from './move-seeded.ts';
import { openTestServer, type TestServer } from './server.ts';
import { isOnOtherEngines } from './test-place.ts';

/** Opens a server with a copy of the sample library, removed after the test. */
export function openSampleLibrary(): Promise<TestServer> {
  return openSeeded('samples');
}

/**
 * Opens a server with pages and a copy of one of the prepared libraries, on the engines of this run. The copy is
 * removed after the test.
 */
export async function openSeeded(name: 'samples' | 'full'): Promise<TestServer> {
  const seeded = path.join(inject('seeds'), name);
  await untilSeeded(seeded);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-seeded-'));
  await cp(seeded, dataDir, { recursive: true });
  const place = isOnOtherEngines ? await copyMoved(dataDir) : null;
  const server = await openTestServer({ withPages: true, ...(place ? { place } : { dataDir }) });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await place?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves when the folder exists; it is complete from the start. Throws if preparing it failed. */
async function untilSeeded(seeded: string): Promise<void> {
  const failure = path.join(path.dirname(seeded), 'failed');
  const isDecided = () => existsSync(seeded) || existsSync(failure);
  if (!isDecided())
    await new Promise<void>((resolve) => {
      const watcher = watch(path.dirname(seeded), look);
      look();
      function look() {
        if (!isDecided()) return;
        watcher.close();
        resolve();
      }
    });
  if (existsSync(failure))
    throw new Error(`the libraries for journeys were not prepared: ${await readFile(failure, 'utf8')}`);
}
