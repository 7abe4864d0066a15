import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPageRendering, openPageRenderer, type PageRenderer } from '#server/http/pages/render-page.ts';
import { openHidingShelf } from '#test/support/hiding-shelf.ts';

/** Returns the code of the page's inline scripts, as a browser finds them, without data blocks. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !attributes.includes('application/ld+json'))
    .map(([, , code = '']) => code);
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('every inline script of our pages is allowed by their policy, and a stored script is not', async () => {
  await using shelf = await openHidingShelf();
  await shelf.publish('p1');
  const evil = 'alert("stored")';
  const log = pino({ level: 'silent' });
  const app = await openPageRenderer(['en']);
  const stored: PageRenderer = {
    async fetch(request, options) {
      const response = await app.fetch(request, options);
      // Like a component that writes the title of a material as HTML.
      const text = (await response.text()).replaceAll('>Zebrafish p1<', `>Zebrafish p1<script>${evil}</script><`);
      return new Response(text, { status: response.status, headers: response.headers });
    },
  };
  const parts = {
    language: 'en' as const,
    publicUrl: shelf.url,
    readRevision: () => 'r.0',
    onMissing: () => undefined,
    log,
  };
  const render = createPageRendering({ ...parts, renderer: stored, shelf: shelf.services.shelf });
  let met = 0;
  for (const address of [
    '/',
    '/faq',
    '/books',
    '/admin',
    '/material/p1',
    '/search?q=x',
    '/no/such/page',
    '/faculty/csit/semester/1/subject/physics',
  ]) {
    const { answer } = await render(address, () => undefined);
    const html = Buffer.from(answer.body.identity).toString();
    const policy = String(answer.headers['content-security-policy']);
    const scripts = inlineScripts(html);
    expect([address, scripts.length > 2]).toEqual([address, true]);
    expect(html).not.toMatch(/nonce/i);
    for (const code of scripts) {
      if (code === evil) met += 1;
      expect([address, code.slice(0, 60), policy.includes(hashOf(code))]).toEqual([
        address,
        code.slice(0, 60),
        code !== evil,
      ]);
    }
  }
  expect(met).toBeGreaterThan(0);
});
