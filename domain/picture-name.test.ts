import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { readPictureName, inOrderTaken, type PhotographFacts } from './picture-name.ts';

test.each([
  ['WhatsApp Image 2024-03-02 at 1.00.10 PM (1).jpeg', 'whatsapp image', '2024-03-02', '13:00:10'],
  ['Screenshot 2024-03-02 at 12.05.12\u202fAM.png', 'screenshot', '2024-03-02', '00:05:12'],
  ['Screenshot_20240302-101112_Chrome.jpg', 'screenshot', '2024-03-02', '10:11:12'],
  ['IMG_20240302_101112_HDR.jpg', 'img', '2024-03-02', '10:11:12'],
  ['PXL_20240302_101112345~2.jpg', 'pxl', '2024-03-02', '10:11:12'],
  ['IMG-20240302-WA0005.jpg', 'img', '2024-03-02', null],
  ['20240302_101112(0).jpg', '', '2024-03-02', '10:11:12'],
  ['photo_5@02-03-2024_10-11-12.jpg', 'photo', '2024-03-02', '10:11:12'],
  ['Photo on 02-03-24 at 10.11 #2.jpg', 'photo on', '2024-03-02', '10:11:00'],
  ['CamScanner 03-02-2024 10.11_12.jpg', 'camscanner', '2024-03-02', '10:11:00'],
  ['DocScanner 02-Mar-2024 5-06 pm_1.jpg', 'docscanner', '2024-03-02', '17:06:00'],
  ['Mar 2, 2024 notes 3.jpg', 'notes', '2024-03-02', null],
  ['IMG_0012 2.HEIC', 'img', null, null],
  ['IMG_2079.HEIC', 'img', null, null],
  ['DBMS 2079 page 3 (1).jpg', 'dbms 2079 page', null, null],
  ['DBMS 2079.jpg', 'dbms 2079', null, null],
  ['DBMS 2079 - Copy (2).jpg', 'dbms 2079', null, null],
  ['Copy of DBMS 2079 page 3.jpg', 'dbms 2079 page', null, null],
  ['scan.jpg', 'scan', null, null],
  ['scan (10).jpg', 'scan', null, null],
  ['scan 2010.jpg', 'scan', null, null],
  // Neither a day, nor one of our calendar, nor a time.
  ['20241332.jpg', '', null, null],
  ['DBMS 2080-02-32.jpg', 'dbms 2080 02', null, null],
  ['IMG_20240302_000060.jpg', 'img', '2024-03-02', null],
  ['🙂.jpg', '', null, null],
])('%s: the pattern is "%s", the day %s, the time %s', (name, pattern, date, time) => {
  expect(readPictureName(name)).toEqual({ pattern, date, time });
});

const narrowSpace = '\u202f';

