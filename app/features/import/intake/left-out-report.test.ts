import { expect, test } from 'vitest';
import { reasons } from '#messages/import/intake.ts';
import type { LeftOutKind } from './file-kinds.ts';
import type { NotTaken } from './intake-file.ts';
import { groupLeftOut, listLeftOut, writeReportFile } from './left-out-report.ts';

const of = (kind: LeftOutKind, ...paths: string[]): NotTaken[] =>
  paths.map((path) => ({ path, kind, reason: reasons[kind] }));
const many = (kind: LeftOutKind, count: number, folder: string, ending: string) =>
  of(kind, ...Array.from({ length: count }, (_, index) => `${folder}/${index}.${ending}`));

test('files that can become materials come first, then a line for each folder, however many files there are', () => {
  const report = groupLeftOut(
    [
      ...many('program', 169, 'drive/OS/lab/c', 'c'),
      ...many('program', 62, 'drive/OS/lab/java/deep', 'java'),
      ...many('environment', 1450, 'drive/AI/project/env', 'py'),
      ...of('picture', 'drive/OS/2078.gif'),
      ...many('slides', 7, 'drive/OS/slides', 'pptx'),
      ...of('piece', 'drive/OS/2078_files/a.css', 'drive/OS/2078_files/b.html'),
      ...of('leftover', 'drive/.DS_Store', 'drive/OS/~$unit 1.docx'),
      ...of('joined', 'drive/OS/2078_files/1.png'),
      { path: 'drive/locked.zip', reason: 'The archive needs a password. Unpack it first.' },
    ],
    ['drive/OS/2078.html', 'drive/AI/notes.pdf'],
  );
  expect(report).toEqual({
    total: 1692,
    isIncomplete: true,
    convertible: [
      {
        title: '1 picture of another kind.',
        advice: 'Save each as a JPEG or PNG.',
        paths: ['OS/2078.gif'],
        folders: [],
      },
      {
        title: '7 presentations.',
        advice: 'Save each as a PDF.',
        paths: [],
        folders: [{ folder: 'OS/slides', count: 7 }],
      },
    ],
    refused: [{ reason: 'The archive needs a password. Unpack it first.', paths: ['locked.zip'], folders: [] }],
    leftOut: [
      { folder: 'AI/project', count: 1450, text: '1,450 files of a Python environment' },
      { folder: 'OS/lab', count: 231, text: '231 program files' },
      { folder: 'OS/2078_files', count: 2, text: '2 pieces of saved web pages' },
    ],
  });
});

test('a document whose PDF is among the files is not missing, regardless of the case of its name', () => {
  const notTaken = of('document', 'OS/unit 1.docx', 'OS/Unit 2.DOC');
  const both = groupLeftOut(notTaken, ['OS/Unit 1.PDF', 'OS/unit 2.pdf']);
  expect([both.isIncomplete, both.convertible]).toEqual([
    false,
    [{ title: '2 Word documents.', advice: 'Their PDFs are here too.', paths: [], folders: [] }],
  ]);
  const one = groupLeftOut(notTaken, ['OS/unit 2.pdf']);
  expect([one.isIncomplete, one.convertible[0]?.advice]).toEqual([true, 'Save each as a PDF. 1 has a PDF here too.']);
  expect(listLeftOut(notTaken, ['OS/unit 2.pdf']).map(({ reason }) => reason)).toEqual([
    'Save it as a PDF first.',
    'Its PDF is here too.',
  ]);
});

test('files left out on purpose, and leftovers, do not count as missing', () => {
  const notTaken = [
    ...of('program', 'a/b.c'),
    ...of('project', 'a/index.html'),
    ...of('leftover', 'a/README.md'),
    // Data of a program.
    ...of('text', 'a/input.txt'),
    ...many('text', 500, 'data set', 'txt'),
  ];
  const report = groupLeftOut(notTaken, ['a/paper.pdf']);
  expect([report.total, report.isIncomplete, report.convertible]).toEqual([503, false, []]);
  expect(groupLeftOut(of('text', 'a/notes.txt'), []).isIncomplete).toBe(true);
});

test('a report of a hundred folders is short', () => {
  const notTaken = Array.from({ length: 100 }, (_, index) => [
    ...many('program', 3, `drive/term ${index % 8}/subject ${index}/lab`, 'c'),
    ...many('document', 6, `drive/term ${index % 8}/subject ${index}`, 'docx'),
  ]).flat();
  const taken = Array.from({ length: 100 }, (_, index) => `drive/term ${index % 8}/subject ${index}/lab/a.pdf`);
  const { convertible, leftOut } = groupLeftOut(notTaken, taken);
  expect(convertible[0]?.folders).toHaveLength(8);
  expect(leftOut).toHaveLength(8);
});

test('the report file is CSV that spreadsheets can open, without formulas', () => {
  const lines = [
    { path: 'a, "b".pdf', outcome: 'not taken', reason: 'It is empty.' },
    { path: '=cmd()', outcome: 'not taken', reason: '' },
  ];
  expect(writeReportFile(lines)).toBe(
    `\ufeffpath,outcome,reason\r\n"a, ""b"".pdf",not taken,It is empty.\r\n'=cmd(),not taken,\r\n`,
  );
});
