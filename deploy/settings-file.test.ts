import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

/**
 * Runs `deploy/examshelf.sh` as root would, on a file of settings, and returns what it starts: the environment, a line each,
 * and the command line. The programs that need root are replaced.
 */
async function runCommand(parts: { settings: string; environment?: Record<string, string>; words: string[] }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'examshelf.env');
  await writeFile(file, parts.settings);
  const script = (await read('deploy/examshelf.sh')).replaceAll('/etc/examshelf.env', file);
  await writeFile(path.join(folder, 'examshelf.sh'), script);
  await mkdir(path.join(folder, 'bin'));
  for (const [name, text] of [
    ['id', 'echo 0'],
    ['setpriv', 'env; printf "%s\\n" "$@"'],
  ] as const) {
    await writeFile(path.join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
    await chmod(path.join(folder, 'bin', name), 0o755);
  }
  const { status, stdout } = spawnSync('/bin/sh', [path.join(folder, 'examshelf.sh'), ...parts.words], {
    env: { PATH: `${folder}/bin:/usr/bin:/bin`, ...parts.environment },
    encoding: 'utf8',
  });
  return { status, lines: stdout.split('\n') };
}

test('the command passes each setting on as it is written, without evaluating it, and runs as the user of the service', async () => {
  const { status, lines } = await runCommand({
    settings:
      '# PORT=1\n\nPUBLIC_URL=https://library.example.edu\nADMIN_PASSWORD=a $(touch x) `touch x` long; password # all of it\nCONTACT_EMAIL="library@example.edu"\nTIME_ZONE=\'Europe/Paris\'\nnot a setting\n9TH=no name\nLAST=1',
    words: ['backup', '/mnt/a backup'],
  });
  expect(status).toBe(0);
  expect(lines).toEqual(
    expect.arrayContaining([
      'PUBLIC_URL=https://library.example.edu',
      'ADMIN_PASSWORD=a $(touch x) `touch x` long; password # all of it',
      'CONTACT_EMAIL=library@example.edu',
      'TIME_ZONE=Europe/Paris',
      'LAST=1',
      'DATA_DIR=/var/lib/examshelf',
    ]),
  );
  expect(lines.filter((line) => line.startsWith('PORT='))).toEqual([]);
  expect(lines.slice(-7)).toEqual([
    '--reuid=examshelf',
    '--regid=examshelf',
    '--init-groups',
    '/opt/examshelf/bin/examshelf',
    'backup',
    '/mnt/a backup',
    '',
  ]);
});

test('a setting in the environment of the command takes precedence over the file', async () => {
  const { lines } = await runCommand({
    settings: 'DATA_DIR=/srv/library\nPORT=3001\n',
    environment: { DATA_DIR: '/srv/trial' },
    words: ['check-library'],
  });
  expect(lines).toEqual(expect.arrayContaining(['DATA_DIR=/srv/trial', 'PORT=3001']));
});

test('the shipped file has settings with which a server starts, including those in comments', async () => {
  const text = (await read('deploy/examshelf.env')).replaceAll(/^#(?=[A-Z_]+=)/gm, '');
  const entries = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  const table = await read('README.md');
  for (const [name] of entries) expect(table).toContain(`\`${name}\``);
  expect(readConfig(Object.fromEntries(entries))).toMatchObject({
    publicUrl: 'https://library.example.edu',
    trustedProxies: ['127.0.0.1'],
    backup: { to: '/var/backups/examshelf', at: '03:30' },
  });
});

test('the container takes all settings from its file', async () => {
  const compose = await read('compose.yaml');
  expect(compose).toContain('\n    env_file: examshelf.env\n');
  expect(compose).not.toContain('environment:');
});
