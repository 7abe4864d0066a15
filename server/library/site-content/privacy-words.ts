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
import type { Config } from '#server/config.ts';
import { hostOfObjects } from '#server/engines/storage/s3/s3-address.ts';

type Entry = { holds: string; until: string };

/** `until` names the removal of an entry besides *Clear all*, which `rowsOf` adds, and besides the browser's settings. */
const local: Record<LocalKey, Entry> = {
  theme: { holds: 'whether you chose light or dark', until: '' },
  language: { holds: 'the language you chose', until: 'you choose another one' },
  'reader-theme': {
    holds: 'whether you chose light or dark for documents',
    until: "you choose the site's theme again",
  },
  'reader-view': {
    holds:
      'how you view documents: with trimmed margins or without, and whether this was offered, and whether whole pages fit the window',
    until: '',
  },
  'last-term': { holds: 'the faculty and semester you last viewed, so that you can find it again', until: '' },
  'reader-pages': {
    holds:
      'the page you last read of each document, so that the reader can offer to continue there: the document’s identifier, the page and the time, for at most 200 documents',
    until:
      'you reach the last page or go back to the first; the documents you have not read for the longest time are removed first',
  },
  'reader-highlights': {
    holds:
      'the passages you highlighted: the document’s identifier, the page, the words, the colour, your note and the time, for at most 200 documents',
    until: 'you remove the highlight; the documents you have not highlighted in for the longest time are removed first',
  },
  'reader-bookmarks': {
    holds: 'the pages you bookmarked: the document’s identifier, the pages and the time, for at most 200 documents',
    until: 'you remove the bookmark; the documents you have not bookmarked in for the longest time are removed first',
  },
  'reader-followed': {
    holds:
      'the documents to which your highlights, bookmarks and last pages were copied, because an administrator had moved their pages: identifier and time, for at most 200 documents',
    until: 'newer ones take their place',
  },
  'reading-opened': {
    holds:
      'the materials you opened lately, so that Home can offer them: identifier, file, title, kind, subject, number of pages and the time, for at most 30',
    until: 'you remove them under [My Reading](/reading)',
  },
  'reading-done': {
    holds: 'the papers you marked as done: their identifiers and the time, for at most 1,000',
    until: 'you remove the mark',
  },
  'pinned-subjects': {
    holds: 'the subjects you pinned to Home, with their faculty and semester and the time, at most 20',
    until: 'you unpin them',
  },
  'recent-searches': {
    holds: 'your ten latest searches',
    until: 'you remove them from the list under the search box',
  },
  'coverage-faculty': { holds: 'for administrators only: the faculty last chosen under *What Is Missing*', until: '' },
  'kept-offline': {
    holds: 'the materials you save to read offline: identifier, title and the time, for at most 500',
    until: 'you remove them under [Saved on this device](/kept)',
  },
  session: {
    holds: 'for administrators only: that this browser has signed in, and whether to keep them signed in',
    until: 'they sign out, or the next page load finds the session ended',
  },
};

const tab: Record<TabKey, Entry> = {
  'upload-draft': {
    holds:
      "for administrators only: what is filled in on the upload form, also the password of a locked document, the account's identifier and the name of the chosen file, so that a reload does not lose it",
    until: 'it is uploaded or cleared, or the tab is closed',
  },
  'exam-clock': {
    holds: 'the clock of the exam mode: the identifier of the paper, its time and when it was started',
    until: 'you end it or the tab is closed',
  },
  'tsr-scroll-restoration-v1_3': {
    holds:
      'how far you scrolled on the pages of this tab, some with their addresses, so that going back finds the same place',
    until: 'the tab is closed',
  },
};

const caches: Record<CacheName, Entry> = {
  'examshelf-pages': {
    holds: 'copies of the pages you visited, so that they open without a connection, at most 60',
    until: 'newer ones replace them',
  },
  'examshelf-answers': {
    holds:
      'copies of the lists, materials and search results you saw, and of lists loaded ahead because a link to them was in sight, with their addresses, which contain the search words; at most 200',
    until: 'newer ones replace them',
  },
  'examshelf-pictures': {
    holds: 'copies of covers and first pages you saw, at most 120',
    until: 'newer ones replace them',
  },
  'examshelf-code': {
    holds: 'parts of the site itself that are loaded when first needed, such as the reader',
    until: 'newer ones replace them',
  },
  'examshelf-fixed': {
    holds: 'pages of the site that are the same for everyone',
    until: 'a new version replaces them',
  },
  'examshelf-shell-': {
    holds: 'the code and styles of the site; the name ends with the version',
    until: 'the third version after it',
  },
};

