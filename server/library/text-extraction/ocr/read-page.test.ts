import { expect, test } from 'vitest';
import { toPageBox, type PageTurn } from './turned-boxes.ts';
import type { LetterTurn } from './letter-turn.ts';
import { findTurn, readPage } from './read-page.ts';
import { removeSpecks } from './remove-specks.ts';

const straight: PageTurn = {
  turn: 0,
  skew: 0,
  page: { width: 1000, height: 2000 },
  straight: { width: 1000, height: 2000 },
};

function toTsv(rows: { line?: number; text: string; confidence: number; box?: number[] }[]): string {
  const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';
  const words = rows.map(({ line = 1, text, confidence, box = [100, 200, 300, 40] }) =>
    [5, 1, 1, 1, line, 1, ...box, confidence, text].join('\t'),
  );
  return [header, '4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t', ...words, 'torn\tline', ''].join('\n');
}

async function read(rows: Parameters<typeof toTsv>[0]) {
  const page = await readPage(async () => ({ tsv: toTsv(rows), turn: straight, letters: 0 }));
  return page.lines.map((line) => line.words.map((word) => word.text).join(' '));
}

test('words are returned as lines, in order, with their boxes and confidence', async () => {
  const page = await readPage(async () => ({
    tsv: toTsv([
      { text: 'Define', confidence: 90 },
      { text: 'deadlock.', confidence: 96.04 },
      { line: 2, text: '2NF', confidence: 80, box: [0, 1000, 500, 100] },
    ]),
    turn: straight,
    letters: 0,
  }));
  expect(page.lines.map((line) => line.words.map((word) => word.text))).toEqual([['Define', 'deadlock.'], ['2NF']]);
  expect(page.lines[1]?.words[0]).toEqual({ text: '2NF', box: [0, 0.5, 0.5, 0.05], confidence: 80, turn: 0 });
  expect(page.confidence).toBe(91.4);
});

test('frames, ruled lines, specks and hardly recognised words are dropped', async () => {
  expect(
    await read([
      { text: 'x', confidence: 90 },
      { text: '=', confidence: 88 },
      { text: 'maxima', confidence: 85 },
      { text: '|', confidence: 95, box: [90, 0, 4, 900] },
      { text: 'qwlf', confidence: 12 },
      { line: 2, text: '——', confidence: 93, box: [0, 300, 900, 3] },
      { line: 3, text: 'a', confidence: 40 },
      { line: 3, text: 'ii', confidence: 55 },
      { line: 4, text: '.', confidence: 80 },
      { line: 5, text: 'क्ष', confidence: 80 },
    ]),
  ).toEqual(['x = maxima', 'क्ष']);
});

/** Reads a page whose lines have these words in each direction, and returns its rotation; `asked` has the readings. */
async function turnOf(letters: LetterTurn, words: Partial<Record<PageTurn['turn'], [string, number][]>>) {
  const asked: string[] = [];
  const turn = await findTurn(async (way) => {
    asked.push(`${way.part} ${way.turn}`);
    const rows = words[way.turn] ?? [];
    const tsv = toTsv(rows.map(([text, confidence], line) => ({ line, text, confidence })));
    return { tsv, turn: { ...straight, turn: way.turn }, letters };
  });
  return { turn, asked };
}

const clear = ['Define', 'deadlock', 'and', 'starvation'].map((text): [string, number] => [text, 94]);
const garbled = ['pue', 'ʞɔolp', 'uoi'].map((text): [string, number] => [text, 40]);

test('lines that read clearly are upright, without trying the other directions', async () => {
  expect(await turnOf(0, { 0: clear, 180: clear })).toEqual({ turn: 0, asked: ['band 0'] });
  expect(await turnOf(null, { 0: clear, 90: clear })).toEqual({ turn: 0, asked: ['band 0'] });
});

test('lines that make little sense are read upside down too, and those of a page on its side from both sides', async () => {
  expect(await turnOf(0, { 0: garbled, 180: clear })).toEqual({ turn: 180, asked: ['band 0', 'band 180'] });
  expect(await turnOf(90, { 90: garbled, 270: clear })).toEqual({
    turn: 270,
    asked: ['band 0', 'band 90', 'band 270'],
  });
  expect(await turnOf(90, { 0: clear, 90: clear })).toEqual({ turn: 90, asked: ['band 0', 'band 90'] });
});

test('a page is rotated only if another direction reads clearly better', async () => {
  const doubtful: [string, number][] = [
    ['45', 78],
    ['96', 74],
    ['18', 70],
  ];
  const hardlyBetter: [string, number][] = [
    ['45', 80],
    ['96', 80],
    ['18', 75],
  ];
  expect((await turnOf(0, { 0: doubtful, 180: hardlyBetter })).turn).toBe(0);
  // The letters do not show the direction of the lines: the text read there must be words.
  const { turn, asked } = await turnOf(null, { 0: doubtful, 90: hardlyBetter.concat(hardlyBetter), 270: garbled });
  expect([turn, asked]).toEqual([0, ['band 0', 'band 180', 'band 90', 'band 270']]);
  expect((await turnOf(null, { 0: doubtful, 270: clear })).turn).toBe(270);
});

