import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastPageOf, rememberPage } from './last-pages.ts';
import { donePapers } from './done-papers.ts';
import { openedMaterials, rememberOpened } from './opened-materials.ts';
import { pinnedSubjects, pinId } from './pinned-subjects.ts';
import { readReadingFile, writeReadingFile } from './reading-file.ts';
import { newestFirst, putEntry, readEntries, removeEntry } from './stored-entries.ts';

const subject = { facultyId: 'csit', semesterId: '1', slug: 'c-programming', name: 'C Programming', place: 'BSc CSIT' };

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
  emptyStorage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function emptyStorage(): void {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
}

const material = (id: string) =>
  ({ id, title: `Title ${id}`, kind: 'paper', subject: 'Physics', fileId: `f-${id}`, pageCount: 4 }) as never;
const openedIds = () => newestFirst(readEntries(openedMaterials)).map(({ id }) => id);

test('the material opened last comes first, once only, and no more than 30 are stored', () => {
  for (let at = 0; at < 32; at += 1) rememberOpened(material(`m${at}`));
  rememberOpened(material('m5'));
  expect(openedIds().slice(0, 3)).toEqual(['m5', 'm31', 'm30']);
  expect(openedIds()).toHaveLength(30);
});

test('after the clock was set back, the material opened last is still the newest', () => {
  for (let at = 0; at < 30; at += 1) rememberOpened(material(`m${at}`));
  vi.setSystemTime(10);
  rememberOpened(material('late'));
  expect(openedIds()[0]).toBe('late');
});

test('an exported file restores everything after clearing', () => {
  rememberOpened(material('m1'));
  putEntry(pinnedSubjects, pinId(subject), subject);
  putEntry(donePapers, 'm1', {});
  rememberPage('f-m1', 3, 4);
  const file = writeReadingFile();
  emptyStorage();
  expect([openedIds(), readEntries(donePapers).size, lastPageOf('f-m1')]).toEqual([[], 0, null]);
  expect(readReadingFile(file)).toBe(true);
  expect(openedIds()).toEqual(['m1']);
  expect(newestFirst(readEntries(pinnedSubjects))).toMatchObject([subject]);
  expect([readEntries(donePapers).has('m1'), lastPageOf('f-m1')]).toEqual([true, 3]);
});

test('importing a file merges it: the newer entry of an id wins', () => {
  putEntry(donePapers, 'both', {});
  rememberPage('f-m1', 2, 9);
  const file = writeReadingFile();
  vi.setSystemTime(5000);
  rememberPage('f-m1', 7, 9);
  removeEntry(donePapers, 'both');
  putEntry(donePapers, 'here', {});
  readReadingFile(file);
  expect([...readEntries(donePapers).keys()].toSorted()).toEqual(['both', 'here']);
  expect(lastPageOf('f-m1')).toBe(7);
});

test.each(['', 'no JSON', '[]', '{"done":{}}', '{"format":"other","done":{"m1":{"at":1}}}'])(
  'a file that was not exported here changes nothing: %s',
  (text) => {
    putEntry(donePapers, 'm0', {});
    expect(readReadingFile(text)).toBe(false);
    expect([...readEntries(donePapers).keys()]).toEqual(['m0']);
  },
);

test('invalid entries of a file are left out', () => {
  const opened = {
    good: { title: 'T', kind: 'note', subject: 'S', fileId: 'f', pageCount: null, at: 1 },
    bad: { title: 1, at: 2 },
    kind: { title: 'T', kind: 'poster', subject: 'S', fileId: 'f', at: 3 },
    late: { title: 'T', kind: 'note', subject: 'S', fileId: 'f', at: 'soon' },
  };
  expect(readReadingFile(JSON.stringify({ format: 'examshelf-reading', version: 1, opened, pinned: 3 }))).toBe(true);
  expect(openedIds()).toEqual(['good']);
});
