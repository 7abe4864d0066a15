import { expect, test } from 'vitest';
import { findPaperStarts } from './find-paper-starts.ts';

const english = (year: number) =>
  `Tribhuvan University\nInstitute of Science and Technology\n${year}\nFull Marks: 60\nPass Marks: 24\nTime: 3 hours\nCandidates are required to give their answers in their own words.\n1. What is a pointer?`;
const nepali = (year: string) => `त्रिभुवन विश्वविद्यालय\n${year}\nपूर्णाङ्क : १००\nसमय : ३ घण्टा\n१. लेख्नुहोस् ।`;
const more = '5. What is the time complexity of the algorithm? Explain with an example from a university.\n6. Define.';

test('each paper of a compilation begins at its head, and its further pages belong to it', () => {
  expect(findPaperStarts([english(2076), more, english(2075), more, more, english(2074)])).toEqual([1, 3, 6]);
  expect(findPaperStarts([nepali('२०७६'), nepali('२०७५')])).toEqual([1, 2]);
});

test('a cover belongs to the first paper, and a page without text to the paper before it', () => {
  expect(findPaperStarts(['Question bank', english(2076), null, english(2075)])).toEqual([1, 4]);
});

test('heads of boards and colleges are found without marks, if exam, time and instruction are there', () => {
  const board =
    'Terminal Examination 2079\nBBA, 4th semester      Time: 2 hrs\nAttempt all questions.\n1. Define profit.';
  expect(findPaperStarts([board, more, board])).toEqual([1, 3]);
});

test('sections of one paper are not papers', () => {
  const section = 'Section B\nFull Marks: 30      Time: 1 hr\nAttempt any five questions.\n11. Explain recursion.';
  const group = 'समूह ख\nपूर्णाङ्क : २०\nकुनै चार प्रश्नको उत्तर लेख्नुहोस् ।';
  expect(findPaperStarts([english(2076), section, group])).toEqual([]);
});

test('one paper, notes and pages without text have no starts', () => {
  expect(findPaperStarts([english(2076), more, more])).toEqual([]);
  expect(
    findPaperStarts(['Unit 1\nThe full marks of a test are its sum.', 'In time, 3 hours later, it ended.']),
  ).toEqual([]);
  expect(findPaperStarts([null, null])).toEqual([]);
  expect(findPaperStarts([])).toEqual([]);
});
