import { expect, test } from 'vitest';
import { drawableText, drawText, fitLine, fitText, type TextStyle } from './draw-text.ts';

const style: TextStyle = { size: 60, weight: 'semibold', colour: '#1c2330' };
const wide = 2000;

/** Returns the width of a drawn text, without the invisible bar after it. */
async function widthOf(text: string): Promise<number> {
  const bar = await drawText('', style, wide);
  return (await drawText(text, style, wide)).width - bar.width;
}

test('Devanagari is shaped: consonants join, and a joiner between them prevents that', async () => {
  for (const [joined, apart] of [
    ['क्ष', 'क्\u200cष'],
    ['त्र', 'त्\u200cर'],
    ['ज्ञ', 'ज्\u200cञ'],
    ['श्री', 'श्\u200cरी'],
    ['र्म', 'र्\u200cम'],
  ] as const)
    expect([joined, (await widthOf(joined)) < (await widthOf(apart)) - 5]).toEqual([joined, true]);
});

test('the sign of a short i is drawn before its consonant, although it is written after it', async () => {
  const stem = await drawText('कि', style, wide);
  const bare = await drawText('क', style, wide);
  // On the left क has only its round bowl; the sign is a stem as high as the letter.
  const highestAtLeft = ({ data, width, height }: typeof stem) =>
    Math.max(
      ...Array.from({ length: 18 }, (_, column) =>
        Array.from({ length: height }, (_row, row) => data[(row * width + column) * 4 + 3] ?? 0),
      ).map((alphas) => alphas.filter((alpha) => alpha > 128).length),
    );
  expect(stem.width).toBeGreaterThan(bare.width);
  expect(highestAtLeft(stem)).toBeGreaterThan(highestAtLeft(bare) + 10);
});

test('characters that the fonts do not have are left out, so that there are no empty boxes', () => {
  expect(drawableText('漢字 Physics 🎉 — भौतिक शास्त्र २०७९, α ≠ β')).toBe('Physics — भौतिक शास्त्र २०७९, α β');
  expect(drawableText('🎉')).toBe('');
});

test('a long title becomes smaller, then is cut at the end of a word, and markup in it is drawn as text', async () => {
  const box = { width: 400, height: 150 };
  const sizes = { ...style, sizes: [60, 40] };
  expect((await fitText('Physics', sizes, box))?.height).toBe((await drawText('Physics', style, box.width)).height);
  for (const title of ['A <b>very</b> & long title '.repeat(9), 'दीर्घ शीर्षक '.repeat(30), 'x'.repeat(255)]) {
    const drawn = await fitText(title, sizes, box);
    expect(drawn?.width).toBeLessThanOrEqual(box.width);
    expect(drawn?.height).toBeLessThanOrEqual(box.height);
    expect(drawn?.height).toBeGreaterThan(60);
  }
  expect(await fitText('🎉', sizes, box)).toBeNull();
  expect((await fitLine('A line that goes on and on', style, 300))?.height).toBeLessThan(105);
});
