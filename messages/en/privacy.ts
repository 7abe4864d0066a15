/**
 * Words of the privacy page that depend on the settings, and its tables of the entries in a browser, as Markdown. For
 * each entry, `until` names its end, besides *Clear all* and the browser's settings; it is empty if there is no other.
 */

/** Entries of local storage. */
export const local = {
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

/** Entries of session storage. */
export const tab = {
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

export const caches = {
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

export const databases = {
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

export const titles = {
  local: 'Local storage',
  tab: 'Session storage, which ends with the tab',
  caches: 'Caches of the service worker',
  databases: 'Databases (IndexedDB)',
};
export const columns = { entry: 'Entry', holds: 'What it holds', until: 'Until' };
/** The ends of an entry: its `until`, and one of the two below. */
export const anyEnd = (ends: readonly string[]) => ends.join(', or ');
export const clearAll = 'you press *Clear all*';
export const siteDataDeleted = "you delete the site's data";

/** `address` is that of the service worker. */
export const serviceWorker = (address: string) =>
  `The copies are made by a service worker, \`${address}\`, which your browser stores as well, once it has loaded the site over https.`;
/** Without offline pages. */
export const removingWorker = (address: string) =>
  `A service worker, \`${address}\`, only deletes copies that an earlier version of the site made, and then itself.`;

/** `host` is that of the site. */
export const allFromHost = (host: string) =>
  `Everything your browser loads comes from this site's own address, ${host}.`;
/** `files` is the host of the store from which browsers load files. */
export const filesFromStore = (host: string, files: string) =>
  `Pages, pictures and what you read on them come from this site's own address, ${host}. Files that you download or open in a tab come from another host, ${files}, which stores them for this library. It receives your network address, the name of your browser and the name of the file, and may log them.`;
/** Continues a sentence of the page. */
export const storeRecords = (files: string) =>
  `; downloaded files come from ${files}, whose log may have the IP address, the browser and the file`;

export const otherAccounts =
  'Other people can create an account as well. The same is stored about it, and signing up and in is counted by the hour, with the account and the first part of the network address, for 30 days.';
export const otherSites = (hosts: readonly string[]) =>
  `Other sites may use this library too: ${hosts.join(', ')}. Their own policies apply there. When you sign in on one of them, that site gets your session and may store it.`;

export const backupsUnknown = 'Ask us how long they are retained.';
export const backupsRetained = (count: number) =>
  `One is made every day, and the latest ${count === 1 ? 'one is' : `${count} are`} retained.`;
