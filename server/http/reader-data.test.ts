import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTestServer } from '#test/support/server.ts';

const require = createRequire(import.meta.url);
const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));
const { version } = require('pdfjs-dist/package.json') as { version: string };

test('decoders, character maps, fonts and colour profiles of the reader come from this server, and are cached permanently', async () => {
  await using server = await openTestServer();
  for (const file of [
    'wasm/openjpeg.wasm',
    'wasm/jbig2.wasm',
    'wasm/qcms_bg.wasm',
    'cmaps/90ms-RKSJ-H.bcmap',
    'standard_fonts/FoxitSymbol.pfb',
    'iccs/CGATS001Compat-v2-micro.icc',
  ]) {
    const answer = await fetch(`${server.url}/assets/pdfjs-${version}/${file}`);
    expect([
      file,
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual([file, 200, 'public, max-age=31536000, immutable', 'nosniff']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(path.join(pdfjs, file)))).toBe(true);
  }
});

test('no other file of that package is served', async () => {
  await using server = await openTestServer();
  for (const file of [
    'package.json',
    'build/pdf.mjs',
    'wasm',
    'wasm/',
    'wasm/none.wasm',
    'wasm/..%2fpackage.json',
    'wasm/%2e%2e/package.json',
  ])
    expect([file, (await fetch(`${server.url}/assets/pdfjs-${version}/${file}`)).status]).toEqual([file, 404]);
});
