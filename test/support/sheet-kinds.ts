import { examLines, nepaliLines } from '#bench/documents/exam-lines.ts';
import { createRandom } from '#bench/documents/random.ts';
import { drawSheet, type DrawnSheet, type DrawnText } from './drawn-sheet.ts';

/**
 * Kinds of sheets that people photograph in colleges. The direction is hardest to detect if columns are as regular as
 * lines.
 */
export const sheetKinds = {
  'multiple choice, options in one line': () => page(quiz(11, (q) => [q, tabbed(words(q.length, 4))])),
  'multiple choice, short numbers in one line': () => page(quiz(11, (q, n) => [q, tabbed(numbers(n, 4))])),
  'multiple choice, options below each other': () => page(quiz(7, (q) => [q, ...lettered(words(q.length, 4))])),
  'multiple choice, numbers below each other': () => page(quiz(7, (q, n) => [q, ...lettered(numbers(n, 4))])),
  'multiple choice, options in two rows': () =>
    page(quiz(8, (q, n) => [q, tabbed(words(n, 2)), tabbed(words(n + 3, 2), 2)])),
  'multiple choice, on two columns': () => ({
    texts: [0, 1].map((side) => ({
      x: 45 + side * 265,
      y: 60,
      width: 240,
      points: 10,
      lines: quiz(7, (q, n) => [q.slice(0, 34), ...lettered(words(n + side * 7, 4))], side * 7),
    })),
  }),
  'multiple choice, nothing but options': () => page(quiz(24, (_, n) => [`${n}.\t${tabbed(numbers(n, 4))}`])),
  'multiple choice in Nepali': () =>
    page(
      quiz(6, (_, n) => [`${n}. ${nepaliWords[n % 6]} भनेको के हो?`, ...lettered(nepaliWords.slice(0, 4), 'कखगघ')]),
      12,
    ),
  'yes or no': () => page(quiz(20, (q) => [`${q.slice(0, 40)}\t\t(    )`])),
  'gaps to fill': () =>
    page(quiz(14, (q, n) => [`${n}. The ${words(n, 1)[0]} of a ______________ is ______________.`])),
  'an answer grid': () => ({
    texts: grid({ columns: 5, rows: 10, across: 100, down: 30 }, (n) => `${n}.  ${'ABCD'[(n * 7) % 4]}`),
  }),
  'an answer grid in a frame': () => framed({ columns: 10, rows: 12, across: 50, down: 34 }, (n) => choice(n)),
  'an answer sheet to be filled in': () => ({
    texts: grid({ columns: 3, rows: 20, across: 170, down: 33 }, (n) => `${n}.  (A)  (B)  (C)  (D)`),
  }),
  'an answer key in pairs': () => ({
    texts: grid({ columns: 4, rows: 24, across: 125, down: 28 }, (n) => `${n} – ${choice(n).toLowerCase()}`),
  }),
  'a syllabus with hours': () =>
    page(topics.slice(0, 20).flatMap((topic, n) => [`Unit ${n + 1}. ${topic}\t\t${(n % 5) + 3} hrs`])),
  'a syllabus in numbers': () =>
    page(topics.slice(0, 30).map((topic, n) => `${1 + Math.floor(n / 5)}.${(n % 5) + 1}  ${topic}`)),
  'a syllabus in a table': () =>
    table(
      ['Unit', 'Topic', 'Hours'],
      topics.slice(0, 16).map((topic, n) => [`${n + 1}`, topic, `${(n % 4) + 2}`]),
      [60, 330, 90],
    ),
  'numbered lines that begin alike': () => page(topics.slice(0, 28).map((topic, n) => `${n + 1}. Define ${topic}.`)),
  'numbered questions that begin alike': () =>
    page(
      topics.slice(0, 18).flatMap((topic, n) => [`Q. No. ${n + 1}  What is meant by ${topic}?  [2]`]),
      13,
    ),
  'short notes': () => page(['Write short notes on any four:', ...lettered(topics.slice(3, 11), 'abcdefgh')], 14),
  'a list of single words': () => page(topics.slice(0, 34).map((topic) => topic.split(' ')[0] ?? '')),
  'things to be matched': () => ({
    texts: [
      { x: 60, y: 60, points: 12, lines: topics.slice(0, 16).map((each, n) => `${n + 1}. ${each.split(' ')[0]}`) },
      {
        x: 330,
        y: 60,
        points: 12,
        lines: topics.slice(8, 24).map((each, n) => `${'abcdefghijklmnop'[n]}) ${each.split(' ')[0]}`),
      },
    ],
  }),
  'a table of contents': () =>
    page(topics.slice(0, 26).map((topic, n) => `${topic} ${'.'.repeat(70 - topic.length)} ${n * 7 + 3}`)),
  'a table of marks': () =>
    table(
      ['Roll', 'Name', 'I', 'II', 'III', 'IV', 'Sum'],
      people.map((name, n) => [`${n + 1}`, name, ...numbers(n, 4), `${150 + n * 3}`]),
      [50, 170, 50, 50, 50, 50, 60],
    ),
  'marks without lines': () => page(people.map((name, n) => `${101 + n}\t${name}\t${numbers(n, 4).join('\t')}`)),
  'a timetable': () =>
    table(
      ['', '10:15', '11:05', '12:00', '1:30', '2:20'],
      ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day, n) => [day, ...words(n, 5).map((word) => word.slice(0, 7))]),
      [60, 85, 85, 85, 85, 85],
      60,
    ),
  'a truth table': () =>
    page(
      range(16).map((n) => [8, 4, 2, 1, 3, 5].map((bit) => ((n & bit) > 0 ? 1 : 0)).join('\t')),
      14,
    ),
  'a register of attendance': () =>
    table(
      ['Name', ...range(8).map((n) => `${n + 1}`)],
      people.map((name, n) => [name, ...range(8).map((day) => ((n * 5 + day * 3) % 7 === 0 ? 'A' : 'P'))]),
      [170, ...range(8).map(() => 38)],
    ),
  'numbers in columns': () => page(range(30).map((n) => numbers(n, 6).join('\t'))),
  'a cover sheet': () => ({
    texts: [
      { x: 170, y: 160, points: 22, lines: ['Course file'] },
      { x: 190, y: 330, points: 14, lines: ['Operating systems'] },
      { x: 210, y: 370, points: 12, lines: ['Third semester'] },
      { x: 190, y: 700, points: 12, lines: ['Submitted in 2079'] },
    ],
  }),
  'three questions at the top': () => page(examLines(5, 3)),
  'a full page of questions': () => page([...examLines(1), ...examLines(2, 8)], 10),
  'two columns of text': () => ({
    texts: [0, 1].map((side) => ({
      x: 45 + side * 260,
      y: 60,
      width: 235,
      points: 10,
      lines: examLines(side + 3, 10),
    })),
  }),
  'a narrow column': () => ({ texts: [{ x: 200, y: 60, width: 150, points: 10, lines: examLines(6, 8) }] }),
  'questions in Nepali': () =>
    page(
      [...nepaliLines, ...nepaliLines, ...nepaliLines].map((line, n) => `${n + 1}. ${line}`),
      13,
    ),
  'words in Nepali': () =>
    page(
      range(24).map((n) => `${nepaliWords[n % 6]}\t${nepaliWords[(n * 5 + 2) % 6]}`),
      13,
    ),
  'a program': () => ({
    texts: program.map((line, n) => ({ x: 60 + line.search(/\S/) * 9, y: 60 + n * 21, lines: [line.trim()] })),
  }),
  'a program in columns': () =>
    page(range(34).map((n) => `L${n}:\t${['mov', 'add', 'sub', 'jmp', 'cmp'][n % 5]}\tax, ${n * 3}`)),
  handwriting: () => ({
    scribbles: range(18).map((n) => ({ x: 50, y: 60 + n * 40, width: 490 - (n % 4) * 60, size: 8, seed: n })),
  }),
  'handwriting on ruled paper': () => ({
    rules: [...range(26).map((n) => [20, 78 + n * 29, 555, 0.5] as const), [80, 20, 0.5, 800]],
    scribbles: range(22).map((n) => ({ x: 90, y: 57 + n * 29, width: 440 - (n % 5) * 40, size: 9, seed: n + 50 })),
  }),
  'a chart with labels': () => ({
    texts: ['Start', 'Read n', 'n > 0 ?', 'Print n', 'n = n - 1', 'Stop'].map((label, n) => ({
      x: 250,
      y: 72 + n * 120,
      points: 13,
      lines: [label],
    })),
    rules: range(6).flatMap((n) => [
      ...frame(220, 60 + n * 120, 140, 44),
      [289, 104 + n * 120, 2, n < 5 ? 76 : 0] as const,
    ]),
  }),
  'a wide table': () => ({
    ...table(
      ['No.', 'Subject', ...range(8).map((n) => `Sem ${n + 1}`)],
      topics.slice(0, 12).map((topic, n) => [`${n + 1}`, topic, ...numbers(n, 8)]),
      [40, 230, ...range(8).map(() => 60)],
    ),
    isWide: true,
  }),
} satisfies Record<string, () => DrawnSheet>;

