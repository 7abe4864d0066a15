import { examLines, nepaliLines } from './exam-lines.ts';

export type Variant =
  | 'rescan'
  | 'rescan at 150 dpi'
  | 'rescan, askew and noisy'
  | 'recompressed'
  | 'pages in another order'
  | 'cover page added'
  | 'revised edition'
  | 'next year, same headings'
  | 'next year, half the questions'
  | 'same questions, other numbers';

/** A document as the lines of its pages, with its duplicates and similar documents. */
type SetDocument = {
  name: string;
  pages: string[][];
  variants: { variant: Variant; pages: string[][]; isDuplicate: boolean }[];
};

const heading = (subject: string, year: number) => [
  'TRIBHUVAN UNIVERSITY',
  'Institute of Science and Technology',
  `Bachelor Level / Second Year / Fourth Semester, ${year}`,
  `${subject}    Full marks: 60    Pass marks: 24    Time: 3 hours`,
  'Candidates are required to give their answers in their own words as far as practicable.',
  'The figures in the margin indicate full marks. Attempt any ten questions.',
];

const cover = [
  'Question bank of the students’ union',
  'Collected from the departments, scanned in the library, for private study only.',
  'Please report missing pages to the librarian.',
];

/** Generated papers of two pages, and one note of three. The same in every run. */
export function makeDocuments(): SetDocument[] {
  const subjects = ['Operating Systems', 'Database Systems', 'Fluid Mechanics'];
  const papers = subjects.map((subject, index) => makePaper(subject, 100 + index * 10));
  return [...papers, makeNote()];
}

function makePaper(subject: string, seed: number): SetDocument {
  const questions = examLines(seed, 12);
  const numbers = [7, 24, 13, 48, 95, 31, 62, 87];
  const problem = (values: readonly number[]) =>
    `13. Processes arrive with bursts of ${values.join(', ')} ms. Find the mean waiting time for each policy.`;
  const paper = (year: number, asked: readonly string[], values: readonly number[]) => [
    [...heading(subject, year), ...asked.slice(0, 6)],
    [...asked.slice(6), problem(values), ...nepaliLines.slice(0, 2)],
  ];
  const pages = paper(2079, questions, numbers);
  const others = examLines(seed + 1, 12);
  const half = questions.map((question, index) => (index % 2 === 0 ? question : (others[index] ?? question)));
  const revised = questions.map((question, index) => (index % 5 === 2 ? (others[index] ?? question) : question));
  return {
    name: subject,
    pages,
    variants: [
      { variant: 'rescan', pages, isDuplicate: true },
      { variant: 'rescan at 150 dpi', pages, isDuplicate: true },
      { variant: 'rescan, askew and noisy', pages, isDuplicate: true },
      { variant: 'recompressed', pages, isDuplicate: true },
      { variant: 'pages in another order', pages: pages.toReversed(), isDuplicate: true },
      { variant: 'cover page added', pages: [cover, ...pages], isDuplicate: true },
      { variant: 'revised edition', pages: paper(2079, revised, numbers), isDuplicate: false },
      {
        variant: 'next year, same headings',
        pages: paper(2080, others, [5, 12, 9, 33, 71, 18, 44, 26]),
        isDuplicate: false,
      },
      {
        variant: 'next year, half the questions',
        pages: paper(2080, half, [5, 12, 9, 33, 71, 18, 44, 26]),
        isDuplicate: false,
      },
      {
        variant: 'same questions, other numbers',
        pages: paper(2080, questions, [52, 19, 38, 64, 27, 83, 45, 16]),
        isDuplicate: false,
      },
    ],
  };
}

function makeNote(): SetDocument {
  const pages = [201, 202, 203].map((seed) => examLines(seed, 10).map((line) => line.replace(/^\d+\. /u, '')));
  const [one = [], two = [], three = []] = pages;
  const rewritten = two.map((line, index) => (index % 3 === 0 ? (examLines(301 + index, 1)[0] ?? line) : line));
  return {
    name: 'a note',
    pages,
    variants: [
      { variant: 'rescan', pages, isDuplicate: true },
      { variant: 'rescan, askew and noisy', pages, isDuplicate: true },
      { variant: 'recompressed', pages, isDuplicate: true },
      { variant: 'pages in another order', pages: [three, one, two], isDuplicate: true },
      { variant: 'cover page added', pages: [cover, ...pages], isDuplicate: true },
      { variant: 'revised edition', pages: [one, rewritten, three], isDuplicate: false },
    ],
  };
}
