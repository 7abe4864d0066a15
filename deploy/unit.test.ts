import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '#test/support/web-server.ts';

const unit = path.join(import.meta.dirname, 'examshelf.service');
const isMissing = !isInstalled('systemd-analyze');
if (isMissing) process.stdout.write('systemd-analyze is not installed: the unit is not verified\n');

test.skipIf(isMissing)('systemd understands every line of the unit', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect({ status, told: stderr.includes('examshelf.service') ? stderr : '' }).toEqual({ status: 0, told: '' });
});
