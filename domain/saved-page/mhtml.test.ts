import { expect, test } from 'vitest';
import { isMhtml } from './is-mhtml.ts';
import { makePageOfMhtml } from './mhtml.ts';
import { mimeLimits } from './mime-parts.ts';

const gif = 'GIF89a picture';
const gifUrl = `data:image/gif;base64,${btoa(gif)}`;
const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** Returns lines as a file of a mail program writes them. */
const withReturns = (text: string) => text.replaceAll('\n', '\r\n');

async function read(text: string, maxBytes = 1024 * 1024) {
  const made = await makePageOfMhtml(bytesOf(text), maxBytes);
  return { html: await made.blob.text(), used: [...made.used], leftOut: [...made.leftOut] };
}

/** Writes a file with these parts: headers, an empty line and the content of each. */
function mhtml(parts: readonly string[], { boundary = 'b', type = '', end = true } = {}): string {
  return withReturns(
    `MIME-Version: 1.0\nContent-Type: multipart/related;\n\t${type}boundary="${boundary}"\n\n` +
      parts.map((part) => `--${boundary}\n${part}\n`).join('') +
      (end ? `--${boundary}--\n` : ''),
  );
}

const page = (body: string, headers = '') =>
  `Content-Type: text/html; charset=utf-8\n${headers}\n<meta charset="utf-8">${body}`;
const picture = (headers: string) =>
  `Content-Type: image/gif\nContent-Transfer-Encoding: base64\n${headers}\n\n${btoa(gif)}`;

/** Written like a file of Chromium 150: style elements are parts that the page links by `cid:`. */
const ofChromium = withReturns(`From: <Saved by Blink>
Snapshot-Content-Location: http://papers.example/os/
Subject: OS 2079
Date: Mon, 30 Nov 2026 10:00:00 GMT
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--x----"


------MultipartBoundary--x----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: http://papers.example/os/

<!DOCTYPE html><html><head><meta http-equiv=3D"Content-Type" content=3D"tex=
t/html; charset=3DUTF-8"><link rel=3D"stylesheet" type=3D"text/css" href=3D=
"cid:css-1@mhtml.blink" /></head><body><p>1. =E0=A4=AA=E0=A5=8D=E0=A4=B0</p=
><img src=3D"http://papers.example/p/1.gif?a=3D1&amp;b#c"><source srcset=3D=
"/p/1.gif?a=3D1&amp;b"><iframe src=3D"cid:frame-2@mhtml.blink"></iframe></b=
ody></html>
------MultipartBoundary--x----
Content-Type: image/gif
Content-Transfer-Encoding: base64
Content-Location: http://papers.example/p/1.gif?a=1&b

${btoa(gif)}

------MultipartBoundary--x----
Content-Type: text/css
Content-Transfer-Encoding: quoted-printable
Content-Location: cid:css-1@mhtml.blink

@charset "utf-8";

@import url("/more.css");
------MultipartBoundary--x----
Content-Type: text/css
Content-Transfer-Encoding: quoted-printable
Content-Location: http://papers.example/more.css

p::before { content: "=E2=80=9C"; }
------MultipartBoundary--x----
Content-Type: text/html
Content-ID: <frame-2@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: http://papers.example/frame.html

<p>An advertisement
------MultipartBoundary--x------
`);

test('a page saved by Chromium becomes one file, with its pictures and style sheets', async () => {
  expect(isMhtml(bytesOf(ofChromium))).toBe(true);
  const { html } = await read(ofChromium);
  expect(html).toBe(
    '<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">' +
      '<style>@charset "utf-8";\r\n\r\n@import url("data:text/css;charset=utf-8,p::before%20%7B%20content:%20%22%E2%80%9C%22;%20%7D");</style>' +
      `</head><body><p>1. प्र</p><img src="${gifUrl}"><source srcset="${gifUrl}">` +
      '<iframe src="cid:frame-2@mhtml.blink"></iframe></body></html>',
  );
});

