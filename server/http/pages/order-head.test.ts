import { expect, test } from 'vitest';
import { orderHead } from './order-head.ts';

const script = '<script>document.documentElement.className="dark"</script>';
const data = '<script type="application/ld+json">{"name":"<meta"}</script>';
const style = '<link rel="stylesheet" href="/assets/app.css" data-precedence="default"/>';
const font = '<link rel="preload" as="font" href="/assets/serif.woff2" crossorigin="anonymous"/>';
const picture = '<link rel="preload" as="image" href="/cover" fetchPriority="high"/>';
const code = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js" fetchPriority="low"/>`;
const metas = '<meta charSet="utf-8"/><meta name="theme-color" content="#fff"/>';
const title = '<title>Home</title>';
const icon = '<link rel="icon" href="/favicon.ico"/>';
const body = `<body><p>text</p>${script}${style}</body>`;

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head>${body}</html>`;

test('scripts of the head come before the styles that would block them, then font, pictures and code, the entry last', () => {
  const rendered = page(
    picture + style + metas + title + code('entry') + code('shared') + code('route') + font + icon + script + data,
  );
  const ordered = metas + script + style + picture + font + code('shared') + code('route') + code('entry');
  expect(orderHead(rendered)).toBe(page(ordered + title + icon + data));
});

test('a head without scripts, styles and code, and a text without a head, stay unchanged', () => {
  expect(orderHead(page(metas + title))).toBe(page(metas + title));
  expect(orderHead('<p>hello</p>')).toBe('<p>hello</p>');
  expect(orderHead('</head><p>hello</p>')).toBe('</head><p>hello</p>');
});

test('two styles keep their order', () => {
  const accent = style.replace('app', 'accent');
  expect(orderHead(page(style + accent + metas + script))).toBe(page(metas + script + style + accent));
});
