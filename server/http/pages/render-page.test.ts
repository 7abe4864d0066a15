import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Shelf } from '#contract/shelf.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { html, openPages } from '#test/support/plain-pages.ts';
import { createPageRendering, orderHead, takeOwnScripts } from './render-page.ts';

test('a page fails with the fault of an unreachable database, and is rendered again once the database is back', async () => {
  let isAway = true;
  const findMaterial = async () => {
    if (isAway) throw new DatabaseFailing('library', new Error('terminating connection'));
    return { state: 'missing' } as const;
  };
  const render = createPageRendering({
    // Like the app: it responds that something failed, without the cause.
    renderer: {
      fetch: (_, { context }) =>
        context.shelf.findMaterial('a').then(
          () => new Response('<p>found</p>'),
          () => new Response('<p>Server Error</p>', { status: 500 }),
        ),
    },
    language: 'en',
    shelf: { findMaterial } as unknown as Shelf,
    publicUrl: 'http://library.test',
    readRevision: () => 'first.0',
    onMissing: () => undefined,
    log: pino({ level: 'silent' }),
  });
  await expect(render('/books', () => undefined)).rejects.toBeInstanceOf(DatabaseFailing);
  isAway = false;
  expect((await render('/books', () => undefined)).answer.status).toBe(200);
});

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

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

test('only inline scripts with the mark of their rendering get a hash, and the page contains no mark', () => {
  const page = [
    '<script nonce="m1">one()</script>',
    '<script type="module" async="" nonce="m1">two()\r\n</script>',
    '<script src="/assets/a.js" nonce="m1"></script>',
    '<script type="application/ld+json">{}</script>',
    '<link rel="modulepreload" href="/assets/a.js" nonce="m1"/>',
    '<meta property="csp-nonce" content="m1"/>',
    '<script>foreign()</script>',
    '<script nonce="">foreign()</script>',
    '<script nonce="m0">foreign()</script>',
    '<img alt="<script>foreign()</script>">',
    '<SCRIPT\nnonce=m1>foreign()</SCRIPT >',
  ].join('');
  const { html: sent, hashes } = takeOwnScripts(page, 'm1');
  expect(hashes).toEqual([hashOf('one()'), hashOf('two()\n')]);
  expect(sent).not.toContain('nonce="m1"');
  expect(sent).toContain('<script>one()</script><script type="module" async="">two()');
  expect(sent).toContain('<link rel="modulepreload" href="/assets/a.js"/><script>foreign()</script>');
});

test('a script that a title injects into a page is not in its policy', async () => {
  const evil = 'steal(document.cookie)';
  const { pages } = openPages((_, { context }) =>
    html(
      `<head><script nonce="${context.scriptMark}">theme()</script></head><h1>Waves</h1><script>${evil}</script>` +
        `<script nonce="${context.scriptMark}">$_TSR.router={title:"<\\/script>"}</script>`,
    ),
  );
  const policyOf = async () => {
    const response = await pages.fetch(new Request('http://library.test/'));
    return response.headers.get('content-security-policy') ?? '';
  };
  const policy = await policyOf();
  expect(policy).toContain(hashOf('theme()'));
  expect(policy).not.toContain(hashOf(evil));
  expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe-inline');
});

test('each rendering has a different mark, and the page and its tag are the same', async () => {
  const marks = new Set<string>();
  const open = () =>
    openPages((_, { context: { scriptMark } }) => {
      marks.add(scriptMark);
      return html(`<script nonce="${scriptMark}">theme()</script><p>${'words '.repeat(200)}</p>`);
    });
  const answers = [];
  for (const { pages } of [open(), open()]) {
    const response = await pages.fetch(new Request('http://library.test/'));
    answers.push([
      response.headers.get('etag'),
      response.headers.get('content-security-policy'),
      await response.text(),
    ]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(marks.size).toBe(2);
});
