import { expect, test } from 'vitest';
import { readPageName } from './page-name.ts';

const keys = (...names: string[]) => new Set(names.map((name) => readPageName(name).key)).size;
const numbers = (...names: string[]) => names.map((name) => readPageName(name).numbers.join('.'));
const counts = (...names: string[]) => names.map((name) => readPageName(name).counts);
const words = (...names: string[]) => names.map((name) => readPageName(name).words);

test('names of the pages of one paper have one key, for any format of the number', () => {
  const papers = [
    [
      'final.jpg',
      'Final 2.jpeg',
      'final_3.PNG',
      'final-04.jpg',
      'final (1).jpg',
      'final - Copy.jpg',
      'FINAL page 6.jpg',
    ],
    ['quiz2 p1.jpg', 'quiz 2 p2.jpg', 'Quiz_2_page3.jpg'],
    ['midterm(A).jpg', 'midterm (A2).png'],
    ['Board 2079 (1)_page-0001.jpg', 'Board 2079 (1)_page-0002.jpg'],
    ['exam paper.jpg', 'exam paper pt2.jpg'],
    ['lab4i.jpg', 'lab 4 ii.jpg'],
    ['1_algebra.jpg', '2 algebra.jpg'],
    ['७.jpg', '8.jpg'],
  ];
  expect(papers.map((names) => keys(...names))).toEqual(papers.map(() => 1));
  expect(numbers('final.jpg', 'A 2.1.jpg', 'quiz2 p3.jpg', 'scan0012.jpg', '७.jpg')).toEqual([
    '',
    '2.1',
    '3',
    '12',
    '7',
  ]);
});

test('a year, a variant, a code and a number that counts papers distinguish names', () => {
  const different = [
    ['DBA_2071.jpg', 'DBA_2072.jpg'],
    ['Physics 2015 Fall.jpg', 'Physics 2016 Fall.jpg'],
    ['SS15.jpg', 'SS16.jpg'],
    ['WS16-17.jpg', 'WS17-18.jpg'],
    ['Prova 2021.1.jpg', 'Prova 2021.2.jpg'],
    ['quiz 1.jpg', 'quiz 2.jpg'],
    ['Unit 3.jpg', 'Unit 4.jpg'],
    ['quiz1A.jpg', 'quiz1B.jpg'],
    ['CSC315.jpg', 'CSC316.jpg'],
    ['7th semester.jpg', '8th semester.jpg'],
    ['final.jpg', 'mid.jpg'],
    ['0b3f5d0e-66e0-468f-a8db-2a11b7c67492.jpg', '1c3f5d0e-66e0-468f-a8db-2a11b7c67492.jpg'],
  ];
  expect(different.map((names) => keys(...names))).toEqual(different.map(() => 2));
  expect(keys('DBMS 2079-1.jpg', 'DBMS 2079-2.jpg')).toBe(1);
});

test('reports whether numbers count pages, papers or nothing', () => {
  expect(
    counts(
      'final 1.jpg',
      'page 1.jpg',
      'quiz 1.jpg',
      'mid 1.jpg',
      'algebra P2.jpg',
      'IMG_0012.jpg',
      '12.jpg',
      'final.jpg',
    ),
  ).toEqual(['pages', 'pages', 'items', 'unclear', 'unclear', 'counter', 'counter', 'nothing']);
});

test('times are read from names of cameras, scanners and messengers, with the kind of source', () => {
  const at = (name: string) => {
    const { moment, words: left } = readPageName(name);
    return moment && `${new Date(moment.at).toISOString().slice(0, 19)}${moment.isSent ? ' sent' : ''} ${left}`.trim();
  };
  expect(
    [
      'IMG_20150608_122041.jpg',
      '20180507_213134 (1).jpg',
      'PXL_20230728_141412345.jpg',
      'IMG20230728201402.jpg',
      'IMG_20170802_162310_HDR.jpg',
      '2014-06-10 12.19.55.jpg',
      'WhatsApp Image 2026-02-14 at 1.42.36 PM (2).jpeg',
      'WhatsApp Image 2026-02-14 at 12.00.01\u202fAM.jpeg',
      'photo_5@28-07-2023_20-14-02.jpg',
      'CamScanner 07-28-2023 20.14_3.jpg',
      'DocScanner 02-Mar-2024 5-06 pm.jpg',
      'DBMS 2079 20230728_201402.jpg',
    ].map(at),
  ).toEqual([
    '2015-06-08T12:20:41',
    '2018-05-07T21:31:34',
    '2023-07-28T14:14:12',
    '2023-07-28T20:14:02',
    '2017-08-02T16:23:10',
    '2014-06-10T12:19:55',
    '2026-02-14T13:42:36 sent',
    '2026-02-14T00:00:01 sent',
    '2023-07-28T20:14:02 sent',
    '2023-07-28T20:14:00',
    '2024-03-02T17:06:00',
    '2023-07-28T20:14:02 DBMS 2079',
  ]);
  expect(['IMG_0012.jpg', 'IMG-20230728-WA0012.jpg', 'DBA_2072.jpg', '2079-13-45 30.99.99.jpg'].map(at)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the words of a name are those that a person wrote, without page and copy', () => {
  expect(
    words(
      'TAFL final 2.jpg',
      'midterm (B2).png',
      'Board 2079 (1)_page-0001.jpg',
      'exam paper pt2.jpg',
      '1_algebra.jpg',
    ),
  ).toEqual(['TAFL final', 'midterm (B)', 'Board 2079', 'exam paper', 'algebra']);
  expect(
    words(
      'IMG_0012.jpg',
      'scan 3.png',
      '12.jpg',
      'IMG-20230728-WA0012.jpg',
      'Adobe Scan 28 Jul 2023_2.jpg',
      `${'aZ09_-'.repeat(30)}.jpg`,
    ),
  ).toEqual(['', '', '', '', '', '']);
});
