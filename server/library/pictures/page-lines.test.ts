import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeArabicPdf } from '#test/support/arabic-pdf.ts';
import { column, makePlacedPdf, type PlacedText } from '#test/support/placed-text.ts';
import { openPdf } from './pdf-document.ts';

/** Returns the text of the first page. */
async function read(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-lines-'));
  try {
    const file = path.join(folder, 'a.pdf');
    await writeFile(file, bytes);
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    const text = pdf.readText(1, { characters: 200_000, fontSamples: 100, objects: 1000 })?.text ?? '';
    pdf.close();
    return text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const linesOf = async (bytes: Buffer) => (await read(bytes)).split('\n');

const heading: readonly PlacedText[] = [
  { text: 'Tribhuvan University', x: 220, y: 50, size: 16 },
  { text: 'Bachelor Level / Fourth Semester / Science', x: 170, y: 76 },
  { text: 'Full Marks: 60', x: 60, y: 100 },
  { text: 'CSC260', x: 490, y: 100 },
];
const shownHeading = ['Tribhuvan University', 'Bachelor Level / Fourth Semester / Science', 'Full Marks: 60 CSC260'];
const questions = [
  'Attempt all questions.',
  '1. Explain the process of normalisation with an example, step by step.',
  '2. Compare the relational model with the network model of databases.',
  '3. Describe two-phase locking, and prove that it is serialisable.',
];

test('headings that are drawn after the questions come first in the text', async () => {
  const body = column(60, 140, questions);
  expect(await linesOf(makePlacedPdf([...body, ...heading]))).toEqual([...shownHeading, ...questions]);
});

test('headings come first in the text, whichever part of the page is drawn last', async () => {
  const [title, level, marks, code] = heading;
  const body = column(60, 140, questions);
  const orders = [
    [...body, code, title, level, marks],
    [code, ...body, marks, level, title],
    [...body.toReversed(), marks, level, title, code],
  ];
  for (const order of orders)
    expect(await linesOf(makePlacedPdf(order.filter((each) => each !== undefined)))).toEqual([
      ...shownHeading,
      ...questions,
    ]);
});

test('headers and footers that are drawn first keep their positions', async () => {
  const page = [
    { text: 'Page 1', x: 280, y: 790 },
    { text: 'Downloaded from example.org', x: 60, y: 810, size: 8 },
    ...heading,
    ...column(60, 140, questions),
  ];
  expect(await linesOf(makePlacedPdf(page))).toEqual([
    ...shownHeading,
    ...questions,
    'Page 1',
    'Downloaded from example.org',
  ]);
});

const left = [
  'The kernel schedules processes by',
  'their priority, and a process that',
  'waits for a device gives up its',
  'processor at once.',
];
const right = [
  'Deadlocks need four conditions at',
  'the same time. Removing a single',
  'one of them prevents deadlocks in',
  'the whole system.',
];

test('columns are read one after the other, below a heading over both, whatever their drawing order', async () => {
  const [one, other] = [column(50, 120, left), column(310, 120, right)];
  const top = { text: 'Operating systems: processes and deadlocks', x: 120, y: 60, size: 18 };
  const foot = { text: 'Department of Computer Science, page 1', x: 180, y: 780, size: 9 };
  const expected = [top.text, ...left, ...right, foot.text];
  for (const order of [
    [top, ...one, ...other, foot],
    [...one, ...other, top, foot],
    [foot, top, ...other, ...one],
    [...other.toReversed(), foot, ...one.toReversed(), top],
  ])
    expect(await linesOf(makePlacedPdf(order))).toEqual(expected);
});

test('English at the left is read before Nepali at the right', async () => {
  const nepali = ['डाटाबेस भनेको के हो', 'सामान्यीकरण किन गरिन्छ', 'उदाहरण सहित लेख्नुहोस्'];
  const english = ['What is a database?', 'Why is it normalised?', 'Answer with an example.'];
  const [one, other] = [column(50, 120, english), column(320, 120, nepali)];
  expect(await linesOf(makePlacedPdf([...one, ...other, ...heading.slice(0, 2)]))).toEqual([
    ...shownHeading.slice(0, 2),
    ...english,
    ...nepali,
  ]);
});

test('the cells of a row are on one line, in the order of their columns', async () => {
  const rows = [
    ['Process', 'Arrival', 'Burst'],
    ['P1', '0', '4'],
    ['P2', '1', '3'],
  ];
  const cell = (row: number, at: number) => ({ text: rows[row]?.[at] ?? '', x: 60 + at * 130, y: 200 + row * 20 });
  const inRows = rows.flatMap((cells, row) => cells.map((_, at) => cell(row, at)));
  const expected = ['Tribhuvan University', 'Process Arrival Burst', 'P1 0 4', 'P2 1 3'];
  expect(await linesOf(makePlacedPdf([...inRows, ...heading.slice(0, 1)]))).toEqual(expected);
});

test('a cell of several lines stays together', async () => {
  const table = [
    { text: 'A)', x: 60, y: 200 },
    ...column(100, 200, ['Explain how a real time operating system', 'meets its deadlines.']),
    { text: 'Remember', x: 440, y: 200 },
    { text: 'B)', x: 60, y: 250 },
    ...column(100, 250, ['Draw the states of a process and name', 'their transitions.']),
    { text: 'Apply', x: 440, y: 250 },
  ];
  const text = await read(makePlacedPdf([...table, ...heading]));
  expect(text).toMatch(/^Tribhuvan University\n/);
  expect(text).toContain('operating system\nmeets its deadlines.');
  expect(text).toContain('process and name\ntheir transitions.');
  expect(text.indexOf('deadlines')).toBeLessThan(text.indexOf('Draw'));
});

test.each([90, 180, 270] as const)(
  'a page that is rotated by %i degrees is read in its shown orientation',
  async (degrees) => {
    const page = [...column(60, 140, questions), ...heading];
    for (const isInFile of [true, false]) {
      const size = degrees === 180 ? {} : { width: 842, height: 595 };
      const bytes = makePlacedPdf(
        page,
        isInFile ? { ...size, turn: { degrees, isInFile } } : { width: 842, height: 842, turn: { degrees, isInFile } },
      );
      expect(await linesOf(bytes)).toEqual([...shownHeading, ...questions]);
    }
  },
);

test('text in another direction, for example a stamp in the margin, follows the text of the page', async () => {
  const bytes = makePlacedPdf([{ text: 'COPY OF THE EXAMINATION OFFICE', x: 40, y: 10 }], {
    turn: { degrees: 90, isInFile: false },
  });
  expect(await linesOf(bytes)).toEqual(['COPY OF THE EXAMINATION OFFICE']);
  const stamped = Buffer.from(
    makePlacedPdf([...column(60, 140, questions)])
      .toString('latin1')
      .replace(
        'BT /F1 12 Tf 1 0 0 1 60 690 Tm',
        'BT /F1 40 Tf 0.7 0.7 -0.7 0.7 90 90 Tm (COPY) Tj ET BT /F1 12 Tf 1 0 0 1 60 690 Tm',
      ),
    'latin1',
  );
  expect((await linesOf(stamped)).at(-1)).toBe('COPY');
});

test('raised and lowered letters stay in their line', async () => {
  const bytes = makePlacedPdf([
    { text: 'Semester: 2', x: 60, y: 100 },
    { text: 'nd', x: 123, y: 97, size: 8 },
    { text: 'of the second year, f(x) = x', x: 136, y: 100 },
    { text: '2', x: 279, y: 96, size: 8 },
    { text: 'is injective', x: 287, y: 100 },
  ]);
  expect(await read(bytes)).toBe('Semester: 2nd of the second year, f(x) = x2 is injective');
});

test('text that is there twice, for example below a picture of it, is read twice and not mixed', async () => {
  const visible = column(60, 140, questions);
  const hidden = visible.map(({ text, x, y }) => ({ text: text.toUpperCase(), x: x + 1, y: y + 2 }));
  expect(await linesOf(makePlacedPdf([...visible, ...hidden]))).toEqual([
    ...questions,
    ...questions.map((line) => line.toUpperCase()),
  ]);
});

test('the front page of a folded sheet, at its right, is read first', async () => {
  const back = column(40, 40, [
    'Group B',
    '4. Define a graph.',
    '5. Define a tree.',
    '6. Define a path.',
    '7. Define a ring.',
    '8. Define a field.',
  ]);
  const front = [
    { text: 'EXAMPLE COLLEGE', x: 500, y: 40, size: 16 },
    ...column(460, 64, [
      'Mid-term examination',
      'Subject: Discrete Structure',
      'Group A',
      '1. Define a set.',
      '2. Define a map.',
    ]),
  ];
  const expected = [...front, ...back].map(({ text }) => text);
  for (const order of [
    [...back, ...front],
    [...front, ...back],
  ])
    expect(await linesOf(makePlacedPdf(order, { width: 842, height: 595 }))).toEqual(expected);
});

test('lines that are read from the right keep their letters and order, and their columns begin at the right', async () => {
  const arabic = ['السؤال الاول', 'السؤال الثاني', 'السؤال الثالث'];
  expect(await linesOf(makeArabicPdf([arabic]))).toEqual(arabic);
});
