import { expect, test, vi } from 'vitest';
import { missingDataWords, warnOfMissingData } from './missing-data.ts';

const map = 'https://library.test/assets/pdfjs-6.3.289/cmaps/90ms-RKSJ-H.bcmap';
const font = 'https://library.test/assets/pdfjs-6.3.289/standard_fonts/FoxitSymbol.pfb';

test('a missing character map or font is reported in the specified words', () => {
  expect(missingDataWords(map)).toBe(`Unable to load CMap at: ${map}`);
  expect(missingDataWords(font)).toBe(`Unable to load font data at: ${font}`);
  expect(missingDataWords('https://library.test/assets/pdfjs-6.3.289/wasm/openjpeg.wasm')).toBeNull();
});

test('missing data is logged and fails, whether it is refused or unreachable', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const refused = warnOfMissingData(async () => new Response('', { status: 404 }));
  const unreachable = warnOfMissingData(async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(refused(map)).rejects.toThrow(`Unable to load CMap at: ${map}`);
  await expect(unreachable(new URL(font))).rejects.toThrow(`Unable to load font data at: ${font}`);
  expect(warned.mock.calls).toEqual([[`Unable to load CMap at: ${map}`], [`Unable to load font data at: ${font}`]]);
});

test('available data is passed through, and so is every other response', async () => {
  const found = new Response('bytes');
  expect(await warnOfMissingData(async () => found)(map)).toBe(found);
  const refused = new Response('', { status: 404 });
  expect(await warnOfMissingData(async () => refused)('https://library.test/v1/none')).toBe(refused);
});