export type SheetKind = keyof typeof sheetKinds;

/** Draws a grey PNG of a sheet of that kind, upright. */
export function drawKind(kind: SheetKind): Promise<Buffer> {
  return drawSheet(sheetKinds[kind]());
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const page = (lines: readonly string[], points = 11): DrawnSheet => ({ texts: [{ x: 60, y: 60, points, lines }] });
const choice = (n: number) => 'ABCD'[(n * 7 + (n >> 2)) % 4] ?? 'A';
const tabbed = (options: readonly string[], from = 0) =>
  options.map((each, n) => `${'abcd'[n + from]}) ${each}`).join('\t');
const lettered = (options: readonly string[], letters = 'abcd') =>
  options.map((each, n) => `     ${letters[n]}) ${each}`);
const numbers = (seed: number, count: number) => {
  const random = createRandom(seed + 9);
  return range(count).map(() => String(10 + Math.floor(random() * 89)));
};
const words = (seed: number, count: number) =>
  range(count).map((n) => topics[(seed * 5 + n * 7) % topics.length]?.split(' ').at(-1) ?? '');

function quiz(count: number, write: (question: string, number: number) => string[], from = 0): string[] {
  return range(count).flatMap((n) =>
    write(`${n + from + 1}. Which of these is part of ${topics[(n + from) % topics.length]}?`, n + from + 1),
  );
}

type Grid = { columns: number; rows: number; across: number; down: number };

/** Writes a grid whose numbers run down the columns. */
function grid({ columns, rows, across, down }: Grid, write: (number: number) => string): DrawnText[] {
  return range(columns * rows).map((n) => ({
    x: 50 + Math.floor(n / rows) * across,
    y: 60 + (n % rows) * down,
    lines: [write(n + 1)],
  }));
}

function framed(each: Grid, write: (number: number) => string): DrawnSheet {
  const { columns, rows, across, down } = each;
  const texts = grid(each, write).map((text) => ({ ...text, x: text.x + 12, y: text.y + 10 }));
  return {
    texts,
    rules: lattice(
      range(columns).map(() => across),
      rows,
      down,
    ),
  };
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  down = 32,
): DrawnSheet {
  const texts = [head, ...rows].flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      const x = 56 + widths.slice(0, column).reduce((sum, width) => sum + width, 0);
      return cell === '' ? [] : [{ x, y: 60 + row * down + down / 2 - 5, points: 10, lines: [cell] }];
    }),
  );
  return { texts, rules: lattice(widths, rows.length + 1, down) };
}

