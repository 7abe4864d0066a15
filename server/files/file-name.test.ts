import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileExtension } from '#domain/file-type.ts';
import { cleanFileName, cleanFolder } from './file-name.ts';

test('folders, control characters and spaces around are dropped from a name', () => {
  expect(cleanFileName('ds-2080.pdf')).toBe('ds-2080.pdf');
  expect(cleanFileName('C:\\exams\\ds 2080.pdf')).toBe('ds 2080.pdf');
  expect(cleanFileName('../../etc/passwd.pdf')).toBe('passwd.pdf');
  expect(cleanFileName(' a\0b\r\nc\u202Efdp.pdf ')).toBe('abcfdp.pdf');
  expect(cleanFileName('प्रश्नपत्र २०८०.pdf')).toBe('प्रश्नपत्र २०८०.pdf');
  expect(cleanFileName('..')).toBe('');
  expect(cleanFileName('folder/')).toBe('');
});

test('a long name keeps its extension', () => {
  const name = cleanFileName(`${'x'.repeat(400)}.pdf`);
  expect([name.length, fileExtension(name)]).toEqual([255, '.pdf']);
});

test('a clean name is well formed, short, and clean already', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (sent) => {
      const name = cleanFileName(sent);
      expect(name.length).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[/\\\0]/);
      expect(cleanFileName(name)).toBe(name);
    }),
  );
});

test('the extension is what follows the last dot, in lower case', () => {
  expect(fileExtension('a.b.PDF')).toBe('.pdf');
  expect(fileExtension('none')).toBe('');
  expect(fileExtension('dot.')).toBe('');
});

test('a folder has no empty steps and none that lead out of it', () => {
  expect(cleanFolder('photos/2026')).toBe('photos/2026');
  expect(cleanFolder('/a//b\\../c /./')).toBe('a/b/c');
  expect(cleanFolder('..')).toBe('');
});
