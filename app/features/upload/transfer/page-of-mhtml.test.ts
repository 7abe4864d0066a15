import { expect, test } from 'vitest';
import { maxMhtmlBytes, pageOfMhtml } from './page-of-mhtml.ts';

const gif = 'GIF89a picture';
const mhtml = (more = '') =>
  'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n' +
  `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<meta charset="utf-8"><img src="cid:1">${more ? '<img src="cid:2">' : ''}\r\n` +
  `--b\r\nContent-Type: image/gif\r\nContent-ID: <1>\r\n\r\n${gif}\r\n${more}--b--\r\n`;

test.each([
  ['DBMS 2079.mht', 'DBMS 2079.html'],
  ['DBMS 2079.html.MHTML', 'DBMS 2079.html'],
  ['Unit 1.5', 'Unit 1.5.html'],
])('the page of a chosen MHTML file is one HTML file: %s', async (name, expected) => {
  const { file, notice } = await pageOfMhtml(new File([mhtml()], name));
  expect([file.name, file.type, notice]).toEqual([expected, 'text/html', null]);
  expect(await file.text()).toBe(`<meta charset="utf-8"><img src="data:image/gif;base64,${btoa(gif)}">`);
});

test('any other file stays as it is', async () => {
  for (const chosen of [new File(['%PDF-1.4'], 'a.pdf'), new File(['<p>1'], 'a.html'), new File([], 'empty.mht')])
    expect(await pageOfMhtml(chosen)).toEqual({ file: chosen, notice: null });
});

test('a damaged MHTML file stays as it is, with the reason', async () => {
  const chosen = new File(['MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n'], 'a.mht');
  const { file, notice } = await pageOfMhtml(chosen);
  expect(file).toBe(chosen);
  expect(notice).toBe('It contains no web page, or is damaged.');
});

test('an MHTML file at the limit is read, and a larger one stays as it is, with the reason', async () => {
  const sized = (bytes: number) => new File([mhtml(), ' '.repeat(bytes - mhtml().length)], 'a.mht');
  expect((await pageOfMhtml(sized(maxMhtmlBytes))).file.name).toBe('a.html');
  const large = sized(maxMhtmlBytes + 1);
  expect(await pageOfMhtml(large)).toEqual({ file: large, notice: 'It is larger than 64 MB. Save the page as a PDF.' });
});

test('a picture for which there is no room is reported', async () => {
  const large = `--b\r\nContent-Type: image/gif\r\nContent-ID: <2>\r\n\r\n${gif.padEnd(17 * 1024 * 1024)}\r\n`;
  const { file, notice } = await pageOfMhtml(new File([mhtml(large)], 'a.mht'));
  expect(await file.text()).toContain('<img src="cid:2">');
  expect(notice).toBe('One picture or other file was left out: the page would be larger than 16 MB.');
});
