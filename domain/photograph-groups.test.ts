import { expect, test } from 'vitest';
import { groupPages, pathOfPages, type PagePicture } from './photograph-groups.ts';

type Given = string | readonly [path: string, takenAt: string | null, modifiedAt?: number];

const picture = (given: Given): PagePicture => {
  const [path, takenAt, modifiedAt = null] = typeof given === 'string' ? [given, null] : given;
  return { path, takenAt, modifiedAt };
};

/** Returns each group as its names, with its doubts. */
function grouped(given: readonly Given[], maxPages = 100) {
  return groupPages(given.map(picture), maxPages).map(({ pictures, doubt }) => {
    const names = pictures.map(
      ({ path }) =>
        path
          .split('/')
          .at(-1)
          ?.replace(/\.\w+$/, '') ?? '',
    );
    return doubt === null ? names.join(' + ') : `${names.join(' + ')} (${doubt}?)`;
  });
}

const named = (...paths: string[]) => {
  const used = new Set<string>();
  return groupPages(paths.map(picture), 100).map(({ pictures }) =>
    pathOfPages(
      pictures.map(({ path }) => path),
      used,
    ),
  );
};

test('photographs taken within minutes are one paper, including copies under similar names', () => {
  expect(
    grouped([
      'DBA/IMG_20230611_101112.jpg',
      'DBA/IMG_20230611_101120.jpg',
      'DBA/IMG_20230611_101120 (1).jpg',
      'DBA/IMG_20230611_111500.jpg',
      'DBA/IMG_20230611_111507.jpg',
      'OS/IMG_20230611_101125.jpg',
    ]),
  ).toEqual([
    'IMG_20230611_101112 + IMG_20230611_101120 + IMG_20230611_101120 (1)',
    'IMG_20230611_111500 + IMG_20230611_111507',
    'IMG_20230611_101125',
  ]);
});

test('a counter alone groups nothing; EXIF does, and without EXIF the user has to decide', () => {
  const at = (name: string, time: string): Given => [`p/${name}`, `2024:05:01 ${time}.000`];
  expect(grouped([at('IMG_9.jpg', '10:00:00'), at('IMG_10.jpg', '10:00:09'), at('IMG_11.jpg', '10:40:00')])).toEqual([
    'IMG_9 + IMG_10',
    'IMG_11',
  ]);
  expect(grouped(['p/IMG_7743.HEIC', 'p/IMG_7744.HEIC', 'p/IMG_7790.HEIC'])).toEqual([
    'IMG_7743 + IMG_7744 (numbers?)',
    'IMG_7790',
  ]);
  expect(grouped(['old papers/7.png', 'old papers/8.png'])).toEqual(['7 + 8 (numbers?)']);
  const day = 24 * 60 * 60_000;
  expect(
    grouped([
      ['p/1.png', null, 0],
      ['p/2.png', null, 1000],
      ['p/3.png', null, 3 * day],
    ]),
  ).toEqual(['1 + 2 (numbers?)', '3']);
});

test('a name from a messenger has only the time of sending, and several papers may be sent together', () => {
  const sent = (time: string) => `java/WhatsApp Image 2026-02-14 at ${time} PM.jpeg`;
  expect(grouped([sent('1.42.38'), sent('1.42.39'), sent('6.05.00')])).toEqual([
    'WhatsApp Image 2026-02-14 at 1.42.38 PM + WhatsApp Image 2026-02-14 at 1.42.39 PM (sent?)',
    'WhatsApp Image 2026-02-14 at 6.05.00 PM',
  ]);
});

test('names that people gave are one paper each, with pages ordered by number', () => {
  expect(
    grouped(['OS/final.jpg', 'OS/mid.jpeg', 'NM/NM final 2.jpg', 'NM/nm final.jpg', 'NM/quiz 1.jpg', 'NM/quiz 2.jpg']),
  ).toEqual(['final', 'mid', 'nm final + NM final 2', 'quiz 1', 'quiz 2']);
  expect(grouped(['q/DBA_2071.jpg', 'q/DBA_2072.jpg'])).toEqual(['DBA_2071', 'DBA_2072']);
  expect(grouped(['q/DBA 2071 p2.jpg', 'q/DBA 2071 p1.jpg', 'q/DBA 2072.jpg'])).toEqual([
    'DBA 2071 p1 + DBA 2071 p2',
    'DBA 2072',
  ]);
});

test('a group needs a decision if a number may be of a page or a paper, or if equal names were taken at different times', () => {
  expect(grouped(['q/mid 1.jpg', 'q/mid 2.jpg'])).toEqual(['mid 1 + mid 2 (numbers?)']);
  expect(grouped(['q/algebra 14.jpg', 'q/algebra 15.jpg'])).toEqual(['algebra 14 + algebra 15 (numbers?)']);
  expect(
    grouped([
      ['q/final 1.jpg', '2024:05:01 10:00:00.000'],
      ['q/final 2.jpg', '2024:05:09 10:00:00.000'],
    ]),
  ).toEqual(['final 1 + final 2 (apart?)']);
});

test('no group has more pages than a PDF may have, and one that is too long for a paper needs a decision', () => {
  const pages = Array.from({ length: 30 }, (_, index) => `n/notes page ${index + 1}.jpg`);
  expect(grouped(pages)).toEqual([expect.stringMatching(/^notes page 1 .* notes page 30 \(many\?\)$/)]);
  expect(groupPages(pages.map(picture), 20).map(({ pictures }) => pictures.length)).toEqual([20, 10]);
});

test('every picture is in exactly one group, regardless of its name', () => {
  const odd = ['', '.jpg', '()', '___', '(1).jpg', ' - Copy.jpg', 'p.jpg', '٣.jpg', 'é́.jpg', '1'.repeat(400), '🙂.png'];
  const pictures = odd.flatMap((name) => [picture(name), picture(`a/b/${name}`)]);
  const found = groupPages(pictures, 3).flatMap((group) => group.pictures);
  expect(found.map(({ path }) => path).toSorted()).toEqual(pictures.map(({ path }) => path).toSorted());
});

test("a PDF is named by the common part of its pictures' names, or else by its folder", () => {
  expect(named('OS/final 2.jpg', 'OS/final.jpg', 'OS/mid.jpg')).toEqual(['OS/final.pdf', 'OS/mid.pdf']);
  expect(named('Old papers/7.png', 'DBA 2071/IMG_1.jpg', 'Midterm/A 1.jpg', 'Midterm/A 2.jpg')).toEqual([
    'Old papers/Old papers 7.pdf',
    'DBA 2071/DBA 2071.pdf',
    'Midterm/Midterm A.pdf',
  ]);
  expect(named('DSA/images/IMG_20230611_101112.jpg', 'DSA/images/IMG_20230611_121112.jpg')).toEqual([
    'DSA/images/DSA.pdf',
    'DSA/images/DSA (2).pdf',
  ]);
  expect(named('IMG_1.jpg')).toEqual(['Photographs.pdf']);
});
