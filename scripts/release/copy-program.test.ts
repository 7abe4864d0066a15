import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '#server/machinery/version.ts';
import { commands, copyProgram } from './copy-program.ts';

const root = path.join(import.meta.dirname, '..', '..');
let folder: string;
let files: string[];

/** Packages and Node of the release are those of this checkout. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-program-'));
  await copyProgram(folder);
  files = await readdir(folder, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await symlink(process.execPath, path.join(folder, 'bin', 'node'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the release's `bin/examshelf` where no other Node can be found. Returns its exit code and output. */
async function run(...words: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: path.join(folder, 'no-library') };
  const done = await promisify(execFile)(path.join(folder, 'bin', 'examshelf'), words, { env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: 'code' in done ? done.code : 0, output: done.stdout + done.stderr };
}

test('a release has everything for operators, and neither tests nor development tools', () => {
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs/operating.md', 'deploy/examshelf.service'])
    expect(files).toContain(file);
  expect(files.filter((file) => /\.(test|suite|journey)\.|\.tsx$|^(test|bench|lint)\//.test(file))).toEqual([]);
  const scripts = files.filter((file) => file.startsWith('scripts/') && file.split('/').length === 2);
  expect(scripts.sort()).toEqual(
    [
      ...commands.map((command) => `scripts/${command}.ts`),
      'scripts/admin',
      'scripts/import',
      'scripts/on-node-24.mjs',
    ].sort(),
  );
});

/** Returns the files of ours that a file imports at run time; imports of types alone are erased. */
async function importsOf(file: string): Promise<string[]> {
  const text = await readFile(path.join(folder, file), 'utf8');
  const statements = [
    ...text.matchAll(/^(?:import|export)\b(?! type\b)[^'";]*?from '([^']+)'|\bimport\('([^']+)'\)/gm),
  ];
  return statements
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => /^[#.]/.test(name))
    .map((name) => name.replace('#messages/', '#messages/en/').replace('#languages/', '#messages/'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)));
}

test('a release has all code that its server and its commands import', async () => {
  const found = new Set(['main.ts', ...commands.map((command) => `scripts/${command}.ts`)]);
  for (const file of found) {
    expect(files).toContain(file);
    for (const imported of await importsOf(file)) found.add(imported);
  }
  expect(found.size).toBeGreaterThan(300);
});

test('a release has every command that its pages for operators name', async () => {
  const pages = files.filter((file) => /^docs\/(?:operating[\w-]*|backup|catalogue)\.md$/.test(file));
  const texts = await Promise.all(pages.map((page) => readFile(path.join(folder, page), 'utf8')));
  const named = texts.flatMap((text) => [...text.matchAll(/`npm run ([a-z-]+)/g)].map(([, command]) => command));
  // Commands that make the release itself need a checkout of the code.
  expect(named.filter((command) => command !== 'release' && !commands.some((each) => each === command))).toEqual([]);
  expect(new Set(named).size).toBeGreaterThan(4);
});

test('a command of a release starts with the Node of the release', async () => {
  expect(await run('backup')).toEqual({ code: 1, output: expect.stringContaining('backup: name one file or folder') });
});

test('an unknown command is refused with the list of commands', async () => {
  expect(await run('backups')).toEqual({
    code: 1,
    output: `Usage: examshelf COMMAND [ARGUMENTS]\nCommands: start ${commands.join(' ')}\n`,
  });
});

test('the changelog begins with the version of package.json, or with unreleased changes', async () => {
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  expect(['Unreleased', version]).toContain(/^## (\S+)/m.exec(changelog)?.[1]);
});
