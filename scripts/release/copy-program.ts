import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/** The commands for operators. All other commands are for development and not part of a release. */
export const commands = [
  'admin',
  'backup',
  'check-catalogue',
  'check-library',
  'import',
  'move',
  'reindex',
  'restore',
] as const;

/** Files for a server, its commands and its operator. The pages are in `dist`. */
const parts = [
  'catalogue',
  'content',
  'contract',
  'deploy',
  'docs',
  'domain',
  'messages',
  'samples/files',
  'samples/samples.json',
  'scripts/admin',
  'scripts/import',
  'scripts/on-node-24.mjs',
  ...commands.map((command) => `scripts/${command}.ts`),
  'server',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'main.ts',
  'package-lock.json',
];

const isTest = (file: string) => /\.(test|suite)\.[cm]?tsx?$/.test(file);

type Manifest = { scripts: Record<string, string>; devDependencies?: unknown } & Record<string, unknown>;

/**
 * Copies the program into a folder: sources without tests and development tools, and `bin/examshelf`. Does not copy
 * pages, packages and Node.
 */
export async function copyProgram(folder: string): Promise<void> {
  for (const part of parts)
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter: (source) => !isTest(source) });
  // `npm run import` shares code with the panel, but none of its rendering.
  await cp(path.join(root, 'app'), path.join(folder, 'app'), {
    recursive: true,
    filter: (source) => !path.extname(source) || (source.endsWith('.ts') && !isTest(source)),
  });
  await mkdir(path.join(folder, 'bin'));
  const start = path.join(folder, 'bin', 'examshelf');
  await cp(path.join(import.meta.dirname, 'examshelf.sh'), start);
  await chmod(start, 0o755);
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(releasedManifest(manifest), null, 2)}\n`);
}

/** Returns the package.json of a release: with npm, `npm run backup` does the same as `bin/examshelf backup`. */
function releasedManifest(manifest: Manifest): Manifest {
  const scripts = Object.fromEntries(['start', ...commands].map((command) => [command, `bin/examshelf ${command}`]));
  return { ...manifest, scripts };
}
