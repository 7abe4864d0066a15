import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultLanguage, languages } from '#contract/languages.ts';

/** The compiler finds missing messages as well, at their uses; this list is for translators. */

type Messages = Record<string, Record<string, unknown>>;

test.each(languages.slice(1))('%s has every message, and no other ones', async (language) => {
  const [wanted, found] = await Promise.all([readMessages(defaultLanguage), readMessages(language)]);
  const missing = Object.entries(wanted).flatMap(([file, messages]) =>
    Object.keys(messages).flatMap((name) => (name in (found[file] ?? {}) ? [] : [`${file}: ${name}`])),
  );
  // A language may have helpers in files of its own.
  const unused = Object.entries(found).flatMap(([file, messages]) =>
    Object.keys(messages).flatMap((name) =>
      file in wanted && !(name in (wanted[file] ?? {})) ? [`${file}: ${name}`] : [],
    ),
  );
  expect({ missing, unused: unused.filter((each) => !/^(?:format|known-sentences)\.ts:/.test(each)) }).toEqual({
    missing: [],
    unused: [],
  });
});

test.each(languages.slice(1))('records of messages in %s have the keys of the default language', async (language) => {
  const [wanted, found] = await Promise.all([readMessages(defaultLanguage), readMessages(language)]);
  const missing = Object.entries(wanted).flatMap(([file, messages]) =>
    Object.entries(messages).flatMap(([name, value]) =>
      keysOf(value)
        .filter((key) => !keysOf(found[file]?.[name]).includes(key))
        .map((key) => `${file}: ${name}.${key}`),
    ),
  );
  expect(missing).toEqual([]);
});

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

async function readMessages(language: string): Promise<Messages> {
  const folder = path.join(import.meta.dirname, language);
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(?!.*\.test\.).*\.ts$/.test(file));
  const modules = files.map(async (file) => [file, await import(path.join(folder, file))] as const);
  return Object.fromEntries(await Promise.all(modules));
}
