import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildWhenNeeded } from './build.mjs';

const root = path.join(import.meta.dirname, '..');

/** What a running server and its commands read. The pages are in `dist`, so most of `app` and `public` are left out. */
const parts = [
  // What `npm run import` shares with the panel.
  'app/features/session/library-error.ts',
  'app/features/session/library-problem.ts',
  'app/features/session/signed-in-caller.ts',
  'app/features/staging/intake',
  'app/features/upload/chunk-plan.ts',
  'app/features/upload/upload-client.ts',
  'app/features/upload/upload-transport.ts',
  'catalogue',
  'content',
  'contract',
  'dist',
  'docs',
  'domain',
  'samples/files',
  'samples/samples.json',
  'scripts',
  'server',
  'LICENSE',
  'main.ts',
  'package.json',
  'package-lock.json',
];

/**
 * `npm run release -- FOLDER`: puts everything a server needs to run, and nothing else, into an empty folder: built
 * pages, sources without tests, the licences of what browsers get, production dependencies without source maps. Start it there with `node main.ts` under
 * Node 24. Does not include Node.
 */
async function release(folder) {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; name a new folder`);
  await buildWhenNeeded();
  for (const part of parts) {
    await cp(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => !/\.(test|suite)\.[cm]?tsx?$/.test(source),
    });
  }
  await cp(path.join(root, 'dist', 'client', 'licences.txt'), path.join(folder, 'licences.txt'));
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  const modules = path.join(folder, 'node_modules');
  for (const entry of await readdir(modules)) {
    if (/^node-(linux|darwin|win)/.test(entry)) await rm(path.join(modules, entry), { recursive: true });
  }
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.map')) await rm(path.join(entry.parentPath, entry.name));
  }
}

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Name the folder to put it in: npm run release -- FOLDER\n');
  process.exit(1);
}
try {
  await release(path.resolve(folder));
} catch (error) {
  process.stderr.write(`The release could not be made: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