function lattice(widths: readonly number[], rows: number, down: number) {
  const sum = widths.reduce((total, width) => total + width, 0);
  const columns = range(widths.length + 1).map(
    (n) => 50 + widths.slice(0, n).reduce((total, width) => total + width, 0),
  );
  return [
    ...range(rows + 1).map((n) => [50, 60 + n * down, sum, 1] as const),
    ...columns.map((x) => [x, 60, 1, rows * down] as const),
  ];
}

function frame(x: number, y: number, across: number, down: number) {
  return [
    [x, y, across, 1],
    [x, y + down, across, 1],
    [x, y, 1, down],
    [x + across, y, 1, down],
  ] as const;
}

const topics = [
  'paging and segmentation',
  'deadlock prevention',
  'virtual memory',
  'disk scheduling',
  'process states',
  'binary semaphores',
  'monitor objects',
  'file allocation',
  'context switching',
  'thread libraries',
  'memory hierarchy',
  'interrupt handling',
  'boot loaders',
  'system calls',
  'device drivers',
  'page replacement',
  'swap space',
  'race conditions',
  'priority inversion',
  'message passing',
  'shared memory',
  'round robin queues',
  'real time systems',
  'access control',
  'capability lists',
  'buffer caches',
  'journal recovery',
  'mutual exclusion',
  'critical sections',
  'producer problems',
  'banker algorithm',
  'working sets',
  'belady anomaly',
  'inverted tables',
  'kernel modules',
];
const people = [
  'Asmita',
  'Bikash',
  'Chandra',
  'Deepa',
  'Elina',
  'Firoz',
  'Gita',
  'Hari',
  'Isha',
  'Jeevan',
  'Kabita',
  'Laxman',
  'Manju',
  'Niraj',
  'Ojaswi',
  'Prem',
].map((name, n) => `${name} ${['Rai', 'Thapa', 'Karki', 'Gurung'][n % 4]}`);
const nepaliWords = ['समाजशास्त्र', 'अर्थव्यवस्था', 'विद्यार्थी', 'शिक्षा', 'विकास', 'संविधान'];
const program = `#include <stdio.h>
int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
int main(void) {
  int i, j, n;
  scanf("%d", &n);
  for (i = 0; i < n; i++) {
    for (j = 0; j <= i; j++) {
      if (gcd(i, j) == 1)
        printf("%d ", j);
    }
    printf("\\n");
  }
  return 0;
}`.split('\n');