/** Names in the order of their pages. */
const series: Record<string, string[]> = {
  'copies of one second': [
    'WhatsApp Image 2024-03-02 at 10.11.12 AM.jpeg',
    'WhatsApp Image 2024-03-02 at 10.11.12 AM (1).jpeg',
    'WhatsApp Image 2024-03-02 at 10.11.12 AM (2).jpeg',
    'WhatsApp Image 2024-03-02 at 10.11.12 AM (10).jpeg',
  ],
  'numbers in brackets': ['scan.jpg', 'scan (1).jpg', 'scan (2).jpg', 'scan (10).jpg'],
  'brackets without a space': ['20240302_101112.jpg', '20240302_101112(0).jpg', '20240302_101112(1).jpg'],
  'numbers after _': ['IMG_20240302_101112.jpg', 'IMG_20240302_101112_1.jpg', 'IMG_20240302_101112_2.jpg'],
  'copies of macOS': ['IMG_0012.HEIC', 'IMG_0012 2.HEIC', 'IMG_0012 3.HEIC', 'IMG_0013.HEIC'],
  'copies of macOS in words': ['page 1.png', 'page 1 copy.png', 'page 1 copy 2.png', 'page 2.png'],
  'copies of Windows': ['a1.jpg', 'a1 - Copy.jpg', 'a1 - Copy (2).jpg', 'a1 - Copy (3).jpg', 'a2.jpg'],
  'copies of a drive in the cloud': ['page 1.jpg', 'Copy of page 1.jpg', 'page 2.jpg', 'Copy of page 2.jpg'],
  'edited photographs of Android': ['PXL_20240302_101112345.jpg', 'PXL_20240302_101112345~2.jpg'],
  'edited photographs of iOS': ['IMG_0001.JPG', 'IMG_E0002.JPG', 'IMG_0003.HEIC'],
  'several endings': ['p1.jpeg', 'p1 (1).jpg', 'P2.JPG', 'p2 (1).HEIC', 'p10.png'],
  'around noon': [
    'WhatsApp Image 2024-03-02 at 11.59.50 AM.jpeg',
    'WhatsApp Image 2024-03-02 at 12.00.05 PM.jpeg',
    'WhatsApp Image 2024-03-02 at 1.00.10 PM.jpeg',
    'WhatsApp Image 2024-03-02 at 1.00.10 PM (1).jpeg',
    'WhatsApp Image 2024-03-02 at 10.00.00 PM.jpeg',
  ],
  'after midnight': [
    'WhatsApp Image 2024-03-02 at 12.05.00 AM.jpeg',
    'WhatsApp Image 2024-03-02 at 12.59.59 AM.jpeg',
    'WhatsApp Image 2024-03-02 at 1.00.00 AM.jpeg',
    'WhatsApp Image 2024-03-02 at 12.00.00 PM.jpeg',
  ],
  'across midnight and the end of a month': [
    'WhatsApp Image 2024-02-29 at 11.59.50 PM.jpeg',
    'WhatsApp Image 2024-03-01 at 12.00.05 AM.jpeg',
    'WhatsApp Image 2024-03-01 at 1.00.10 AM.jpeg',
  ],
  'a narrow space before PM': [
    `Screenshot 2024-03-02 at 10.11.12${narrowSpace}AM.png`,
    `Screenshot 2024-03-02 at 10.11.12${narrowSpace}AM (2).png`,
    `Screenshot 2024-03-02 at 12.11.12${narrowSpace}PM.png`,
    `Screenshot 2024-03-02 at 1.11.12${narrowSpace}PM.png`,
  ],
  'spaces of both kinds, and spellings of AM': [
    'Scan 2024-03-02 at 9.11.12 a.m..png',
    `Scan 2024-03-02 at 11.11.12${narrowSpace}am.png`,
    'Scan 2024-03-02 at 12.11.12\u00a0p.m..png',
    'Scan 2024-03-02 at 1.11.12PM.png',
  ],
  'screenshots in other languages': [
    'Bildschirmfoto 2024-03-02 um 09.11.12.png',
    'Bildschirmfoto 2024-03-02 um 10.11.12.png',
    'Bildschirmfoto 2024-03-02 um 10.11.12 (2).png',
  ],
  'Photo Booth': [
    'Photo on 28-02-24 at 23.59.jpg',
    'Photo on 02-03-24 at 10.11.jpg',
    'Photo on 02-03-24 at 10.11 #2.jpg',
    'Photo on 02-03-24 at 10.11 #10.jpg',
  ],
  'Photo Booth, with the month first': [
    'Photo on 2-28-24 at 11.59 PM.jpg',
    'Photo on 3-1-24 at 12.05 AM.jpg',
    'Photo on 3-1-24 at 12.05 AM #2.jpg',
    'Photo on 3-2-24 at 9.00 AM.jpg',
  ],
  Telegram: [
    'photo_2024-02-29_23-59-59.jpg',
    'photo_2024-03-02_10-11-12.jpg',
    'photo_2024-03-02_10-11-12 (2).jpg',
    'photo_2024-03-02_10-11-12 (10).jpg',
    'photo_2024-03-02_10-11-13.jpg',
  ],
  'exported from Telegram': [
    'photo_4@29-02-2024_23-59-59.jpg',
    'photo_5@02-03-2024_10-11-12.jpg',
    'photo_6@02-03-2024_10-11-12.jpg',
    'photo_10@02-03-2024_10-11-12.jpg',
    'photo_11@01-04-2024_09-00-00.jpg',
  ],
  'WhatsApp on Android': ['IMG-20240229-WA0010.jpg', 'IMG-20240302-WA0002.jpg', 'IMG-20240302-WA0010.jpg'],
  'Android without separators': ['IMG20240302095959.jpg', 'IMG20240302101112.jpg', 'IMG20240302101112_01.jpg'],
  'CamScanner, to the minute': [
    'CamScanner 02-03-2024 10.11_1.jpg',
    'CamScanner 02-03-2024 10.11_2.jpg',
    'CamScanner 02-03-2024 10.11_12.jpg',
    'CamScanner 02-03-2024 10.11_60.jpg',
    'CamScanner 02-03-2024 10.12_1.jpg',
  ],
  'CamScanner, with the month first': [
    'CamScanner 02-28-2024 10.11.12_1.jpg',
    'CamScanner 02-28-2024 10.11.12_2.jpg',
    'CamScanner 03-01-2024 09.00.00_1.jpg',
  ],
  'New Doc': [
    'New Doc 2024-03-02 10.11.12_1.jpg',
    'New Doc 2024-03-02 10.11.12_2.jpg',
    'New Doc 2024-03-02 10.11.12_11.jpg',
  ],
  'pages of a PDF': ['DBMS 2079_page-0001.jpg', 'DBMS 2079_page-0002.jpg', 'DBMS 2079_page-0010.jpg'],
  'months in words': [
    'DocScanner 28-Feb-2024 11-59 pm_1.jpg',
    'DocScanner 02-Mar-2024 12-06 am_1.jpg',
    'DocScanner 02-Mar-2024 5-06 pm_1.jpg',
    'DocScanner 02-Mar-2024 5-06 pm_2.jpg',
    'Docscanner 02-Apr-2024 5-06 am_1.jpg',
  ],
  'counters of eight digits that look like dates and do not': ['P_20241231.jpg', 'P_20241232.jpg', 'P_20241300.jpg'],
  'counters of six digits that look like times and do not': [
    'IMG_20240302_000059.jpg',
    'IMG_20240302_000060.jpg',
    'IMG_20240302_000100.jpg',
  ],
  'numbers with a point': ['Unit 1.2.png', 'Unit 1.10.png', 'Unit 2.1.png', 'Unit 10.1.png'],
  'digits of Devanagari': ['पाना १.jpg', 'पाना २.jpg', 'पाना १०.jpg'],
  'dates of Bikram Sambat': ['2080-02-09.jpg', '2080-02-31.jpg', '2080-02-32.jpg', '2080-03-01.jpg'],
  'numbers too long for a number': ['9007199254740992.jpg', '9007199254740993.jpg', '10000000000000000000.jpg'],
  'several programs, by the moment that each name has': [
    'IMG_20240302_095959.jpg',
    'WhatsApp Image 2024-03-02 at 10.00.00 AM.jpeg',
    'IMG_20240302_110000.jpg',
    'WhatsApp Image 2024-03-02 at 1.00.00 PM.jpeg',
  ],
};

