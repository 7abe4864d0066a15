import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRefusedLicences, type LockedPackage } from './check-licences.ts';

const root = path.join(import.meta.dirname, '../..');

test('every package that production needs is under an accepted licence', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = (folder: string): string | null => {
    const file = path.join(root, folder, 'package.json');
    if (!existsSync(file)) return null;
    const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown };
    return typeof license === 'string' ? license : null;
  };
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(findRefusedLicences(packages, installed)).toEqual([]);
});

test('a package under another licence is named, with that licence', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/free': { version: '1.0.0', license: 'MIT' },
    'node_modules/choice': { version: '1.0.0', license: '(GPL-3.0-only OR MIT)' },
    'node_modules/both': { version: '1.0.0', license: 'Apache-2.0 AND LGPL-3.0-or-later' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    'node_modules/a/node_modules/@scope/strict': { version: '2.1.0', license: 'AGPL-3.0-or-later' },
    'node_modules/mixed': { version: '1.0.0', license: 'MIT AND GPL-2.0-only' },
    'node_modules/read-it': { version: '3.0.0', license: 'SEE LICENSE IN terms.txt' },
    'node_modules/silent': { version: '4.0.0' },
    'node_modules/changed': { version: '5.0.0', license: 'MIT' },
  };
  const installed = (folder: string) => (folder === 'node_modules/changed' ? 'BUSL-1.1' : null);
  expect(findRefusedLicences(packages, installed)).toEqual([
    '@scope/strict 2.1.0: AGPL-3.0-or-later',
    'mixed 1.0.0: MIT AND GPL-2.0-only',
    'read-it 3.0.0: SEE LICENSE IN terms.txt',
    'silent 4.0.0: no licence',
    'changed 5.0.0: BUSL-1.1',
  ]);
});
