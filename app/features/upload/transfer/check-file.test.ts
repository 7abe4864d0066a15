import { expect, test } from 'vitest';
import { acceptedFiles, findFileFault, findImageFault } from './check-file.ts';

const limit = 2000;
const file = (content: string, name: string, type = '') => new File([content], name, { type });

test('a PDF whose signature is within the first kilobyte is accepted', async () => {
  expect(await findFileFault('note', file(`${' '.repeat(900)}%PDF-1.4`, 'a.pdf'), limit)).toBeNull();
});

test('a text file called .pdf is detected before anything is sent', async () => {
  expect(await findFileFault('note', file('hello', 'a.pdf'), limit)).toContain("isn't a PDF");
});

test('only question papers may be HTML', async () => {
  const html = file('<p>1. Define a stack.</p>', 'a.html');
  expect(await findFileFault('paper', html, limit)).toBeNull();
  expect(await findFileFault('note', html, limit)).toContain('Only question papers');
  expect(acceptedFiles('paper')).toContain('.html');
  expect(acceptedFiles('book')).not.toContain('html');
});

test('the message for an empty file and for one above the limit has its name and size', async () => {
  expect(await findFileFault('note', file('', 'a.pdf'), limit)).toContain('"a.pdf" is empty');
  expect(await findFileFault('note', file(`%PDF-${'x'.repeat(limit)}`, 'a.pdf'), limit)).toContain('the limit is');
});

test('a cover has to be a picture, regardless of its name', async () => {
  const jpeg = (name: string) => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], name);
  for (const name of ['a.jpg', 'a.jfif', 'a.jpe', 'a.png', 'a'])
    expect(await findImageFault(jpeg(name), limit)).toBeNull();
  expect(await findImageFault(file('<svg>', 'a.svg', 'image/svg+xml'), limit)).toContain('must be a JPEG');
  expect(await findImageFault(file('x', 'a.png', 'image/png'), limit)).toContain('must be a JPEG');
});

test.each(['DBMS 2079 without ending', 'a.pdf (1)', 'Unit 2.3 notes', 'a.html'])(
  'a PDF named %s is accepted for every kind',
  async (name) => {
    expect(await findFileFault('note', file('%PDF-1.4', name), limit)).toBeNull();
  },
);

test('saved pages in XHTML and in the encodings of Word are accepted as papers', async () => {
  const bytes = Uint8Array.from('<html><p>the banker\x92s algorithm', (sign) => sign.charCodeAt(0));
  for (const name of ['a.xhtml', 'a.html', 'a'])
    expect(await findFileFault('paper', new File([bytes], name), limit)).toBeNull();
  expect(acceptedFiles('paper')).toContain('.xhtml');
  expect(await findFileFault('paper', file('a\0b', 'a.html'), limit)).toContain("isn't a web page");
});

test('a file of thousands of comments is judged at once', async () => {
  const comments = '<!---->'.repeat(2000);
  expect(await findFileFault('paper', new File([comments], 'paper'), 100_000)).toBe(
    '"paper" isn\'t a PDF. Choose a PDF or HTML file.',
  );
  expect(await findFileFault('paper', new File([`${comments}<html>`], 'paper'), 100_000)).toBeNull();
});
