import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/**
 * Tests that the annotation limits of the reader are those of pdf.js
 * (docs/decisions/0009-the-annotation-limits-are-the-engine-s.md). Reads its sources, so that an upgrade that changes a
 * limit fails here.
 */
const require = createRequire(import.meta.url);
const builds = ['pdfjs-dist/build/pdf.mjs', 'pdfjs-dist/legacy/build/pdf.mjs'];

const limits = {
  'keyboard moves by 1': /static TRANSLATE_SMALL = (\d+);/,
  'keyboard moves by 10 with a modifier': /static TRANSLATE_BIG = (\d+);/,
  'an editor is at least 16': /static get MIN_SIZE\(\) \{\s*return (\d+);/,
  'the tooltip of an alternative text comes after 100 ms': /const DELAY_TO_SHOW_TOOLTIP = (\d+);/,
  'the last 128 steps can be undone': /class CommandManager \{[\s\S]{0,200}?constructor\(maxSize = (\d+)\)/,
  'text on a canvas is drawn at no less than 16': /const MIN_FONT_SIZE = (\d+);/,
  'text on a canvas is drawn at no more than 100': /const MAX_FONT_SIZE = (\d+);/,
};

test.each(builds)('%s has the annotation limits', async (build) => {
  const source = await readFile(require.resolve(build), 'utf8');
  const found = Object.entries(limits).map(([limit, pattern]) => [limit, Number(pattern.exec(source)?.[1])]);
  expect(Object.fromEntries(found)).toEqual({
    'keyboard moves by 1': 1,
    'keyboard moves by 10 with a modifier': 10,
    'an editor is at least 16': 16,
    'the tooltip of an alternative text comes after 100 ms': 100,
    'the last 128 steps can be undone': 128,
    'text on a canvas is drawn at no less than 16': 16,
    'text on a canvas is drawn at no more than 100': 100,
  });
  // Limited by both wherever a font is set on a canvas.
  expect(source).toMatch(/MathClamp\(size, MIN_FONT_SIZE, MAX_FONT_SIZE\)/);
});
