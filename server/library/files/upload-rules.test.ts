import { existsSync, globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { judgedBytes } from '#domain/file-type.ts';
import { judgeBytes } from './upload-rules.ts';

const samples = '../shared/samples';

test('recognises a PDF by its mark within the first 1,024 bytes', () => {
  expect(judge('a.pdf', '%PDF-1.7\n…')).toBe('application/pdf');
  expect(judge('A.PDF', `${'x'.repeat(1019)}%PDF-`)).toBe('application/pdf');
  expect(judge('a.pdf', `${'x'.repeat(1020)}%PDF-`)).toBe('storage_file_type_unsupported');
  expect(judge('a.pdf', 'just text')).toBe('storage_file_type_unsupported');
  expect(judge('a.pdf', '')).toBe('storage_file_type_unsupported');
});

test('recognises a web page as text with a tag, in any encoding that browsers read', () => {
  const page = '<!DOCTYPE html><html><body>प्रश्न 1</body></html>';
  expect(judge('a.html', page)).toBe('text/html');
  expect(judge('a.HTM', `\n<!-- 2080 -->\n<head>${page}`)).toBe('text/html');
  expect(judge('a.html', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(page)]))).toBe('text/html');
  expect(judge('a.html', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, 'utf16le')]))).toBe('text/html');
  expect(judge('a.html', Buffer.from(page, 'utf16le'))).toBe('text/html');
  expect(judge('a.html', 'no tags here, 1 < 2')).toBe('storage_file_type_unsupported');
  expect(judge('a.html', `${page}\0`)).toBe('storage_file_type_unsupported');
  expect(judge('a.html', Buffer.from('<p>a program\x01\x02\x03', 'latin1'))).toBe('storage_file_type_unsupported');
});

test.each([
  [
    'windows-1252, declared',
    '<meta http-equiv=Content-Type content="text/html; charset=windows-1252"><p>a\x92s \x97 \xe9',
  ],
  ['windows-1252, not declared', '<html xmlns:o="urn:o"><p>the banker\x92s algorithm \x97 caf\xe9 noir'],
  ['latin-1 by an XML declaration', '<?xml version="1.0" encoding="iso-8859-1"?><html><title>R\xe9seaux</title>'],
  ['windows-1251', '<meta charset=windows-1251><p>\xdd\xea\xe7\xe0\xec\xe5\xed'],
  ['Shift JIS', '<meta charset=shift_jis><p>\x8e\x8e\x8c\xb1'],
  ['GB18030', '<meta charset=gb18030><p>\xca\xd4\xbe\xed'],
  ['UTF-8 with a broken character', '<meta charset=utf-8><p>\xe9 is left of an older page'],
])('accepts a page in %s', (_, page) => {
  expect(['a.html', 'a.xhtml'].map((name) => judge(name, Buffer.from(page, 'latin1')))).toEqual([
    'text/html',
    'text/html',
  ]);
});

test('accepts first bytes that end in the middle of a character', () => {
  const page = Buffer.from(`<p>${'क'.repeat(judgedBytes)}`);
  expect(judge('a.html', page.subarray(0, judgedBytes))).toBe('text/html');
});

test('recognises pictures by their marks, whatever their names', async () => {
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'green' } });
  const made = {
    'image/png': await picture.png().toBuffer(),
    'image/jpeg': await picture.jpeg().toBuffer(),
    'image/webp': await picture.webp().toBuffer(),
    'image/avif': await picture.avif().toBuffer(),
    'image/gif': await picture.gif().toBuffer(),
  };
  for (const [mediaType, bytes] of Object.entries(made)) {
    for (const name of [`a.${mediaType.replace('image/', '')}`, 'a.jfif', 'a.pdf', 'a'])
      expect(judge(name, bytes)).toBe(mediaType);
  }
});

