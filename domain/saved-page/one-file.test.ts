import { expect, test } from 'vitest';
import { decodeHtml } from '#domain/text/html-text.ts';
import { makeOneFile, type OneFile } from './one-file.ts';
import type { FindPart } from './page-parts.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const pngUrl = `data:image/png;base64,${btoa(String.fromCharCode(...png))}`;
const gif = 'GIF89a picture';
const gifUrl = `data:image/gif;base64,${btoa(gif)}`;
const font = 'wOF2 font';
const fontUrl = `data:font/woff2;base64,${btoa(font)}`;
const limit = 1024 * 1024;

/** Finds files by their whole address, as if all were next to the page; `x/` is resolved in style sheets. */
function finder(files: Record<string, string | Uint8Array>): FindPart {
  return (address, base) => {
    const path = new URL(address, `http://a.example/${base}`).pathname.slice(1);
    const content = files[path];
    if (content === undefined) return null;
    const blob = new Blob([content as BlobPart]);
    return { key: path, base: path, sizeBytes: blob.size, open: async () => blob };
  };
}

async function join(source: string, files: Record<string, string | Uint8Array>, maxBytes = limit, encoding = 'utf-8') {
  const made = await makeOneFile({ source, base: '', encoding }, finder(files), maxBytes);
  return { html: made ? await made.blob.text() : null, used: usedOf(made), leftOut: [...(made?.leftOut ?? [])] };
}

const usedOf = (made: OneFile | null) => [...(made?.used ?? [])].toSorted();

/** Returns a page with a declaration, as it is and as it becomes with its parts. */
const inPage = (body: string) => `<meta charset="utf-8">${body}`;

test.each([
  ['<img src="a.png" alt="one">', `<img src="${pngUrl}" alt="one">`],
  ["<IMG SRC='a.png'>", `<IMG src="${pngUrl}">`],
  ['<img src=a.png>', `<img src="${pngUrl}">`],
  ['<img src=" a.png ">', `<img src="${pngUrl}">`],
  ['<input type="image" src="a.png">', `<input type="image" src="${pngUrl}">`],
  ['<video poster="a.png" src="b.gif"></video>', `<video poster="${pngUrl}" src="${gifUrl}"></video>`],
  [
    '<table background="a.png"><tr><td background="b.gif">1</table>',
    `<table background="${pngUrl}"><tr><td background="${gifUrl}">1</table>`,
  ],
  [
    '<svg><image xlink:href="a.png" /><image href="a.png"></svg>',
    `<svg><image xlink:href="${pngUrl}" /><image href="${pngUrl}"></svg>`,
  ],
  ['<p style="color:red; background:url(a.png)">1', `<p style="color:red; background:url(&quot;${pngUrl}&quot;)">1`],
  [
    `<p style='background:URL("a.png") , url( b.gif )'>1`,
    `<p style="background:URL(&quot;${pngUrl}&quot;) , url(&quot;${gifUrl}&quot;)">1`,
  ],
])('a reference to a picture becomes its data: %s', async (before, after) => {
  const { html } = await join(inPage(before), { 'a.png': png, 'b.gif': gif });
  expect(html).toBe(inPage(after));
});

test('the candidates of a picture that were saved replace the others, which a browser would prefer', async () => {
  const files = { 'a.png': png, 'b.gif': gif };
  const { html } = await join(
    inPage(
      '<img src="none.png" srcset="a.png 1x, none.png 2x,b.gif 3x"><img src="a.png" srcset="//b.example/large.png 2x">' +
        '<picture><source srcset="none.avif 800w"><img src="a.png"></picture><img src="none.png" srcset="none.png 2x">',
    ),
    files,
  );
  expect(html).toBe(
    inPage(
      `<img src="none.png" srcset="${pngUrl} 1x, ${gifUrl} 3x"><img src="${pngUrl}" >` +
        `<picture><source ><img src="${pngUrl}"></picture><img src="none.png" srcset="none.png 2x">`,
    ),
  );
});

test('a linked style sheet becomes a style element, with its medium, pictures and fonts', async () => {
  const css = `/* url(a.png) */ @font-face { src: url("f.woff2?v=1#iefix") format("woff2"), url(f.eot) }
p::before { content: "url(a.png)"; background: image-set("../a.png" 1x type("image/png"), url(../none.png) 2x) }`;
  const { html, used } = await join(
    inPage(
      '<link rel="StyleSheet" media="screen and (color)" href="x/s.css"><link rel="alternate stylesheet" href="x/s.css">',
    ),
    { 'x/s.css': css, 'a.png': png, 'x/f.woff2': font },
  );
  expect(html).toBe(
    inPage(
      `<style media="screen and (color)">${css.replace('"f.woff2?v=1#iefix"', `"${fontUrl}"`).replace('"../a.png"', `"${pngUrl}"`)}</style>` +
        '<link rel="alternate stylesheet" href="x/s.css">',
    ),
  );
  expect(used).toEqual(['a.png', 'x/f.woff2', 'x/s.css']);
});

