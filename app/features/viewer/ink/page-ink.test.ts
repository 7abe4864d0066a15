import { expect, test } from 'vitest';
import { findInk } from './page-ink.ts';

test('letters differ from the paper, whether that is white, grey or dark; a watermark does not', () => {
  const dark = (...tones: number[]) => {
    const data = [...Array.from({ length: 60 }, () => tones[0] ?? 0), ...tones].flatMap((tone) => [
      tone,
      tone,
      tone,
      255,
    ]);
    return Array.from(findInk({ width: data.length / 4, height: 1, data }).dark.slice(61));
  };
  expect(dark(255, 0, 120, 215)).toEqual([1, 1, 0]);
  expect(dark(190, 20, 100, 160)).toEqual([1, 1, 0]);
  expect(dark(20, 240, 150, 60)).toEqual([1, 1, 0]);
});
