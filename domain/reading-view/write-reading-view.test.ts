import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from './parse-page.ts';
import { writeReadingView } from './write-reading-view.ts';

/** Writes the body of a page. */
function write(html: string): string {
  const body = parsePage(html).children.at(-1);
  return body && typeof body !== 'string' ? writeReadingView(body).trim() : '';
}

const red = 'data:image/png;base64,iVBORw0KGgo=';

test('lists keep their numbers, tables their cells, and preformatted text its lines', () => {
  expect(write('<ol start="4" type="a" class="x" onclick="run()"><li value="5">Define <b>paging</b>.</ol>')).toBe(
    '<ol start="4" type="a"><li value="5">Define <b>paging</b>.</li></ol>',
  );
  expect(write('<table width="900"><tr><th scope="row">n<td colspan="2"></table>')).toBe(
    '<table border="1"><tbody><tr><th scope="row">n</th><td colspan="2"></td></tr></tbody></table>',
  );
  expect(write('<pre>int a;\n  int b;</pre>')).toBe('<pre>\nint a;\n  int b;</pre>');
  expect(write('<table><tr><td><table><tr><td>Define paging.</table></table>')).toBe(
    '<div><div><div><div><table><tbody><tr><td>Define paging.</td></tr></tbody></table></div></div></div></div>',
  );
});

test('formulas and drawings stay, and icons do not', () => {
  const formula = '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>';
  expect(write(formula.replace('</math>', '<annotation encoding="application/x-tex">a/2</annotation></math>'))).toBe(
    formula,
  );
  expect(
    write('<svg viewBox="0 0 9 9" onload="run()"><path d="M0 0h9"/><text>start</text><script>run()</script></svg>'),
  ).toBe('<svg viewBox="0 0 9 9"><path d="M0 0h9"></path><text>start</text></svg>');
  expect(write('<p>Share <svg width="16"><path d="M0 0"/></svg></p>')).toBe('<p>Share </p>');
});

test('pictures in the page stay, those of other addresses leave their description, and links to other pages their text', () => {
  expect(write(`<img src="${red}" alt="A tree" width="40" srcset="//away/a.png">`)).toBe(
    `<img src="${red}" alt="A tree" width="40">`,
  );
  expect(
    write(
      '<img src="figure1.png" alt="Figure 1: a tree"><img src="spacer.gif" alt=""><img src="a.png" alt="A tree<br>by hand">',
    ),
  ).toBe('<small>[Figure 1: a tree]</small>');
  expect(write('<p><a href="/next">Next</a> <a href="#q2">Question 2</a> <a href="javascript:run()">Run</a></p>')).toBe(
    '<p>Next <a href="#q2">Question 2</a> Run</p>',
  );
});

test('a heading in the middle of its page stays there', () => {
  expect(write('<div class="text-center"><h2>Group A</h2></div><p style="text-align: right">Time: 3 hours</p>')).toBe(
    '<div align="center"><h2>Group A</h2></div><p align="right">Time: 3 hours</p>',
  );
});

test('whatever a page has, nothing that runs, loads or leads away is written', () => {
  const piece = fc.constantFrom(
    ...'<script> </script> <img src=//a onerror=x> <svg> <math> <style> <a href=javascript:x> <iframe srcdoc="<p>"> "> \' <p onclick=x> <form action=//a> <input autofocus onfocus=x> <foreignObject> <animate attributeName=href to=javascript:x> <use href=//a> <mtext> <table> <td background=//a> <base href=//a> <meta http-equiv=refresh> <link rel=preconnect href=//a> <noscript> <title> <template> &lt;script&gt; <object data=//a> <svg viewBox="0"> <image href=//a> <a xlink:href=//a> <text fill=url(//a)> word'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = writeReadingView(parsePage(pieces.join(' ')));
      expect(html).not.toMatch(
        /<(?:script|style|iframe|object|form|input|base|meta|link|template|noscript|foreignobject|animate|image)/i,
      );
      for (const [, tag = ''] of html.matchAll(/<([^>]*)>/g)) expect(tag).not.toMatch(/\son|\/\/a|javascript:/i);
    }),
    { numRuns: 300 },
  );
});
