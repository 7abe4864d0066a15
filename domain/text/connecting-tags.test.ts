import { expect, test } from 'vitest';
import { isInlinedSheet, maxSheetChars, withoutConnectingTags } from './connecting-tags.ts';

test.each([
  ['<link rel="preconnect" href="//a.example">', '<bgsound rel="preconnect" href="//a.example">'],
  ['<LINK\nrel=preconnect><link/rel=x><link>', '<bgsound\nrel=preconnect><bgsound/rel=x><bgsound>'],
  ['<iframe srcdoc="&lt;link rel=preconnect>"></iframe>', '<bgsound srcdoc="&lt;link rel=preconnect>"></iframe>'],
  ['<iframe srcdoc="<link rel=preconnect>"></iframe>', '<bgsound srcdoc="<bgsound rel=preconnect>"></iframe>'],
  [
    '<meta http-equiv="refresh" content="0;url=//a.example">',
    '<bgsound http-equiv="refresh" content="0;url=//a.example">',
  ],
])('a tag that may connect becomes a harmless one: %s', (html, harmless) => {
  expect(withoutConnectingTags(html)).toBe(harmless);
});

test.each([
  '<link rel="stylesheet" href="data:text/css,p%7B%7D">',
  '<LINK href="DATA:text/css;base64,cCB7fQ==" rel=stylesheet>',
  `<link\n  media='print and (color)' type="text/css" rel=stylesheet href=data:text/css,p{}>`,
])('a style sheet within the page stays: %s', (html) => {
  expect(withoutConnectingTags(html)).toBe(html);
});

test.each([
  '<link rel="stylesheet" href="https://a.example/data:text/css,">',
  '<link rel="preconnect" href="//a.example" href="data:text/css,">',
  '<link rel="preconnect" HREF=//a.example href="data:text/css,">',
  '<link href = "//a.example" href="data:text/css,">',
  '<link rel="preconnect" title="> " href="//a.example" id="x" href="data:text/css,">',
  '<link rel="preconnect"\u00a0href="data:text/css," href="//a.example">',
  '<link rel="preconnect" title=">" href="data:text/css,">',
  '<link rel="preconnect" title=" href="data:text/css," href="//a.example">',
  `<link rel=preconnect title='"' href='//a.example' id=" href="data:text/css,">`,
  '<link/href="//a.example" href="data:text/css,">',
  '<link data-href="x" href="data:text/html,">',
  `<link ${'id="x" '.repeat(6)}href="data:text/css,">`,
])('a link that may connect does not pass for one: %s', (html) => {
  expect(withoutConnectingTags(html)).toBe(html.replace('<link', '<bgsound'));
});

test('the longest style sheet that is recognised fits into the part of a page that is read for it', () => {
  const attribute = `${' '.repeat(10)}${'a'.repeat(20)}="${'b'.repeat(80)}"`;
  const longest = `<link${attribute.repeat(5)}${' '.repeat(10)}href="data:text/css;`;
  expect(isInlinedSheet(longest)).toBe(true);
  expect(longest.length).toBeLessThanOrEqual(maxSheetChars);
});

test.each(['<links>', '<link-list>', '<iframes>', '&lt;link rel=preconnect>', 'a <linked list>, < link'])(
  'nothing else is changed: %s',
  (html) => {
    expect(withoutConnectingTags(html)).toBe(html);
  },
);
