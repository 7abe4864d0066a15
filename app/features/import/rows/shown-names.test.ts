import { expect, test } from 'vitest';
import { showNames } from './shown-names.ts';

test('common folders of all paths are omitted', () => {
  const paths = ['Shared drive/CSIT/notes/a.pdf', 'Shared drive/CSIT/Sem 4/OS/b.pdf', 'Shared drive/CSIT/c.pdf'];
  const { common, partsOf } = showNames(paths);
  expect(common).toBe('Shared drive / CSIT');
  expect(paths.map((path) => partsOf(path).folder)).toEqual(['notes', 'Sem 4 / OS', '']);
});

test('a part of a folder name is not a common folder', () => {
  const { common, partsOf } = showNames(['Sem 1/a.pdf', 'Sem 2/b.pdf']);
  expect(common).toBe('');
  expect(partsOf('Sem 1/a.pdf').folder).toBe('Sem 1');
});

test('no path, one path and paths without folders have no common folder', () => {
  expect(showNames([]).common).toBe('');
  const one = showNames(['drive/CSIT/a.pdf']);
  expect(one.common).toBe('drive / CSIT');
  expect(one.partsOf('drive/CSIT/a.pdf')).toEqual({ head: '', tail: 'a.pdf', folder: '' });
  expect(showNames(['a.pdf', 'b.pdf']).partsOf('a.pdf')).toEqual({ head: '', tail: 'a.pdf', folder: '' });
});

test('a short name is never cut', () => {
  const { partsOf } = showNames(['chapter 10.pdf', 'chapter 1.pdf']);
  expect(partsOf('chapter 1.pdf')).toEqual({ head: '', tail: 'chapter 1.pdf', folder: '' });
});

test('a long name is cut before the word that differs from the most similar name', () => {
  const name = (number: number) => `First Year Physics Model Question Set Number ${number} with solutions.pdf`;
  const { partsOf } = showNames([name(1), name(12), name(13), 'Something else.pdf']);
  expect(partsOf(name(12))).toEqual({
    head: 'First Year Physics Model Question Set Number ',
    tail: '12 with solutions.pdf',
    folder: '',
  });
});

test('a name that differs in its last character shows its last words, and one that differs at the start is cut at the end', () => {
  const { partsOf } = showNames([
    'Operating Systems of the year 2078 final.pdf',
    'Operating Systems of the year 2078 finals.pdf',
    'Zoology for beginners and others.pdf',
  ]);
  expect(partsOf('Operating Systems of the year 2078 final.pdf').tail).toBe('2078 final.pdf');
  expect(partsOf('Zoology for beginners and others.pdf').head).toBe('');
});
