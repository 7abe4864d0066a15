import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { licences } from '#contract/addresses.ts';
import { openTestServer } from '#test/support/server.ts';
import { collectLicences, packageFolder } from './collect-licences.mjs';

const root = path.join(import.meta.dirname, '..');

test('the library serves the licences of all code and fonts that reach a browser', async () => {
  await using server = await openTestServer({ withPages: true });
  const answer = await fetch(server.url + licences);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  expect(text).toContain((await readFile(path.join(root, 'LICENSE'), 'utf8')).trim());
  // Of pages, styles, the service worker, workers, code that the build adds, files that pdf.js fetches, and fonts.
  for (const name of [
    'react',
    'tailwindcss',
    'workbox-core',
    '@zip.js/zip.js',
    'pdfjs-dist',
    'vite',
    'bikram-sambat',
    'libarchive.js',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\(`, 'm'));
  for (const part of [
    'LICENSE_FOXIT',
    'LICENSE_LIBERATION',
    'LICENSE_OPENJPEG',
    'Source Serif 4',
    'core-js',
    'OpenSSL Toolkit',
  ])
    expect(text).toContain(part);
  expect(text).toContain('SIL OPEN FONT LICENSE');
  const page = await (await fetch(`${server.url}/faq`)).text();
  expect(page).toContain(`href="${licences}"`);
});

test('modules are assigned to packages, and our own to none', () => {
  expect(packageFolder('/x/node_modules/@radix-ui/react-id/dist/index.mjs?v=1')).toBe(
    '/x/node_modules/@radix-ui/react-id',
  );
  expect(packageFolder('/x/node_modules/a/node_modules/b/c.js')).toBe('/x/node_modules/a/node_modules/b');
  expect(packageFolder('/x/app/router.tsx')).toBeNull();
});

test('a package without the text of its licence stops the build and is named', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-licences-'));
  try {
    const bare = path.join(folder, 'node_modules', 'bare');
    await mkdir(bare, { recursive: true });
    await writeFile(path.join(bare, 'package.json'), '{"name":"bare","version":"1.0.0","license":"MIT"}');
    const collected = collectLicences(root);
    collected.plugin.generateBundle({}, { 'a.js': { type: 'chunk', moduleIds: [path.join(bare, 'index.js')] } });
    await expect(collected.write(path.join(folder, 'licences.txt'))).rejects.toThrow(
      'bare has no file with its licence (MIT). Name a package with the same text in scripts/collect-licences.mjs',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