test('an imported style sheet becomes an address in the style sheet, in any depth, and keeps its conditions', async () => {
  const { html } = await join(inPage('<style>@import url(x/b.css) screen; p { color: red }</style>'), {
    'x/b.css': '@import "c.css"; a > b { background: url(../a.png); content: "é%" }',
    'x/c.css': "q { quotes: '\\201C' }",
    'a.png': png,
  });
  const inner = /@import url\("(data:text\/css;charset=utf-8,[^"]*)"\) screen; p \{ color: red \}<\/style>$/.exec(
    html ?? '',
  );
  const sheet = decodeURIComponent(inner?.[1] ?? '');
  expect(sheet).toContain(`a > b { background: url("${pngUrl}"); content: "é%" }`);
  expect(sheet).toContain('@import "data:text/css;charset=utf-8,q%20%7B%20quotes:%20%27%5C201C%27%20%7D";');
});

test('style sheets that import each other are included once, and many within each other end', async () => {
  const { html } = await join(inPage('<link rel=stylesheet href=a.css>'), {
    'a.css': '@import "b.css"; a {}',
    'b.css': '@import "a.css"; b {}',
  });
  expect(html).toBe(
    inPage('<style>@import "data:text/css;charset=utf-8,@import%20%22data:text/css,%22;%20b%20%7B%7D"; a {}</style>'),
  );
  const deep = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `${index}.css`,
      `@import "${index + 1}.css"; @import "${index + 1}.css";`,
    ]),
  );
  const { used } = await join('<link rel=stylesheet href=0.css>', deep);
  expect(used).toHaveLength(8);
});

test('style sheets that import others again and again stop at a quarter of the size', async () => {
  const files = {
    'a.css': '@import "b.css";'.repeat(100),
    'b.css': `${'@import "c.css";'.repeat(100)}`,
    'c.css': 'p { color: red }'.repeat(100),
  };
  const { html, leftOut } = await join('<link rel=stylesheet href=a.css><p>1. A question', files, 100_000);
  expect(html?.length).toBeLessThan(100_000);
  expect(html).toContain('<p>1. A question');
  expect(leftOut).toEqual([]);
});

test('no text of a style sheet ends its element', async () => {
  const css = 'p::after { content: "</style><script>alert(1)</script>" } /* </STYLE> */';
  const { html } = await join(inPage('<link rel="stylesheet" href="s.css">'), { 's.css': css });
  expect(html).toBe(
    inPage(
      `<style>${css.replaceAll('</s', '<\\/s').replace('</S', '<\\/S').replace('<\\/script', '</script')}</style>`,
    ),
  );
});

test('bytes decide what a file is, not its name', async () => {
  const page = inPage(
    '<img src="a.png"><img src="b.png"><img src="c"><img src="d.svg"><link rel=stylesheet href=e.css>',
  );
  const svg = '<?xml version="1.0"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"></svg>';
  const { html, used } = await join(page, {
    'a.png': '<script>alert(1)</script>',
    'b.png': '%PDF-1.4',
    c: gif,
    'd.svg': svg,
    'e.css': 'p\0 {}',
  });
  expect(html).toBe(page.replace('"c"', `"${gifUrl}"`).replace('"d.svg"', `"data:image/svg+xml;base64,${btoa(svg)}"`));
  expect(used).toEqual(['c', 'd.svg']);
});

test('what the page does not show as a picture or style stays as it is', async () => {
  const page = inPage(
    '<script src="a.js"></script><iframe src="a.html"></iframe><a href="a.png">1</a><link rel="icon" href="a.png">' +
      '<style>p { background: url(#a), url("none.gif"); content: "a.png" }</style><img src="#"><img src=""><!-- <img src="a.png"> --><textarea><img src="a.png"></textarea>',
  );
  const files = { 'a.js': 'alert(1)', 'a.html': '<p>1', 'a.png': png };
  expect((await join(page, files)).html).toBeNull();
});

