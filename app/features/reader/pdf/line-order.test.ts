import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { makeArabicPdf } from '#test/support/arabic-pdf.ts';
import { makePdf } from '#test/support/documents.ts';
import { column, makePlacedPdf } from '#test/support/placed-text.ts';
import { readInReader } from '#test/support/read-in-reader.ts';
import { linesOf, type PageText } from './page-text.ts';

function linesInOrder(page: PageText): string[] {
  const { lineOrder } = page;
  const lines = linesOf(page);
  return lineOrder ? lineOrder.map(({ line }) => lines[line] ?? '') : lines;
}

async function readOnServer(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-order-'));
  try {
    const file = path.join(folder, 'a.pdf');
    await writeFile(file, bytes);
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    const text = pdf.readText(1, { characters: 10_000, fontSamples: 10, objects: 100 })?.text ?? '';
    pdf.close();
    return text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const heading = [
  { text: 'Tribhuvan University', x: 220, y: 50, size: 16 },
  { text: 'Bachelor Level / Fourth Semester', x: 190, y: 76 },
];
const questions = column(60, 140, [
  'Attempt all questions.',
  '1. Explain the process of normalisation with an example, step by step.',
  '2. Compare the relational model with the network model of databases.',
]);
const [left, right] = [
  column(50, 120, ['The kernel schedules processes by', 'their priority.']),
  column(310, 120, ['Deadlocks need four conditions at', 'the same time.']),
];
const wide = { width: 842, height: 842 };

test.each([
  ['headings drawn last', makePlacedPdf([...questions, ...heading])],
  ['columns drawn first, the right one before the left one', makePlacedPdf([...right, ...left, ...heading])],
  [
    'a page that is rotated in the file',
    makePlacedPdf([...questions, ...heading], { ...wide, turn: { degrees: 90, isInFile: true } }),
  ],
  [
    'text drawn sideways',
    makePlacedPdf([...questions, ...heading], { ...wide, turn: { degrees: 270, isInFile: false } }),
  ],
])('the reader reads %s in the same order as the search', async (_name, bytes) => {
  const text = await readInReader(bytes);
  expect(text.lineOrder).not.toBeNull();
  expect(linesInOrder(text).join('\n')).toBe(await readOnServer(bytes));
});

test('a page whose lines are in order has no separate reading order', async () => {
  expect((await readInReader(makePdf([['first', 'second', 'third']]))).lineOrder).toBeNull();
  expect((await readInReader(makeArabicPdf([['السؤال الاول', 'السؤال الثاني']]))).lineOrder).toBeNull();
});
