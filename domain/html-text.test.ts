import { expect, test } from 'vitest';
import { decodeHtml, encodingOfHtml } from './html-text.ts';

test('a page that names no encoding is UTF-8', () => {
  expect(decodeHtml(new TextEncoder().encode('<p>प्रश्न ½'))).toBe('<p>प्रश्न ½');
});

test('the encoding a page names is used', () => {
  const page = new TextEncoder().encode('<meta charset="windows-1252"><p>?');
  page[page.length - 1] = 0xbd;
  expect(decodeHtml(page)).toBe('<meta charset="windows-1252"><p>½');
});

test('the long form of the meta tag counts as well', () => {
  const page = new TextEncoder().encode('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">?');
  page[page.length - 1] = 0xe9;
  expect(decodeHtml(page).endsWith('é')).toBe(true);
});

test('an unknown encoding is read as UTF-8', () => {
  expect(decodeHtml(new TextEncoder().encode('<meta charset="klingon">é'))).toContain('é');
});

test('a byte order mark takes precedence', () => {
  expect(decodeHtml(Uint8Array.of(0xff, 0xfe, 0x3c, 0x00, 0x70, 0x00))).toBe('<p');
});

test('the encoding is always a plain name that browsers know', () => {
  const named = (charset: string) => encodingOfHtml(new TextEncoder().encode(`<meta charset=${charset}>`));
  expect([named('Windows-1252'), named('klingon'), named('"utf-16"'), named('"utf-8; x=1"')]).toEqual([
    'windows-1252',
    'utf-8',
    'utf-8',
    'utf-8',
  ]);
});