const untimed = (name: string): PhotographFacts => ({ name, takenAt: null });
const sortNames = (names: readonly string[]) => inOrderTaken(names.map(untimed)).map(({ name }) => name);
const shuffled = (names: readonly string[]) => fc.shuffledSubarray([...names], { minLength: names.length });

describe('photographs are in the order of their pages, by names alone', () => {
  test.each(Object.entries(series))('%s', (_, names) => {
    fc.assert(
      fc.property(shuffled(names), (mixed) => {
        expect(sortNames(mixed)).toEqual(names);
      }),
      { numRuns: 30 },
    );
  });
});

test('the moments of EXIF determine the order if all photographs have one; those of one second are ordered by name', () => {
  const timed = [
    { name: 'IMG_2.jpg', takenAt: '2026:11:23 08:05:09.000' },
    { name: 'IMG_1 (1).jpg', takenAt: '2026:11:23 08:05:10.000' },
    { name: 'IMG_1.jpg', takenAt: '2026:11:23 08:05:10.000' },
  ];
  const names = (all: readonly PhotographFacts[]) => inOrderTaken(all).map(({ name }) => name);
  expect(names(timed)).toEqual(['IMG_2.jpg', 'IMG_1.jpg', 'IMG_1 (1).jpg']);
  expect(names([...timed, untimed('IMG_3.jpg')])).toEqual(['IMG_1.jpg', 'IMG_1 (1).jpg', 'IMG_2.jpg', 'IMG_3.jpg']);
});

