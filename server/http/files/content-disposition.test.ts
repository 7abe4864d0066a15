import { expect, test } from 'vitest';
import { contentDisposition, downloadName } from './content-disposition.ts';

test('a download is saved under its title, with the extension of its media type', () => {
  expect(downloadName('Discrete Structures 2080', 'application/pdf')).toBe('Discrete Structures 2080.pdf');
  expect(downloadName('Ready.PDF', 'application/pdf')).toBe('Ready.PDF');
  expect(downloadName('TCP/IP: what is it?', 'text/html')).toBe('TCP-IP- what is it-.html');
  expect(downloadName('..', 'application/pdf')).toBe('document.pdf');
  expect(downloadName('x'.repeat(300), 'application/pdf')).toHaveLength(255);
});

test('the name is sent once in plain ASCII and once exactly', () => {
  expect(contentDisposition('attachment', 'गणित "1".pdf')).toBe(
    `attachment; filename="gnit _1_.pdf"; filename*=UTF-8''%E0%A4%97%E0%A4%A3%E0%A4%BF%E0%A4%A4%20%221%22.pdf`,
  );
});

test('titles in other scripts have different names in plain ASCII', () => {
  const plain = (title: string) => /filename="([^"]*)"/.exec(contentDisposition('attachment', `${title}.pdf`))?.[1];
  expect(['नेपाली प्रश्नपत्र', 'गणित', 'रसायन', '操作系统', 'Экзамен', 'Réseaux', 'a／b', '\u{1F600}'].map(plain)).toEqual([
    'nepali prsnptr.pdf',
    'gnit.pdf',
    'rsayn.pdf',
    'CaoZuoXiTong.pdf',
    'Ekzamen.pdf',
    'Reseaux.pdf',
    'a_b.pdf',
    ':grinning:.pdf',
  ]);
});

test('a name cannot escape from its header', () => {
  expect(contentDisposition('inline', 'a"\\;%\r\nSet-Cookie: x')).toBe(
    `inline; filename="a______Set-Cookie: x"; filename*=UTF-8''a%22%5C%3B%25%0D%0ASet-Cookie%3A%20x`,
  );
});