test('if nothing can be read, the letters decide between the two sides, and an upright page stays unchanged', async () => {
  expect((await turnOf(90, {})).turn).toBe(90);
  expect((await turnOf(270, { 90: garbled, 270: garbled })).turn).toBe(270);
  expect((await turnOf(0, { 0: garbled, 180: garbled })).turn).toBe(0);
  // Strokes of a pen, mistaken for letters.
  expect((await turnOf(0, { 0: garbled, 180: [...garbled, ...garbled, ...garbled] })).turn).toBe(0);
  expect((await turnOf(null, { 0: garbled, 90: [...garbled, ...garbled, ...garbled] })).turn).toBe(0);
});

test('words that Tesseract itself read from top to bottom do not prove that the page is upright', async () => {
  const read = async ({ turn }: { turn: PageTurn['turn'] }) => {
    const box = turn === 90 ? [100, 200, 300, 40] : [100, 200, 40, 300];
    return {
      tsv: toTsv(clear.map(([text, confidence]) => ({ text, confidence, box }))),
      turn: straight,
      letters: null,
    };
  };
  expect(await findTurn(read)).toBe(90);
});

test('a whole page is read in the detected direction', async () => {
  const page = await readPage(async ({ part, turn }) => ({
    tsv: toTsv(
      turn === 180 ? clear.map(([text, confidence]) => ({ text, confidence })) : [{ text: 'ʞɔolp', confidence: 35 }],
    ),
    turn: { ...straight, turn },
    letters: part === 'band' ? 0 : null,
  }));
  expect(page.lines[0]?.words[1]).toMatchObject({ text: 'deadlock', turn: 180, box: [0.6, 0.88, 0.3, 0.02] });
});

test('a page with hardly any text is read again as one block, and the reading that makes more sense is used', async () => {
  const asked: string[] = [];
  const readAs = (pageTexts: Record<'columns' | 'block', string[]>) =>
    readPage(async ({ part, layout }) => {
      if (part === 'page') asked.push(layout);
      const texts = { lines: clear.map(([text]) => text), ...pageTexts };
      return { tsv: toTsv(texts[layout].map((text) => ({ text, confidence: 80 }))), turn: straight, letters: 0 };
    });
  const found = await readAs({ columns: ['of'], block: ['Explain', 'the', 'normalisation', 'of', 'relations'] });
  expect([asked, found.lines[0]?.words.length]).toEqual([['columns', 'block'], 5]);
  const unchanged = await readAs({ columns: ['Chapter', 'three'], block: ['xx'] });
  expect(unchanged.lines[0]?.words.map(({ text }) => text)).toEqual(['Chapter', 'three']);
});

test('a blank page is not tried upside down and has no lines', async () => {
  const asked: PageTurn['turn'][] = [];
  const page = await readPage(async ({ turn }) => {
    asked.push(turn);
    return { tsv: toTsv([]), turn: straight, letters: null };
  });
  expect([page, asked]).toEqual([{ lines: [], confidence: 0 }, [0, 0, 0]]);
});

test('the box of a word on a sideways page is at its position on the page as shown', () => {
  // The page as shown is 2000 by 1000; its text was turned clockwise by 90 degrees and starts at the top right.
  const turned: PageTurn = { ...straight, turn: 90, page: { width: 2000, height: 1000 } };
  expect(toPageBox({ left: 0, top: 0, width: 100, height: 40 }, turned)).toEqual([0.98, 0, 0.02, 0.1]);
  // Turned the other way, it starts at the bottom left.
  expect(toPageBox({ left: 0, top: 0, width: 100, height: 40 }, { ...turned, turn: 270 })).toEqual([0, 0.9, 0.02, 0.1]);
});

test('specks are painted over, but not the dots of letters', () => {
  const [width, height] = [60, 40];
  const data = new Uint8Array(width * height).fill(240);
  for (let x = 5; x < 40; x += 1) for (let y = 20; y < 26; y += 1) data[y * width + x] = 30;
  const dot = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => (10 + y) * width + 20 + x));
  for (const at of dot) data[at] = 30;
  for (const at of [3 * width + 50, 3 * width + 51, 4 * width + 51]) data[at] = 60;
  expect(removeSpecks({ data, width, height }, 8)).toBe(1);
  expect(dot.every((at) => data[at] === 30)).toBe(true);
  expect(data[3 * width + 50]).toBe(240);
});
