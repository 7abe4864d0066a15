import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { version } from '#server/machinery/version.ts';
import { makeRelease } from './release/make-release.ts';
import { packRelease } from './release/pack-release.ts';

/**
 * `npm run release`: makes `dist/release/examshelf-VERSION-linux-x64`, the same as a `.tar.gz`, and its SHA-256, for machines with
 * this processor. They need nothing else to start it: `bin/examshelf start`. `npm run release -- FOLDER` makes only that folder.
 */
const releases = path.join(import.meta.dirname, '..', 'dist', 'release');

async function main(named: string | undefined): Promise<void> {
  // In a separate process, as building takes 700 MB.
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
  if (named !== undefined) {
    await makeRelease(path.resolve(named));
    return;
  }
  const folder = path.join(releases, `examshelf-${version}-${process.platform}-${process.arch}`);
  await rm(folder, { recursive: true, force: true });
  await makeRelease(folder);
  const archive = await packRelease(folder);
  process.stdout.write(`The release is ready: ${archive}, and its checksum in ${path.basename(archive)}.sha256\n`);
}

try {
  await main(process.argv[2]);
} catch (error) {
  process.stderr.write(`The release could not be made: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
