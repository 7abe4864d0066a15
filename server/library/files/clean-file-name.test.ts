import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileExtension } from '#domain/file-type.ts';
import { cleanFileName, cleanFolder } from './clean-file-name.ts';

test('drops folders, control characters and surrounding spaces from a name', () => {
  expect(cleanFileName('ds-2080.pdf')).toBe('ds-2080.pdf');
  expect(cleanFileName('C:\\exams\\ds 2080.pdf')).toBe('ds 2080.pdf');
  expect(cleanFileName('../../etc/passwd.pdf')).toBe('passwd.pdf');
  expect(cleanFileName(' a\0b\r\nc\u202Efdp.pdf ')).toBe('abcfdp.pdf');
  expect(cleanFileName('प्रश्नपत्र २०८०.pdf')).toBe('प्रश्नपत्र २०८०.pdf');
  expect(cleanFileName('..')).toBe('');
  expect(cleanFileName('folder/')).toBe('');
});

test('retains the extension of a long name', () => {
  const name = cleanFileName(`${'x'.repeat(400)}.pdf`);
  expect([name.length, fileExtension(name)]).toEqual([255, '.pdf']);
});

test('returns a well-formed, short name that stays the same when cleaned again', () => {
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

test('returns the text after the last dot as the extension, in lower case', () => {
  expect(fileExtension('a.b.PDF')).toBe('.pdf');
  expect(fileExtension('none')).toBe('');
  expect(fileExtension('dot.')).toBe('');
});

test('removes empty steps from the path of a folder, and steps that lead out of it', () => {
  expect(cleanFolder('photos/2026')).toBe('photos/2026');
  expect(cleanFolder('/a//b\\../c /./')).toBe('a/b/c');
  expect(cleanFolder('..')).toBe('');
});
