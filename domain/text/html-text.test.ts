import { expect, test } from 'vitest';
import { decodeHtml, encodingOfHtml } from './html-text.ts';

/** Returns the page with bytes of a legacy encoding in place of each `?`. */
function pageOf(page: string, ...bytes: number[]): Uint8Array {
  const [before = '', after = ''] = page.split('?¿');
  return Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)]);
}

test('a page that declares no encoding and is valid UTF-8 is UTF-8', () => {
  expect(decodeHtml(Buffer.from('<p>प्रश्न ½'))).toBe('<p>प्रश्न ½');
  // The bytes may end within a character.
  expect(encodingOfHtml(Buffer.from('<p>प्र').subarray(0, -1))).toBe('utf-8');
  expect(encodingOfHtml(Buffer.from('<p>a page in ASCII</p>'))).toBe('utf-8');
});

test.each([
  ['a meta tag', '<meta charset="windows-1252"><p>?¿', [0xbd], '½'],
  [
    'the long form of the meta tag',
    '<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">?¿',
    [0xe9],
    'é',
  ],
  ['an XML declaration', '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE html><p>?¿', [0xe9], 'é'],
  [
    'a meta tag after much else',
    `<html xmlns:o="${'o'.repeat(3000)}"><meta charset=windows-1251>?¿`,
    [0xe4, 0xe0],
    'да',
  ],
])('the encoding that %s declares is used', (_, page, bytes, text) => {
  expect(decodeHtml(pageOf(page, ...bytes))).toContain(text);
});

test('in a page that declares iso-8859-1, quotes and dashes of Word are shown, as browsers do', () => {
  const page = pageOf('<meta charset=iso-8859-1><p>the banker?¿s algorithm', 0x92);
  expect(decodeHtml(page)).toContain('the banker’s algorithm');
});

test('a byte order mark has precedence', () => {
  expect(decodeHtml(Uint8Array.of(0xff, 0xfe, 0x3c, 0x00, 0x70, 0x00))).toBe('<p');
  const marked = Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), Buffer.from('<meta charset=windows-1252>é')]);
  expect(decodeHtml(marked)).toContain('é');
});

test('UTF-16 is recognised without a byte order mark', () => {
  const page = Buffer.from('<html><body><p>प्रश्न</p></body></html>', 'utf16le');
  expect(decodeHtml(page)).toContain('<p>प्रश्न</p>');
  expect(decodeHtml(page.swap16())).toContain('<p>प्रश्न</p>');
});

test.each([
  // The banker’s algorithm — café
  ['windows-1252', '62616e6b6572927320616c676f726974686d20972063616ee9', 'banker’s algorithm — cané'],
  // Экзамен по операционным системам
  [
    'windows-1251',
    'ddeae7e0ece5ed20efee20eeefe5f0e0f6e8eeededfbec20f1e8f1f2e5ece0ec',
    'Экзамен по операционным системам',
  ],
  // オペレーティングシステム試験
  ['shift_jis', '83498379838c815b836583428393834f83568358836583808e8e8cb1', 'オペレーティングシステム試験'],
  // 操作系统期末考试
  ['gb18030', 'b2d9d7f7cfb5cdb3c6dac4a9bfbccad4', '操作系统期末考试'],
])('a page in %s that declares nothing is decoded by its letters', (encoding, hex, text) => {
  const page = pageOf(
    '<html><head><title>Exam</title></head><body class="a"><p>?¿</p></body>',
    ...Buffer.from(hex, 'hex'),
  );
  expect([encodingOfHtml(page), decodeHtml(page)]).toEqual([encoding, expect.stringContaining(`<p>${text}</p>`)]);
});

test('an unknown encoding counts as none', () => {
  expect(decodeHtml(Buffer.from('<meta charset="klingon">é'))).toContain('é');
  expect(decodeHtml(pageOf('<meta charset="klingon">caf?¿', 0xe9))).toContain('café');
  // Decoding these is unsafe.
  expect(decodeHtml(Buffer.from('<meta charset="iso-2022-kr">é'))).toContain('é');
});

test('the encoding is always a plain name that browsers know', () => {
  const named = (charset: string) => encodingOfHtml(Buffer.from(`<meta charset=${charset}>`));
  expect(
    ['Windows-1252', 'latin1', 'klingon', '"utf-16"', '"utf-8; x=1"', 'x-user-defined', 'sjis'].map(named),
  ).toEqual(['windows-1252', 'windows-1252', 'utf-8', 'utf-8', 'utf-8', 'windows-1252', 'shift_jis']);
});