test('a page saved by Internet Explorer is found, with parts within parts, in its own encoding', async () => {
  const file = withReturns(`From: <Saved by Windows Internet Explorer 8>
Subject: =?windows-1252?Q?=DCbung?=
Date: Mon, 30 Nov 2026 10:00:00 +0545
MIME-Version: 1.0
Content-Type: multipart/related;
	type="multipart/alternative";
	boundary="----=_NextPart_000_0000"
X-MimeOLE: Produced By Microsoft MimeOLE

This is a multi-part message in MIME format.

------=_NextPart_000_0000
Content-Type: multipart/alternative;
	boundary="----=_NextPart_001_0001"

------=_NextPart_001_0001
Content-Type: text/html;
	charset="Windows-1252"
Content-Transfer-Encoding: quoted-printable
Content-Location: http://papers.example/=?windows-1252?Q?=DC?=/1.htm

<HTML><HEAD><META content=3D"text/html; charset=3Dwindows-1252" http-equiv=3DContent-Type></HEAD>
<BODY background=3Dfile:///C:/bg.gif>1. =DCbung =96 one <IMG src=3D"bild%20eins.gif"></BODY></HTML>

------=_NextPart_001_0001--

------=_NextPart_000_0000
Content-Type: image/gif
Content-Transfer-Encoding: base64
Content-Location: http://papers.example/%C3%9C/bild
	%20eins.gif

${btoa(gif)}

------=_NextPart_000_0000
Content-Type: image/gif
Content-Transfer-Encoding: base64
Content-Location: file:///C:/bg.gif

${btoa('GIF89a ground')}
------=_NextPart_000_0000--
`);
  expect(isMhtml(bytesOf(file))).toBe(true);
  expect((await read(file)).html).toBe(
    '<HTML><HEAD><META content="text/html; charset=utf-8" http-equiv=Content-Type></HEAD>\r\n' +
      `<BODY background="data:image/gif;base64,${btoa('GIF89a ground')}">1. Übung – one <IMG src="${gifUrl}"></BODY></HTML>\r\n`,
  );
});

test('a document that Word saved refers to files of its own disk, which are parts', async () => {
  const file = mhtml([
    page('<img src="paper_files/image001.gif">', 'Content-Location: file:///C:/0E5A/paper.htm\n'),
    picture('Content-Location: file:///C:/0E5A/paper_files/image001.gif'),
  ]);
  expect((await read(file)).html).toBe(`<meta charset="utf-8"><img src="${gifUrl}">`);
});

test.each([
  ['an id', '<img src="cid:1%40a.example">', 'Content-ID: <1@a.example>'],
  ['a relative location', '<img src="./p/1.gif">', 'Content-Location: p/1.gif'],
  [
    'the base of the page',
    '<base href="http://b.example/c/"><img src="1.gif">',
    'Content-Location: http://b.example/c/1.gif',
  ],
  [
    'a location of several lines',
    '<img src="http://b.example/long.gif">',
    'Content-Location: http://b.example/\n long.gif',
  ],
])('a part is found by %s', async (_, body, headers) => {
  const { html } = await read(mhtml([page(body), picture(headers)]));
  expect(html).toContain(`<img src="${gifUrl}">`);
});

test('a reference to anything that is not a part stays', async () => {
  const body =
    '<img src="../../etc/passwd"><img src="file:///etc/passwd"><img src="http://[bad"><img src="cid:none"><img src="%E0%A4%A">';
  const { html } = await read(mhtml([page(body), picture('Content-Location: http://b.example/1.gif')]));
  expect(html).toBe(`<meta charset="utf-8">${body}`);
});

test('the page is the part that the file names as its start, else the first page', async () => {
  const parts = [page('<p>frame', 'Content-ID: <2>\n'), page('<p>paper', 'Content-ID: <1@x>\n')];
  expect((await read(mhtml(parts, { type: 'start="<1@x>"; ' }))).html).toContain('<p>paper');
  expect((await read(mhtml(parts, { type: 'start="<3>"; ' }))).html).toContain('<p>frame');
  expect((await read(mhtml([picture('Content-ID: <1>'), ...parts], { type: 'start="<1>"; ' }))).html).toContain(
    '<p>frame',
  );
});

test('a file without its end, with single line feeds or with text after its end is read', async () => {
  const parts = [
    page('<p>1. =41 = b<img src="1.gif">', 'Content-Transfer-Encoding: Quoted-Printable\n'),
    picture('Content-Location: 1.gif'),
  ];
  const expected = (await read(mhtml(parts))).html;
  expect(expected).toContain(`1. A = b<img src="${gifUrl}">`);
  expect((await read(mhtml(parts, { end: false }))).html).toBe(expected);
  expect((await read(`\r\n${mhtml(parts)}--b\r\nContent-Type: text/html\r\n\r\nafter`)).html).toBe(expected);
  expect((await read(mhtml(parts).replaceAll('\r\n', '\n'))).html).toBe(expected);
});

