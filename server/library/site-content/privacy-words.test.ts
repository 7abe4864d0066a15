import { expect, test } from 'vitest';
import { localKeys, storedCaches, storedDatabases, tabKeys } from '#contract/browser-storage.ts';
import { languages } from '#contract/languages.ts';
import * as english from '#languages/en/privacy.ts';
import * as nepali from '#languages/ne/privacy.ts';
import { digits } from '#languages/ne/format.ts';
import { readConfig } from '#server/config.ts';
import { privacyWords } from './privacy-words.ts';

/** Settings that together write every message. */
const settings: Record<string, string>[] = [
  { PUBLIC_URL: 'https://library.example.edu' },
  {
    PUBLIC_URL: 'https://library.example.edu',
    OFFLINE: 'off',
    SIGN_UP: 'open',
    BACKUP_TO: '/backups',
    BACKUP_KEEP: '1',
  },
  {
    PUBLIC_URL: 'https://library.example.edu',
    STORAGE_URL: 's3://papers?endpoint=https://store.example.net',
    STORAGE_REDIRECT: 'on',
    ALLOWED_ORIGINS: 'https://campus.example.edu,https://exams.example.edu',
    BACKUP_TO: '/backups',
    BACKUP_KEEP: '14',
  },
];

test.each(Object.entries({ english, nepali }))('the %s messages describe exactly the stored entries', (_, messages) => {
  const { local, tab, caches, databases } = messages;
  const described = [local, tab, caches, databases].map((entries) => Object.keys(entries));
  expect(described).toEqual([localKeys, tabKeys, storedCaches, storedDatabases].map((list) => Object.keys(list)));
});

test('the Nepali messages have the names of the English ones, and are empty where those are', () => {
  const shapeOf = (messages: object) => listMessages(messages).map(([name, value]) => [name, value === '']);
  expect(shapeOf(nepali)).toEqual(shapeOf(english));
});

test('the Nepali messages give the limits of the English ones', () => {
  const translated = new Map(listMessages(nepali));
  const limits = listMessages(english).flatMap(([name, value]) =>
    (String(value).match(/(?<=at most )[\d,]+/g) ?? []).map((limit) => ({ name, limit: digits(limit) })),
  );
  expect(limits.length).toBeGreaterThan(10);
  for (const { name, limit } of limits)
    expect([name, translated.get(name)]).toEqual([name, expect.stringContaining(limit)]);
});

test.each(settings)('with %j, the Nepali words have no English sentence and no Latin digit', (given) => {
  const written = Object.values(privacyWords(readConfig(given), 'ne')).filter((words) => words !== '');
  expect(written.filter((words) => !/\p{Script=Devanagari}/u.test(words))).toEqual([]);
  // Names of entries and addresses stay.
  const prose = written.join('\n').replaceAll(/`[^`]*`|\]\([^)]*\)|\w+(?:\.\w+)+/g, '');
  expect(prose.match(/[a-z]+(?:[^\p{L}\p{M}\n]+[a-z]+){2,}|\d+/giu)).toBeNull();
});

test.each(languages)('the words in %s name the service worker of their pages', (language) => {
  const address = language === 'en' ? '`/sw.js`' : `\`/sw-${language}.js\``;
  for (const OFFLINE of ['on', 'off'])
    expect(privacyWords(readConfig({ OFFLINE }), language).serviceWorker).toContain(address);
});

test('the Nepali words name hosts and count backups', () => {
  const [, one, many] = settings.map((given) => privacyWords(readConfig(given), 'ne'));
  expect(one?.backupsRetained).toContain('पछिल्लो मात्र');
  expect(many?.backupsRetained).toContain('पछिल्ला १४ वटा');
  expect(many?.otherSites).toContain('campus.example.edu र exams.example.edu।');
  for (const words of [many?.loadedFrom, many?.storeRecords]) expect(words).toContain(' store.example.net ');
});

/** Lists messages by name, in alphabetical order: `local.theme.holds`. */
function listMessages(messages: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(messages)
    .flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null
        ? listMessages(value, `${prefix}${name}.`)
        : [[prefix + name, typeof value === 'function' ? 'function' : value]],
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
