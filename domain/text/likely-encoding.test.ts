import { expect, test } from 'vitest';
import { encodeCodePage, encodeWindows1252 } from './code-pages.ts';
import { decodeLegacy, decodeUtf8, findLikelyEncoding, likelyEncodings } from './likely-encoding.ts';

const read = (bytes: Uint8Array, where: keyof typeof likelyEncodings) =>
  decodeLegacy(bytes, findLikelyEncoding(bytes, likelyEncodings[where]));
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const western = ['Français économie', 'Réseaux', 'Lösungen', 'Größe', 'Übungen', 'Matemática Discreta', 'año 2019'];

test('western names are decoded in windows-1252 and in the code pages of DOS, from a disk and from an archive', () => {
  for (const where of ['disk', 'archive'] as const)
    for (const name of western) {
      const bytes = [encodeWindows1252(name), encodeCodePage(name, 'cp437') ?? encodeCodePage(name, 'cp850')];
      expect(bytes.map((each) => each && read(each, where))).toEqual([name, name]);
    }
});

test('Portuguese names of Windows, with letters that code page 437 lacks, are decoded in code page 850', () => {
  const bytes = encodeCodePage('Computação São Paulo', 'cp850') ?? new Uint8Array();
  expect(read(bytes, 'archive')).toBe('Computação São Paulo');
});

test.each([
  ['cp866', '9d aa a7 a0 ac a5 ad 20 32 30 31 39', 'Экзамен 2019'],
  ['windows-1251', 'd1 e8 f1 f2 e5 ec fb', 'Системы'],
  ['koi8-r', 'f3 c9 d3 d4 c5 cd d9', 'Системы'],
  ['GBK', 'b2 d9 d7 f7 cf b5 cd b3', '操作系统'],
  ['GBK, short', 'ca d4 be ed', '试卷'],
  ['Shift JIS', '8e 8e 8c b1 96 e2 91 e8', '試験問題'],
  ['Shift JIS with kana', '83 66 81 5b 83 5e 8d 5c 91 a2', 'データ構造'],
  ['Big5', 'a7 40 b7 7e a8 74 b2 ce', '作業系統'],
  ['windows-1253', 'c5 ee e5 f4 dc f3 e5 e9 f2', 'Εξετάσεις'],
])('a short name in %s is decoded in it, from a disk and from an archive', (_, bytes, name) => {
  expect([read(hex(bytes), 'disk'), read(hex(bytes), 'archive')]).toEqual([name, name]);
});

test('English text with typographic quotes is windows-1252', () => {
  const text = 'The banker’s algorithm — “safe”';
  expect(findLikelyEncoding(encodeWindows1252(text) ?? new Uint8Array(), likelyEncodings.page)).toBe('windows-1252');
});

test('only valid UTF-8 is decoded as UTF-8', () => {
  expect(decodeUtf8(Buffer.from('नेपाली'))).toBe('नेपाली');
  expect(decodeUtf8(Uint8Array.of(0x52, 0xe9, 0x73))).toBeNull();
});