test('nothing else of the page changes, however it is written', async () => {
  const odd =
    '<p><b>1<p>2 &amp &lt;\r\n<TABLE><td>😀<font color=red>x</td>\0y<img SRC="a.png"\r\nalt=é/>\r\n</b><plaintext><img src="a.png">';
  const { html } = await join(inPage(odd), { 'a.png': png });
  expect(html).toBe(inPage(odd.replace('SRC="a.png"', `src="${pngUrl}"`)));
});

test.each([
  ['<!doctype html><html><head><title>1</title>', '<!doctype html><html><head><meta charset="utf-8"><title>1</title>'],
  ['<p>1', '<meta charset="utf-8"><p>1'],
  ['<head><meta charset=windows-1252>', '<head><meta charset="utf-8">'],
  [
    `<meta content='text/html; charset=windows-1252' HTTP-EQUIV=Content-Type>`,
    '<meta content="text/html; charset=utf-8" HTTP-EQUIV=Content-Type>',
  ],
  [
    '<?xml version="1.0" encoding="ISO-8859-1"?><html>',
    '<?xml version="1.0" encoding="utf-8"?><html><meta charset="utf-8">',
  ],
])('the file is UTF-8 and says so: %s', async (before, after) => {
  const { html } = await join(`${before}<p>é नेपाली<img src=a.png>`, { 'a.png': png });
  expect(html).toBe(`${after}<p>é नेपाली<img src="${pngUrl}">`);
  expect(decodeHtml(new TextEncoder().encode(html ?? ''))).toBe(html);
});

test.each([
  ['its own declaration', '@charset "koi8-r"; p::before{content:"', [0xf0], 'П'],
  ['the encoding of the page', 'p::before{content:"', [0xcf], 'П'],
  ['UTF-8 if it is valid', 'p::before{content:"', [0xd0, 0x9f], 'П'],
])('a style sheet is read in %s', async (_, start, letter, decoded) => {
  const css = Uint8Array.from([...new TextEncoder().encode(start), ...letter, 0x22, 0x7d]);
  const { html } = await join(inPage('<link rel=stylesheet href=s.css>'), { 's.css': css }, limit, 'windows-1251');
  expect(html).toBe(inPage(`<style>${start}${decoded}"}</style>`));
});

test('the largest pictures are left out first, counted as many times as they are shown', async () => {
  const picture = (bytes: number) => gif.padEnd(bytes, 'x');
  const files = {
    'small.gif': picture(1500),
    'often.gif': picture(1000),
    'large.gif': picture(3500),
    'huge.gif': picture(50_000),
  };
  const page = inPage(
    '<img src="large.gif"><img src="small.gif"><p style="background:url(often.gif)">1<img src="often.gif"><img src="often.gif"><img src="often.gif"><img src="often.gif"><img src="huge.gif">',
  );
  const all = await join(page, files, 100_000);
  expect(all.leftOut).toEqual([]);
  const some = await join(page, files, 9000);
  expect([some.used, some.leftOut.toSorted()]).toEqual([
    ['large.gif', 'small.gif'],
    ['huge.gif', 'often.gif'],
  ]);
  expect(some.html).toContain('<p style="background:url(often.gif)">1<img src="often.gif">');
  expect(some.html?.length).toBeLessThanOrEqual(9000);
  const none = await join(page, files, 1200);
  expect(none.html).toBe(page);
  expect(none.leftOut).toHaveLength(4);
  const exact = all.html?.length ?? 0;
  expect((await join(page, files, exact + 200)).leftOut).toEqual([]);
  expect((await join(page, files, exact - 1)).leftOut).toEqual(['huge.gif']);
});

test('a file that cannot be read leaves the reference as it was, and the same input gives the same bytes', async () => {
  const find: FindPart = (address, base) => {
    const part = finder({ 'a.png': png, 'b.png': png })(address, base);
    if (address !== 'b.png' || !part) return part;
    return { ...part, open: () => Promise.reject(new Error('damaged')) };
  };
  const make = () =>
    makeOneFile({ source: inPage('<img src="a.png"><img src="b.png">'), base: '', encoding: 'utf-8' }, find, limit);
  const html = await (await make())?.blob.text();
  expect(html).toBe(inPage(`<img src="${pngUrl}"><img src="b.png">`));
  expect(await (await make())?.blob.text()).toBe(html);
});

test('a page of deep elements and a style sheet of deep brackets are read', async () => {
  const css = `p { background: ${'a('.repeat(50_000)} url(a.png) }`;
  const { html } = await join(`${'<div>'.repeat(20_000)}<img src=a.png><link rel=stylesheet href=s.css>`, {
    'a.png': png,
    's.css': css,
  });
  expect(html?.split(pngUrl)).toHaveLength(3);
});
