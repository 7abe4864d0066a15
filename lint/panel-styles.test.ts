import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const panel = 'app/routes/-admin-panel.tsx';

/** Returns the files of the app that a file imports, also as types and on demand. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return Array.from(
    text.matchAll(/(?:from\s+|import\s*\(\s*|new URL\(\s*)['"]([#.][^'"]*\.tsx?)['"]/g),
    ([, source = '']) => (source.startsWith('#') ? source.slice(1) : path.posix.join(path.posix.dirname(file), source)),
  ).filter((target) => existsSync(path.join(root, target)) && target.startsWith('app/'));
}

/** Returns the files that are reached from these without the panel. */
function reach(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...entries];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || file === panel) continue;
    found.add(file);
    left.push(...importsOf(file));
  }
  return found;
}

test('the styles of folders that only the panel shows are not in those of every page', () => {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const ofEveryPage = reach(files.filter((file) => !file.startsWith('app/features/')));
  const rendering = files.filter((file) => file.startsWith('app/features/') && file.endsWith('.tsx'));
  const folderOf = (file: string) => file.split('/')[2] ?? '';
  const shown = new Set(rendering.filter((file) => ofEveryPage.has(file)).map(folderOf));
  const ofPanel = new Set(rendering.map(folderOf).filter((folder) => !shown.has(folder)));
  const css = readFileSync(path.join(root, 'app/styles/app.css'), 'utf8');
  const leftOut = Array.from(css.matchAll(/@source not '\.\.\/features\/([\w-]+)'/g), ([, folder = '']) => folder);
  expect(leftOut.sort()).toEqual([...ofPanel].sort());
});
