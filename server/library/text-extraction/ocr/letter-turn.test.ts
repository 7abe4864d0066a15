import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawKind, sheetKinds, type SheetKind } from '#test/support/sheet-kinds.ts';
import { casesOf } from '#test/support/sweeps.ts';
import { findLetters } from './find-letters.ts';
import { findLetterTurn } from './letter-turn.ts';
import { markInk } from './mark-ink.ts';

/** Returns the rotation that the letters of a sheet show when the sheet is rotated clockwise by this many degrees. */
async function look(sheet: Buffer, turn: number) {
  const { data, info } = await sharp(await sharp(sheet).rotate(turn).toBuffer())
    .resize({ width: 1000, height: 1000, fit: 'inside' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return findLetterTurn(findLetters(markInk({ data, width: info.width, height: info.height })).boxes);
}

/**
 * Sheets that do not show their direction: single letters far apart, words below each other that are each found as one
 * letter, letters that touch rules.
 */
const undecided: SheetKind[] = [
  'an answer grid in a frame',
  'a truth table',
  'words in Nepali',
  'handwriting on ruled paper',
];
/** The hardest sheets: their columns are as regular as their lines, or they have few letters. */
const hardest: SheetKind[] = [
  'multiple choice, numbers below each other',
  'an answer sheet to be filled in',
  'numbers in columns',
  'a cover sheet',
  'a truth table',
];

test.each(casesOf('directions', Object.keys(sheetKinds) as SheetKind[], (kind) => hardest.includes(kind)))(
  'letters show whether lines run across the page or down it: %s',
  async (kind) => {
    const sheet = await drawKind(kind);
    const found = [await look(sheet, 0), await look(sheet, 90), await look(sheet, 180), await look(sheet, 270)];
    const across = found.map((turn) => turn && turn % 180);
    expect(across).toEqual(undecided.includes(kind) ? [null, null, null, null] : [0, 90, 0, 90]);
  },
);

test('in lines that run down or up, the side on which the letters are level is their bottom', async () => {
  const sheet = await drawKind('numbered lines that begin alike');
  expect([await look(sheet, 90), await look(sheet, 270)]).toEqual([90, 270]);
});

test('specks, rules and an empty page indicate no direction', () => {
  const [width, height] = [600, 800];
  const specks = new Uint8Array(width * height).fill(245);
  for (let at = 5000; at < specks.length - width; at += 1717) specks[at] = specks[at + 1] = 30;
  const ruled = new Uint8Array(width * height).fill(245);
  for (let y = 60; y < 700; y += 30) ruled.fill(40, y * width + 40, y * width + 560);
  for (const data of [specks, ruled, new Uint8Array(width * height).fill(245)])
    expect(findLetterTurn(findLetters(markInk({ data, width, height })).boxes)).toBeNull();
});
