import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheNames, localKeys, storedCaches, storedDatabases, tabKeys } from '#contract/browser-storage.ts';
import { themeScript } from './features/layout/theme.ts';
import { returningScript } from './features/my-reading/returning-script.ts';

/** Nothing in app/ stores anything in a browser that contract/browser-storage.ts doesn't list. */

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(path.join(import.meta.dirname, file), 'utf8')) }));

/** Globals through which a script can reach browser storage, each with the files that may use it. */
const reaches: [name: RegExp, files: string[]][] = [
  // Both scripts are strings; their keys are checked below.
  [
    /\blocalStorage\b/,
    ['features/layout/stored-items.ts', 'features/layout/theme.ts', 'features/my-reading/returning-script.ts'],
  ],
  [/\bsessionStorage\b/, ['features/layout/stored-items.ts']],
  [/\bcookie(?:Store)?\b/i, []],
  [
    /\bcaches\b/,
    [
      'features/my-reading/clear-stored.ts',
      'features/offline/open-saved-page.ts',
      ...['frames', 'network-first', 'shell', 'worker-pages'].map((name) => `service-worker/${name}.ts`),
    ],
  ],
  [
    /\bindexedDB\b|\bopenDB\b/,
    // The second one checks only whether the browser has databases.
    [
      'features/offline-files/saved-database.ts',
      'features/offline-files/save-materials.ts',
      'features/my-reading/clear-stored.ts',
    ],
  ],
  [/\b(?:showSaveFilePicker|getDirectory|storageBuckets)\b/, []],
];

test.each(reaches)('%s is used only by the files that take its names from the list', (name, files) => {
  const found = sources.filter(({ text }) => name.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(files.toSorted());
});

test('no file contains the name of a cache or a database literally', () => {
  const names = [...Object.keys(storedCaches), 'workbox-expiration'];
  const spelled = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!from )(['"`])([\w-]+)\1(?! satisfies DatabaseName)/g)]
      .map(([, , literal = '']) => literal)
      .filter((literal) => names.some((name) => literal.startsWith(name)))
      .map((literal) => `${file}: ${literal}`),
  );
  expect(spelled).toEqual([]);
  // Each cache is opened by its name in the list, or is listed by the browser already.
  const known = /^(?:cacheNames\.\w+(?: \+ BUILD_NAME)?|cacheName|name)$/;
  const opened = sources.flatMap(({ text }) => [
    ...[...text.matchAll(/\bcaches\s*\.(?:open|has|delete)\(([^)]*)\)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\bcacheName: ([^,}\n]+?)[\s,}]/g)].map(([, name = '']) => name.trim()),
  ]);
  expect(opened.length).toBeGreaterThan(8);
  expect(opened.filter((name) => name !== 'string;' && !known.test(name))).toEqual([]);
});

test('scripts in the head read only keys of the list', () => {
  const keys = [themeScript, returningScript].flatMap((script) =>
    [...script.matchAll(/localStorage\.\w+\('([^']*)'/g)].map(([, key]) => key),
  );
  expect(keys).toEqual(['theme', 'reading-opened', 'pinned-subjects', 'kept-offline']);
  expect(Object.keys(localKeys)).toEqual(expect.arrayContaining(keys));
});

test('every key of the list is used', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const byLibraries = ['tsr-scroll-restoration-v1_3', 'workbox-expiration'];
  const keys = [localKeys, tabKeys, storedDatabases].flatMap((list) => Object.keys(list));
  expect(keys.filter((key) => !byLibraries.includes(key) && !all.includes(`'${key}'`))).toEqual([]);
  expect(Object.keys(cacheNames).filter((name) => !all.includes(`cacheNames.${name}`))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:'"`])\/\/.*$/gm, '');
}
