import { expect, test } from 'vitest';
import { withoutConnectingTags } from './connecting-tags.ts';

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

test.each(['<links>', '<link-list>', '<iframes>', '&lt;link rel=preconnect>', 'a <linked list>, < link'])(
  'nothing else is changed: %s',
  (html) => {
    expect(withoutConnectingTags(html)).toBe(html);
  },
);
