import { describe, expect, test } from 'vitest';
import { column, makePlacedPdf, type PlacedText } from '#test/support/placed-text.ts';
import { readInReader } from '#test/support/read-in-reader.ts';
import { linesOf } from './page-text.ts';

const lines = ['graph theory is taught', 'a tree is a graph'];
const page = column(60, 60, lines);
/** Returns words with their positions in a line of Helvetica, as text recognition places them. */
const wordsOf = ({ text, x, y }: PlacedText, spell = (word: string) => word): PlacedText[] =>
  [...text.matchAll(/\S+/g)].map((word) => ({ text: spell(word[0]), x: x + word.index * 5.4, y: y + 1 }));
const read = async (texts: readonly PlacedText[]) =>
  linesOf(await readInReader(makePlacedPdf(texts)))
    .join('\n')
    .trim();

describe('text that is written twice at one position counts once', () => {
  test.each<[string, PlacedText[]]>([
    ['line over line', [...page, ...page]],
    ['moved a little', [...page, ...page.map((each) => ({ ...each, x: each.x + 1, y: each.y - 1 }))]],
    ['each line at once, to look bold', page.flatMap((each) => [each, { ...each, x: each.x + 0.4 }])],
    ['words over lines', [...page, ...page.flatMap((each) => wordsOf(each))]],
    ['with a wrong letter', [...page, ...page.map((each) => ({ ...each, text: each.text.replace('h', 'n') }))]],
  ])('%s', async (_name, texts) => {
    expect(await read(texts)).toBe(lines.join('\n'));
  });

  test('lines over words', async () => {
    expect((await read([...page.flatMap((each) => wordsOf(each)), ...page])).split(/\s+/)).toEqual(
      lines.join(' ').split(' '),
    );
  });

  test.each([0, 90, 180, 270] as const)('on a page rotated by %i degrees', async (degrees) => {
    const turned = makePlacedPdf([...page, ...page], { turn: { degrees, isInFile: false } });
    expect(
      linesOf(await readInReader(turned))
        .join('\n')
        .trim(),
    ).toBe(lines.join('\n'));
  });
});

test('text that is repeated elsewhere, and other text at the same position, is not removed', async () => {
  const texts = [
    ...page,
    ...column(60, 200, lines),
    ...column(300, 60, lines),
    { text: 'a', x: 60, y: 400 },
    { text: 'a', x: 72, y: 400 },
    { text: '2', x: 79, y: 394, size: 8 },
    { text: 'first value', x: 60, y: 440 },
    { text: 'sum of it all', x: 60, y: 440 },
  ];
  const text = (await read(texts)).replace(/\s+/g, '');
  for (const { text: each } of texts) expect(text).toContain(each.replace(/\s+/g, ''));
  expect(text.match(/graphtheory/g)).toHaveLength(3);
  expect(text).toContain('firstvaluesumofitall');
});