test('quoted-printable keeps the lines of the text, and everything that is no code', async () => {
  const body = '<pre>a  \n=3D=3d=\n b =\nc =4 =zz 50=\n%\t\n</pre>';
  const { html } = await read(mhtml([page(body, 'Content-Transfer-Encoding: quoted-printable\n')]));
  expect(html).toContain('<pre>a\r\n== b c =4 =zz 50%\r\n</pre>');
});

test('base64 with other characters, or cut off, gives the bytes that are there', async () => {
  const cut = `${btoa(gif).slice(0, 8)}\n!! ${btoa(gif).slice(8, -2)}`;
  const { html } = await read(
    mhtml([
      page('<img src="1.gif">'),
      `Content-Type: image/gif\nContent-Transfer-Encoding: BASE64\nContent-Location: 1.gif\n\n${cut}`,
    ]),
  );
  expect(atob(/base64,([^"]*)/.exec(html)?.[1] ?? '')).toBe(gif.slice(0, -1));
});

test.each([
  ['no part', mhtml([]), 'It contains no web page, or is damaged.'],
  ['only a picture', mhtml([picture('Content-ID: <1>')]), 'It contains no web page, or is damaged.'],
  [
    'another boundary than it says',
    mhtml([page('1')]).replaceAll('--b\r', '--c\r'),
    'It contains no web page, or is damaged.',
  ],
  [
    'a page after its end',
    `${mhtml([picture('Content-ID: <1>')])}--b\r\n${page('1')}`,
    'It contains no web page, or is damaged.',
  ],
  ['an empty page', mhtml(['Content-Type: text/html\n\n']), 'The web page in it is empty.'],
])('a file with %s is refused with a sentence', async (_, file, sentence) => {
  await expect(read(file)).rejects.toThrow(sentence);
});

test('a file with more parts, or more parts in each other, than the limits is refused', async () => {
  const parts = (count: number) =>
    mhtml([page('1'), ...Array.from({ length: count - 1 }, () => 'Content-Type: a/b\n\n1')]);
  expect((await read(parts(mimeLimits.parts))).html).toContain('1');
  await expect(read(parts(mimeLimits.parts + 1))).rejects.toThrow('It has too many parts.');
  const nested = (depth: number): string =>
    depth === 1
      ? `Content-Type: multipart/related; boundary=b1\n\n--b1\n${page('1')}\n--b1--`
      : `Content-Type: multipart/related; boundary=b${depth}\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--`;
  expect((await read(nested(mimeLimits.depth))).html).toContain('1');
  await expect(read(nested(mimeLimits.depth + 1))).rejects.toThrow('It has too many parts.');
});

test('pictures for which there is no room are left out, and named', async () => {
  const large = `Content-Type: image/gif\nContent-Transfer-Encoding: base64\nContent-Location: http://b.example/p/large.gif\n\n${btoa(gif.padEnd(5000))}`;
  const { html, leftOut } = await read(
    mhtml([page('<img src="http://b.example/p/large.gif"><img src="cid:1">'), large, picture('Content-ID: <1>')]),
    4000,
  );
  expect(html).toBe(`<meta charset="utf-8"><img src="http://b.example/p/large.gif"><img src="${gifUrl}">`);
  expect(leftOut).toEqual(['1/large.gif']);
});

test.each([
  ['an HTML page', '<html><p>Content-Type: multipart/related; boundary=b', false],
  ['an e-mail', `To: <a@b.example>\n${mhtml([page('1')])}`, false],
  ['an e-mail that was received', `Received: from b.example\n${mhtml([page('1')])}`, false],
  ['a message of other parts', 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n', false],
  ['a text with a colon', 'Note: the exam\n\nContent-Type: multipart/related; boundary=b', false],
  ['headers after a byte order mark', `\xef\xbb\xbf${mhtml([page('1')])}`, true],
  ['headers in other letters', 'mime-version: 1.0\nCONTENT-TYPE: Multipart/Related; Boundary=b\n\n', true],
  ['a single page', 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>1', true],
])('the first bytes show if a file is MHTML: %s', (_, head, is) => {
  expect(isMhtml(bytesOf(head))).toBe(is);
});
