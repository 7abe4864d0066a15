import { expect, test } from 'vitest';
import { likenessKeys } from './likeness-keys.ts';

test('files of a folder share its key, and those whose names differ by a number share their pattern', () => {
  const one = likenessKeys('CSIT/Sem 4/OS/OS_2078.pdf');
  const next = likenessKeys('CSIT\\Sem 4\\OS\\OS 2079 .pdf');
  const note = likenessKeys('CSIT/Sem 4/OS/notes.pdf');
  const other = likenessKeys('CSIT/Sem 5/OS/OS_2078.pdf');
  expect(next).toEqual(one);
  expect(note.folder).toBe(one.folder);
  expect(note.pattern).not.toBe(one.pattern);
  expect(other.folder).not.toBe(one.folder);
  expect(likenessKeys('OS २०७९.pdf')).toEqual(likenessKeys('os 2078.pdf'));
});

test('names of any length have a key of limited length', () => {
  expect(likenessKeys('a'.repeat(100_000)).pattern.length).toBeLessThan(5000);
  expect(likenessKeys('')).toEqual({ folder: '', pattern: '/' });
});
