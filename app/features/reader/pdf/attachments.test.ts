import { expect, test } from 'vitest';
import { listAttachments } from './attachments.ts';

const documentWith = (names: unknown[]) => ({
  getAttachments: async () => new Map(names.map((filename, index) => [String(index), { filename }])),
});

test('files inside a PDF are listed with names that are safe to show and to save', async () => {
  const names = ['paper 1.pdf', 'C:\\old\\..\\Solution\u202Efdp.exe', '../../etc/notes.txt', '\u0000', null];
  const listed = await listAttachments(documentWith(names) as never);
  expect(listed.map(({ name }) => name)).toEqual([
    'paper 1.pdf',
    'Solutionfdp.exe',
    'notes.txt',
    'Untitled',
    'Untitled',
  ]);
});

test('of very many files a hundred are listed, and of none none', async () => {
  const listed = await listAttachments(
    documentWith(Array.from({ length: 101 }, (_, index) => `${index}.pdf`)) as never,
  );
  expect([listed.length, listed.at(-1)]).toEqual([100, { id: '99', name: '99.pdf' }]);
  expect(await listAttachments({ getAttachments: async () => null })).toEqual([]);
});
