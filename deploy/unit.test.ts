import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isInstalled } from '#test/support/web-server.ts';

const isMissing = !isInstalled('systemd-analyze');
if (isMissing) process.stdout.write('systemd-analyze is not installed: the unit is not verified\n');

test.skipIf(isMissing)('systemd understands every line of the unit', async () => {
  const shipped = await readFile(path.join(import.meta.dirname, 'examshelf.service'), 'utf8');
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-unit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unit = path.join(folder, 'examshelf.service');
  // The started program must exist.
  await writeFile(unit, shipped.replace('/opt/examshelf/bin/node', process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect({ status, said: stderr.includes('examshelf.service') ? stderr : '' }).toEqual({ status: 0, said: '' });
});
