import { expect, test } from 'vitest';
import type { OwnValues } from './collect-evidence.ts';
import { takeOverForCopies, type ManualExample } from './take-over.ts';

const open = { value: null, confidence: 0, from: [] };
const guess = { facultyId: open, semesterId: open, subject: open, kind: open };
const nothing: OwnValues = { facultyId: [], semesterId: [], subject: [], kind: [] };
const examples: Record<string, ManualExample[]> = {
  os: [{ id: 'a', path: 'OS/deadlock 2078.pdf', subject: 'Operating Systems', kind: 'paper' }],
  web: [{ id: 'b', path: 'Web/html 2078.pdf', subject: 'Web Technology', kind: 'paper' }],
  other: [{ id: 'c', path: 'Other/x.pdf', subject: 'Operating Systems' }],
};
const take = (paths: readonly string[], own: readonly Partial<OwnValues>[] = []) =>
  takeOverForCopies(
    { id: 'own', copies: paths.map((path, index) => ({ path, own: { ...nothing, ...own[index] } })), guess },
    (folder) => examples[folder] ?? [],
  );

test('a file inherits manual values from any of its folders', () => {
  expect(take(['heap/x.pdf'])).toEqual({});
  for (const paths of [
    ['heap/x.pdf', 'OS/deadlock 2079.pdf'],
    ['OS/deadlock 2079.pdf', 'heap/x.pdf'],
  ])
    expect(take(paths)).toEqual({
      subject: { value: 'Operating Systems', fromId: 'a', isSure: true },
      kind: { value: 'paper', fromId: 'a', isSure: true },
    });
});

test('if its folders agree, the surest value counts; if they disagree, it inherits nothing', () => {
  expect(take(['Other/y.pdf', 'OS/deadlock 2079.pdf']).subject).toEqual({
    value: 'Operating Systems',
    fromId: 'a',
    isSure: true,
  });
  expect(take(['Web/z.pdf', 'OS/z.pdf'])).toEqual({ kind: { value: 'paper', fromId: 'a', isSure: false } });
});

test('a file inherits nothing that another of its names contradicts', () => {
  const own = [{ subject: ['Web Technology'] }, {}];
  expect(take(['heap/web technology.pdf', 'OS/z.pdf'], own).subject).toBeUndefined();
  expect(take(['heap/web technology.pdf', 'Web/z.pdf'], own).subject?.value).toBe('Web Technology');
});
