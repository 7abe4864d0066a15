import { expect, test } from 'vitest';
import { likenessKeys } from './likeness-keys.ts';

test('files of a folder share its key, and those whose names differ by a year or a counted part share their pattern', () => {
  const one = likenessKeys('CSIT/Sem 4/OS/OS_2078.pdf');
  const next = likenessKeys('CSIT\\Sem 4\\OS\\OS 2079 .pdf');
  const note = likenessKeys('CSIT/Sem 4/OS/notes.pdf');
  const other = likenessKeys('CSIT/Sem 5/OS/OS_2078.pdf');
  expect(next).toEqual(one);
  expect(note.folder).toBe(one.folder);
  expect(note.pattern).not.toBe(one.pattern);
  expect(other.folder).not.toBe(one.folder);
  expect(likenessKeys('OS २०७९.pdf')).toEqual(likenessKeys('os 2078.pdf'));
  expect(likenessKeys('OS unit 2.pdf')).toEqual(likenessKeys('OS Unit 11.pdf'));
  expect(likenessKeys('1. DBMS.pdf')).toEqual(likenessKeys('12. DBMS.pdf'));
});

test('files whose numbers belong to a code or a name have different patterns', () => {
  const patterns = [
    'CSC 211.pdf',
    'CSC 212.pdf',
    'Maths 1 2079.pdf',
    'Maths 2 2079.pdf',
    'Sem 3 OS.pdf',
    'Sem 4 OS.pdf',
  ];
  expect(new Set(patterns.map((path) => likenessKeys(path).pattern)).size).toBe(patterns.length);
});

test('a generic name has no pattern', () => {
  for (const name of [
    '1.pdf',
    'scan0012.pdf',
    'Unit 2.pdf',
    'IMG_20240302_101112.jpg',
    'chapter-3 notes.pdf',
    '2079.pdf',
  ])
    expect([name, likenessKeys(`x/${name}`).pattern]).toEqual([name, null]);
});

test('names of any length have a key of limited length', () => {
  expect(likenessKeys('a'.repeat(100_000)).pattern?.length).toBeLessThan(5000);
  expect(likenessKeys('')).toEqual({ folder: '', pattern: null });
});
