import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Programs that include their runtime, or run under an old Node as well. */
const runAnywhere = new Set(['types', 'lint', 'format']);

/** Returns a Node on this machine that is older than 24; null if there is none. */
function findOldNode(): { program: string; version: string } | null {
  for (const folder of new Set(process.env['PATH']?.split(path.delimiter))) {
    const program = path.join(folder, 'node');
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const version = /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1];
    if (version && Number(version.split('.')[0]) < 24) return { program, version };
  }
  return null;
}

const oldNode = findOldNode();
if (!oldNode) process.stdout.write('skipped: commands under an old Node, because this machine has none before 24\n');

test.skipIf(!oldNode)(
  'under an old Node every command of npm ends with a sentence that says what to install',
  async () => {
    const { program = '', version = '' } = oldNode ?? {};
    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-old-node-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // The folder has no packages, thus no Node 24.
    await cp(path.join(root, 'scripts', 'on-node-24.mjs'), path.join(folder, 'scripts', 'on-node-24.mjs'));
    await mkdir(path.join(folder, 'bin-of-machine'));
    await symlink(program, path.join(folder, 'bin-of-machine', 'node'));
    const env = { PATH: path.join(folder, 'bin-of-machine') };
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const names = Object.keys(scripts).filter((name) => !runAnywhere.has(name));
    const sentence = `Examshelf needs Node 24 and found ${version}. On Linux (x64, arm64) \`npm ci\` installs it beside the code; elsewhere install Node 24, then start again.\n`;
    const results = await Promise.all(
      names.map(async (name) => {
        const { code, stderr } = await promisify(execFile)('/bin/sh', ['-c', scripts[name] ?? ''], {
          cwd: folder,
          env,
        }).then(
          () => ({ code: 0, stderr: '' }),
          (error: { code: number; stderr: string }) => error,
        );
        return { name, code, stderr };
      }),
    );
    expect(names).toContain('backup');
    expect(results).toEqual(names.map((name) => ({ name, code: 1, stderr: sentence })));
  },
);

test.skipIf(!oldNode)(
  'an old Node passes a command to the Node of the release, with its arguments and exit code',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-own-node-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(path.join(root, 'scripts', 'on-node-24.mjs'), path.join(folder, 'scripts', 'on-node-24.mjs'));
    await mkdir(path.join(folder, 'bin'));
    await symlink(process.execPath, path.join(folder, 'bin', 'node'));
    await writeFile(
      path.join(folder, 'scripts', 'say.mjs'),
      'process.stdout.write(JSON.stringify([process.version, ...process.argv.slice(1)])); process.exitCode = 3;',
    );
    const ended = await promisify(execFile)(
      oldNode?.program ?? '',
      ['scripts/on-node-24.mjs', 'scripts/say.mjs', '--to', 'x'],
      {
        cwd: folder,
      },
    ).catch((error: { code: number; stdout: string }) => error);
    expect('code' in ended && ended.code).toBe(3);
    expect(JSON.parse(ended.stdout)).toEqual([
      process.version,
      path.join(await realpath(folder), 'scripts/say.mjs'),
      '--to',
      'x',
    ]);
  },
);
