import { expect, test } from 'vitest';
import { toPageBox, type PageTurn } from './page-turn.ts';
import { readPage } from './read-page.ts';
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
  const page = await readPage(async () => ({ tsv: toTsv(rows), turn: straight }));
  return page.lines.map((line) => line.words.map((word) => word.text).join(' '));
}

test('words come as lines, in order, with their boxes and confidence', async () => {
  const page = await readPage(async () => ({
    tsv: toTsv([
      { text: 'Define', confidence: 90 },
      { text: 'deadlock.', confidence: 96.04 },
      { line: 2, text: '2NF', confidence: 80, box: [0, 1000, 500, 100] },
    ]),
    turn: straight,
  }));
  expect(page.lines.map((line) => line.words.map((word) => word.text))).toEqual([['Define', 'deadlock.'], ['2NF']]);
  expect(page.lines[1]?.words[0]).toEqual({ text: '2NF', box: [0, 0.5, 0.5, 0.05], confidence: 80, turn: 0 });
  expect(page.confidence).toBe(91.4);
});

test('frames, ruled lines, specks and what was hardly recognised are no words', async () => {
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

test('lines that make little sense are also read upside down; the page is read the better way', async () => {
  const asked: string[] = [];
  const page = await readPage(async ({ isUpsideDown, part }) => {
    asked.push(`${part} ${isUpsideDown ? 'turned' : 'as it is'}`);
    const word = isUpsideDown ? { text: 'deadlock', confidence: 91 } : { text: 'ʞɔolp', confidence: 35 };
    return { tsv: toTsv([word, word, word]), turn: { ...straight, turn: isUpsideDown ? 180 : 0 } };
  });
  expect(asked).toEqual(['band as it is', 'band turned', 'page turned']);
  expect(page.lines[0]?.words[0]).toMatchObject({ text: 'deadlock', turn: 180, box: [0.6, 0.88, 0.3, 0.02] });
});

test('a page with hardly any text is read once more as one block, and the reading that makes more sense counts', async () => {
  const asked: string[] = [];
  const readAs = (texts: Record<'columns' | 'block', string[]>) =>
    readPage(async ({ part, layout }) => {
      if (part === 'page') asked.push(layout);
      return { tsv: toTsv(texts[layout].map((text) => ({ text, confidence: 80 }))), turn: straight };
    });
  const found = await readAs({ columns: ['of'], block: ['Explain', 'the', 'normalisation', 'of', 'relations'] });
  expect([asked, found.lines[0]?.words.length]).toEqual([['columns', 'block'], 5]);
  const kept = await readAs({ columns: ['Chapter', 'three'], block: ['xx'] });
  expect(kept.lines[0]?.words.map(({ text }) => text)).toEqual(['Chapter', 'three']);
});

test('a blank page is not tried upside down and has no lines', async () => {
  const asked: boolean[] = [];
  const page = await readPage(async ({ isUpsideDown }) => {
    asked.push(isUpsideDown);
    return { tsv: toTsv([]), turn: straight };
  });
  expect([page, asked]).toEqual([{ lines: [], confidence: 0 }, [false, false, false]]);
});

test('the box of a word on a sideways page is where the word is on the page as shown', () => {
  // The page as shown is 2000 by 1000; its text was turned clockwise by 90 degrees and starts at the top right.
  const turned: PageTurn = { ...straight, turn: 90, page: { width: 2000, height: 1000 } };
  expect(toPageBox({ left: 0, top: 0, width: 100, height: 40 }, turned)).toEqual([0.98, 0, 0.02, 0.1]);
  // Turned the other way, it starts at the bottom left.
  expect(toPageBox({ left: 0, top: 0, width: 100, height: 40 }, { ...turned, turn: 270 })).toEqual([0, 0.9, 0.02, 0.1]);
});

test('specks are painted over, dots of letters stay', () => {
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