test.each([
  ['question paper.jfif', '\xff\xd8\xff\xe0', 'question paper.jpg'],
  ['question paper.jpe', '\xff\xd8\xff\xe0', 'question paper.jpg'],
  ['scan.JPEG', '\xff\xd8\xff\xe0', 'scan.JPEG'],
  ['scan.png', '\xff\xd8\xff\xe0', 'scan.jpg'],
  ['DBMS 2079 without ending', '%PDF-1.7', 'DBMS 2079 without ending.pdf'],
  ['a.pdf (1)', '%PDF-1.7', 'a (1).pdf'],
  ['a.pdf(2)', '%PDF-1.7', 'a(2).pdf'],
  ['Unit 2.3 notes', '%PDF-1.7', 'Unit 2.3 notes.pdf'],
  ['DBMS 2079.', '%PDF-1.7', 'DBMS 2079.pdf'],
  ['a.pdf.exe', '%PDF-1.7', 'a.pdf.exe.pdf'],
  ['a.html', '%PDF-1.7', 'a.pdf'],
  ['', '%PDF-1.7', 'document.pdf'],
  ['Old paper', '<!DOCTYPE html><p>1. Define a stack.', 'Old paper.html'],
  ['paper.xhtml', '<html><p>1. Define a stack.', 'paper.xhtml'],
])('stores %s under a name with the extension of its bytes', (sent, head, name) => {
  expect(judgeBytes(sent, Buffer.from(head, 'latin1')).name).toBe(name);
});

test('treats a text with a tag as a web page only if its name or its beginning indicates one', () => {
  expect(judge('readme.txt', '1. <b>Define</b> a stack.')).toBe('storage_file_type_unsupported');
  expect(judge('a', '1. <b>Define</b> a stack.')).toBe('storage_file_type_unsupported');
  // Often a message about a sign-in that was saved instead of the file.
  expect(() => judgeBytes('a.pdf', Buffer.from('<!doctype html><title>Sign in</title>'))).toThrow('but is a web page');
});

test('accepts an old Office document also under the name of the newer format, which one with a password has', () => {
  const ole = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  expect(['a.doc', 'a.docx', 'a.docm', 'a.ppsx', 'a.xlsm'].map((name) => judge(name, ole))).toEqual([
    'application/msword',
    'application/msword',
    'application/msword',
    'application/vnd.ms-powerpoint',
    'application/vnd.ms-excel',
  ]);
  expect(judgeBytes('a.docx', ole).name).toBe('a.doc');
  expect(['Thumbs.db', 'a.pdf', 'a.odt', 'a.docxx'].map((name) => judge(name, ole))).toEqual(
    Array.from({ length: 4 }, () => 'storage_file_type_unsupported'),
  );
});

test('rejects any other file, with a list of accepted types', () => {
  expect(judge('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('storage_file_type_unsupported');
  expect(judge('a', 'plain text')).toBe('storage_file_type_unsupported');
  expect(() => judgeBytes('a.epub', Buffer.from('PK'))).toThrow('.pdf, .html, .htm, .xhtml, .xht, .png');
  expect(() => judgeBytes('a.docx', Buffer.from('PK'))).toThrow('is named .docx but is not a Word document');
  expect(() => judgeBytes('a.pdf', Buffer.from('PK'))).toThrow('is named .pdf but is not a PDF');
});

test.skipIf(!existsSync(samples))('accepts real papers and pages', () => {
  const files = globSync('{html,papers,torture}/**/*.{pdf,html}', { cwd: samples });
  const refused = files.filter((file) =>
    judge(file, readFileSync(`${samples}/${file}`).subarray(0, judgedBytes)).startsWith('storage'),
  );
  expect(refused).toEqual([]);
});

/** Returns the media type, or the type of the error. */
function judge(name: string, head: string | Uint8Array): string {
  try {
    return judgeBytes(name, typeof head === 'string' ? Buffer.from(head) : head).mediaType;
  } catch (error) {
    if (error instanceof Problem) return error.type;
    throw error;
  }
}