describe('the order by name', () => {
  const word = fc.constantFrom('IMG', 'img', 'scan', 'photo', 'copy', 'Copy of ', ' - Copy', 'at', 'é', 'पाना', '');
  const number = fc.oneof(fc.nat({ max: 12 }), fc.integer({ min: 1990, max: 2100 }), fc.nat()).map(String);
  const sign = fc.constantFrom('_', ' ', '-', '.', ' (', ')', '~', '#', '@', narrowSpace, ' AM', ' PM', '');
  const moment = fc.constantFrom(
    '20240302_101112',
    '2024-03-02 at 1.00.10 PM',
    '2024-03-02 at 12.00.10 AM',
    '02-03-2024_10-11-12',
    '03-28-2024 10.11',
    '20240302',
  );
  const name = fc
    .tuple(fc.array(fc.oneof(word, number, sign, moment), { maxLength: 7 }), fc.constantFrom('.jpg', '.HEIC', ''))
    .map(([pieces, ending]) => pieces.join('') + ending);
  const anyName = fc.oneof({ weight: 4, arbitrary: name }, fc.string({ unit: 'grapheme' }));

  test('is the same for any input order of the photographs', () => {
    const names = fc.uniqueArray(anyName, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
        ([all, mixed]) => {
          expect(sortNames(mixed)).toEqual(sortNames(all));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('is total: two names have the same order in every list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { minLength: 3, maxLength: 4 }), (names) => {
        const all = sortNames(names);
        for (const left of names)
          expect(sortNames(names.filter((each) => each !== left))).toEqual(all.filter((each) => each !== left));
      }),
      { numRuns: 400 },
    );
  });

  test('counts: of names that differ in one number, the smaller number comes first', () => {
    const around = fc.constantFrom(
      ['IMG_', '.jpg'],
      ['scan (', ').png'],
      ['page ', ' copy.jpg'],
      ['New Doc 1_', ''],
      ['WhatsApp Image 2024-03-02 at 10.11.12 PM (', ').jpeg'],
    );
    fc.assert(
      fc.property(around, fc.uniqueArray(fc.nat({ max: 5000 }), { minLength: 2 }), ([before, after], numbers) => {
        const inOrder = numbers.toSorted((one, other) => one - other).map((each) => `${before}${each}${after}`);
        expect(sortNames(inOrder.toReversed())).toEqual(inOrder);
      }),
    );
  });

  test('follows the clock: of names that differ in their moment, the earlier comes first', () => {
    const pad = (value: number) => String(value).padStart(2, '0');
    const forms: ((at: Date) => string)[] = [
      (at) => `WhatsApp Image ${dayOf(at)} at ${twelveHours(at, '.')}.jpeg`,
      (at) => `Screenshot ${dayOf(at)} at ${twelveHours(at, '.', narrowSpace)}.png`,
      (at) => `IMG_${dayOf(at, '')}_${clockOf(at, '')}.jpg`,
      (at) => `IMG${dayOf(at, '')}${clockOf(at, '')}.jpg`,
      (at) => `PXL_${dayOf(at, '')}_${clockOf(at, '')}${at.getUTCMilliseconds() + 100}.jpg`,
      (at) => `photo_${dayOf(at)}_${clockOf(at, '-')}.jpg`,
      (at) =>
        `photo_7@${pad(at.getUTCDate())}-${pad(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}_${clockOf(at, '-')}.jpg`,
      (at) => `New Doc ${dayOf(at)} ${clockOf(at, '.')}_3.jpg`,
    ];
    const dayOf = (at: Date, gap = '-') =>
      [at.getUTCFullYear(), pad(at.getUTCMonth() + 1), pad(at.getUTCDate())].join(gap);
    const clockOf = (at: Date, gap: string) =>
      [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(pad).join(gap);
    const twelveHours = (at: Date, gap: string, space = ' ') =>
      `${at.getUTCHours() % 12 || 12}${gap}${pad(at.getUTCMinutes())}${gap}${pad(at.getUTCSeconds())}${space}${at.getUTCHours() < 12 ? 'AM' : 'PM'}`;
    // Some days, so that many are on the same one and on both sides of midnight.
    const seconds = fc.uniqueArray(fc.nat({ max: 3 * 86_400 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...forms), seconds, (form, all) => {
        const first = Date.UTC(2024, 1, 28);
        const inOrder = all.toSorted((one, other) => one - other).map((each) => form(new Date(first + each * 1000)));
        expect(sortNames(inOrder.toReversed())).toEqual(inOrder);
      }),
      { numRuns: 300 },
    );
  });
});
