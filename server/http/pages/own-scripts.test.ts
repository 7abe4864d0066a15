import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { html, openPages } from '#test/support/plain-pages.ts';
import { takeOwnScripts } from './own-scripts.ts';

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