const databases: Record<DatabaseName, Entry> = {
  'examshelf-kept': {
    holds:
      'what you save to read offline: the files, the text of their pages, lists that they belong to, and the time, for at most 500 materials',
    until: 'you remove them under [Saved on this device](/kept)',
  },
  'workbox-expiration': {
    holds: 'when each copy in the caches above was last used, with its address',
    until: 'the copy is removed',
  },
};

/** The settings that the privacy page depends on. */
export type PrivacySettings = Pick<
  Config,
  'publicUrl' | 'store' | 'redirect' | 'offline' | 'signUp' | 'allowedOrigins' | 'backup'
>;

/**
 * Returns the values of those words in braces of the privacy page that depend on the settings and on the site's entries
 * in a browser.
 */
export function privacyWords(
  settings: PrivacySettings,
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
  return {
    storedEntries: writeStoredEntries(offline),
    serviceWorker:
      offline === 'on'
        ? 'The copies are made by a service worker, `/sw.js`, which your browser stores as well, once it has loaded the site over https.'
        : 'A service worker, `/sw.js`, only deletes copies that an earlier version of the site made, and then itself.',
    ...describeHosts(settings),
    otherAccounts:
      signUp === 'open'
        ? 'Other people can create an account as well. The same is stored about it, and signing up and in is counted by the hour, with the account and the first part of the network address, for 30 days.'
        : '',
    otherSites:
      allowedOrigins.length > 0
        ? `Other sites may use this library too: ${allowedOrigins.map((origin) => new URL(origin).host).join(', ')}. Their own policies apply there. When you sign in on one of them, that site gets your session and may store it.`
        : '',
    backupsRetained: describeBackups(settings.backup),
  };
}

function describeHosts({ publicUrl, store, redirect }: PrivacySettings): Record<'loadedFrom' | 'storeRecords', string> {
  const { host } = new URL(publicUrl);
  if (!store || !redirect)
    return {
      loadedFrom: `Everything your browser loads comes from this site's own address, ${host}.`,
      storeRecords: '',
    };
  const files = hostOfObjects({ ...store, endpoint: redirect.endpoint ?? store.endpoint });
  return {
    loadedFrom: `Pages, pictures and what you read on them come from this site's own address, ${host}. Files that you download or open in a tab come from another host, ${files}, which stores them for this library. It receives your network address, the name of your browser and the name of the file, and may log them.`,
    storeRecords: `; downloaded files come from ${files}, whose log may have the IP address, the browser and the file`,
  };
}

function describeBackups({ to, keep }: Config['backup']): string {
  if (to === null) return 'Ask us how long they are retained.';
  return `One is made every day, and the latest ${keep === 1 ? 'one is' : `${keep} are`} retained.`;
}

/** Returns the tables that list the site's entries in a browser, as Markdown. */
function writeStoredEntries(offline: Config['offline']): string {
  const withWorker = offline === 'on';
  const { 'workbox-expiration': _, ...withoutWorker } = storedDatabases;
  const parts: [title: string, rows: string[]][] = [
    ['Local storage', rowsOf(localKeys, local)],
    ['Session storage, which ends with the tab', rowsOf(tabKeys, tab)],
    ['Caches of the service worker', withWorker ? rowsOf(storedCaches, caches) : []],
    ['Databases (IndexedDB)', withWorker ? rowsOf(storedDatabases, databases) : rowsOf(withoutWorker, databases)],
  ];
  const head = '| Entry | What it holds | Until |\n|---|---|---|';
  return parts
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `### ${title}\n\n${head}\n${rows.join('\n')}`)
    .join('\n\n');
}

function rowsOf<Key extends string>(
  list: Readonly<Record<Key, 'cleared' | 'stays'>>,
  entries: Readonly<Record<NoInfer<Key>, Entry>>,
): string[] {
  return (Object.keys(list) as Key[]).map((key) => {
    const { holds, until } = entries[key];
    const end = list[key] === 'cleared' ? 'you press *Clear all*' : '';
    const ends = [until, end].filter((each) => each !== '').join(', or ') || "you delete the site's data";
    return `| \`${key}\` | ${holds} | ${ends} |`;
  });
}
