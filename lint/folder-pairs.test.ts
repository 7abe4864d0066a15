import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const product = '{app,contract,domain,messages,server}/**/*.{ts,tsx,mjs}';
const isProduct = (file: string) => !/\.(?:test|suite)\.tsx?$|route-tree\.gen\.ts$/.test(file);

/** Pairs of folders that still import each other, to be separated. Each is a parent and its part. */
const allowed: string[] = [];

/** Returns every import of a product file from another folder, as `folder of the file → folder of the target`. */
function listArrows(): Set<string> {
  const arrows = new Set<string>();
  for (const file of globSync(product, { cwd: root }).filter(isProduct)) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, source = ''] of text.matchAll(/(?:from\s+|import\s*\(\s*|new URL\(\s*)['"]([#.][^'"]*)['"]/g)) {
      const target = source.startsWith('#') ? source.slice(1) : path.posix.join(path.posix.dirname(file), source);
      if (!/^(?:app|contract|domain|server)\//.test(target)) continue;
      const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)];
      if (from !== to) arrows.add(`${from} → ${to}`);
    }
  }
  return arrows;
}

test('no two folders import each other', () => {
  const arrows = listArrows();
  expect(arrows.size).toBeGreaterThan(100);
  const pairs = [...arrows]
    .map((arrow) => arrow.split(' → '))
    .filter(([from, to]) => from! < to! && arrows.has(`${to} → ${from}`))
    .map(([from, to]) => `${from} ↔ ${to}`);
  expect(pairs.sort()).toEqual(allowed.sort());
});
