import { existsSync, globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { judgeBytes, judgedBytes } from './judge-bytes.ts';

const samples = '../shared/samples';

test('a PDF is recognised by its mark within the first 1,024 bytes', () => {
  expect(judge('a.pdf', '%PDF-1.7\n…')).toBe('application/pdf');
  expect(judge('A.PDF', `${'x'.repeat(1019)}%PDF-`)).toBe('application/pdf');
  expect(judge('a.pdf', `${'x'.repeat(1020)}%PDF-`)).toBe('storage_file_type_unsupported');
  expect(judge('a.pdf', 'just text')).toBe('storage_file_type_unsupported');
  expect(judge('a.pdf', '')).toBe('storage_file_type_unsupported');
});

test('a web page is text with a tag, in UTF-8 or in UTF-16 with its mark', () => {
  const page = '<!DOCTYPE html><html><body>प्रश्न 1</body></html>';
  expect(judge('a.html', page)).toBe('text/html');
  expect(judge('a.HTM', `\n<!-- 2080 -->\n<head>${page}`)).toBe('text/html');
  expect(judge('a.html', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(page)]))).toBe('text/html');
  expect(judge('a.html', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, 'utf16le')]))).toBe('text/html');
  expect(judge('a.html', 'no tags here, 1 < 2')).toBe('storage_file_type_unsupported');
  expect(judge('a.html', `${page}\0`)).toBe('storage_file_type_unsupported');
  expect(judge('a.html', Buffer.from([0x3c, 0x70, 0x3e, 0xff, 0xfe]))).toBe('storage_file_type_unsupported');
});

test('the first bytes may end in the middle of a character', () => {
  const page = Buffer.from(`<p>${'क'.repeat(judgedBytes)}`);
  expect(judge('a.html', page.subarray(0, judgedBytes))).toBe('text/html');
});

test('pictures are recognised by their marks, which must match the extension', async () => {
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'green' } });
  const made = {
    'image/png': await picture.png().toBuffer(),
    'image/jpeg': await picture.jpeg().toBuffer(),
    'image/webp': await picture.webp().toBuffer(),
    'image/avif': await picture.avif().toBuffer(),
    'image/gif': await picture.gif().toBuffer(),
  };
  for (const [mediaType, bytes] of Object.entries(made)) {
    expect(judge(`a.${mediaType.replace('image/', '')}`, bytes)).toBe(mediaType);
    expect(judge('a.pdf', bytes)).toBe('storage_file_type_unsupported');
  }
  expect(judge('a.jpg', made['image/jpeg'])).toBe('image/jpeg');
  expect(judge('a.png', made['image/jpeg'])).toBe('storage_file_type_unsupported');
});

test('anything else is refused, with a list of what is accepted', () => {
  expect(judge('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('storage_file_type_unsupported');
  expect(judge('a', '%PDF-1.7')).toBe('storage_file_type_unsupported');
  expect(judge('a.pdf.exe', '%PDF-1.7')).toBe('storage_file_type_unsupported');
  expect(() => judgeBytes('a.docx', Buffer.from('PK'))).toThrow('.pdf, .html, .htm, .png');
  expect(() => judgeBytes('a.pdf', Buffer.from('PK'))).toThrow('is named .pdf but is not a PDF');
});

test.skipIf(!existsSync(samples))('real papers and pages are taken', () => {
  const files = globSync('{html,papers,torture}/**/*.{pdf,html}', { cwd: samples });
  const refused = files.filter((file) =>
    judge(file, readFileSync(`${samples}/${file}`).subarray(0, judgedBytes)).startsWith('storage'),
  );
  expect(refused).toEqual([]);
});

/** The media type, or the type of the refusal. */
function judge(name: string, head: string | Uint8Array): string {
  try {
    return judgeBytes(name, typeof head === 'string' ? Buffer.from(head) : head);
  } catch (error) {
    if (error instanceof Problem) return error.type;
    throw error;
  }
}
