import {
  localKeys,
  storedCaches,
  storedDatabases,
  tabKeys,
  type CacheName,
  type DatabaseName,
  type LocalKey,
  type TabKey,
} from '#contract/browser-storage.ts';
import { serviceWorkerOf, type Language } from '#contract/languages.ts';
import * as english from '#languages/en/privacy.ts';
import * as nepali from '#languages/ne/privacy.ts';
import type { Config } from '#server/config.ts';
import { hostOfObjects } from '#server/engines/storage/s3/s3-address.ts';

type Entry = { holds: string; until: string };

type English = typeof english;

/** The messages of a language: those of English, and words about each entry in a browser. */
type Messages = { [Name in keyof English]: English[Name] extends string ? string : English[Name] } & {
  local: Record<LocalKey, Entry>;
  tab: Record<TabKey, Entry>;
  caches: Record<CacheName, Entry>;
  databases: Record<DatabaseName, Entry>;
};

const messages: Record<Language, Messages> = { en: english, ne: nepali };

/** The settings that the privacy page depends on. */
export type PrivacySettings = Pick<
  Config,
  'publicUrl' | 'store' | 'redirect' | 'offline' | 'signUp' | 'allowedOrigins' | 'backup'
>;

/**
 * Returns the values of those words in braces of the privacy page that depend on the settings and on the site's entries
 * in a browser, in a language.
 */
export function privacyWords(
  settings: PrivacySettings,
  language: Language,
): Record<
  | 'storedEntries'
  | 'serviceWorker'
  | 'loadedFrom'
  | 'storeRecords'
  | 'otherAccounts'
  | 'otherSites'
  | 'backupsRetained',
  string
> {
  const { offline, signUp, allowedOrigins } = settings;
  const words = messages[language];
  const worker = serviceWorkerOf(language);
  return {
    storedEntries: writeStoredEntries(offline, words),
    serviceWorker: offline === 'on' ? words.serviceWorker(worker) : words.removingWorker(worker),
    ...describeHosts(settings, words),
    otherAccounts: signUp === 'open' ? words.otherAccounts : '',
    otherSites: allowedOrigins.length > 0 ? words.otherSites(allowedOrigins.map((origin) => new URL(origin).host)) : '',
    backupsRetained: settings.backup.to === null ? words.backupsUnknown : words.backupsRetained(settings.backup.keep),
  };
}

function describeHosts(
  { publicUrl, store, redirect }: PrivacySettings,
  words: Messages,
): Record<'loadedFrom' | 'storeRecords', string> {
  const { host } = new URL(publicUrl);
  if (!store || !redirect) return { loadedFrom: words.allFromHost(host), storeRecords: '' };
  const files = hostOfObjects({ ...store, endpoint: redirect.endpoint ?? store.endpoint });
  return { loadedFrom: words.filesFromStore(host, files), storeRecords: words.storeRecords(files) };
}

/** Returns the tables that list the site's entries in a browser, as Markdown. */
function writeStoredEntries(offline: Config['offline'], words: Messages): string {
  const withWorker = offline === 'on';
  const { 'workbox-expiration': _, ...withoutWorker } = storedDatabases;
  const { titles, columns, databases } = words;
  const parts: [title: string, rows: string[]][] = [
    [titles.local, rowsOf(localKeys, words.local, words)],
    [titles.tab, rowsOf(tabKeys, words.tab, words)],
    [titles.caches, withWorker ? rowsOf(storedCaches, words.caches, words) : []],
    [
      titles.databases,
      withWorker ? rowsOf(storedDatabases, databases, words) : rowsOf(withoutWorker, databases, words),
    ],
  ];
  const head = `| ${columns.entry} | ${columns.holds} | ${columns.until} |\n|---|---|---|`;
  return parts
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `### ${title}\n\n${head}\n${rows.join('\n')}`)
    .join('\n\n');
}

function rowsOf<Key extends string>(
  list: Readonly<Record<Key, 'cleared' | 'stays'>>,
  entries: Readonly<Record<NoInfer<Key>, Entry>>,
  words: Messages,
): string[] {
  return (Object.keys(list) as Key[]).map((key) => {
    const { holds, until } = entries[key];
    const end = list[key] === 'cleared' ? words.clearAll : '';
    const ends = [until, end].filter((each) => each !== '');
    return `| \`${key}\` | ${holds} | ${ends.length > 0 ? words.anyEnd(ends) : words.siteDataDeleted} |`;
  });
}
