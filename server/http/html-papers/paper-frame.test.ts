import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { paperFrame } from './paper-frame.ts';

async function askForFrame() {
  return new Hono().get('/paper-frame', paperFrame).request('/paper-frame');
}

test('the frame has no origin and no network, and only our own pages may embed it', async () => {
  const response = await askForFrame();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toBe(
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; media-src data:; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-src 'none'; worker-src 'none'; frame-ancestors 'self'",
  );
  expect(response.headers.get('connection-allowlist')).toBe('()');
  expect(response.headers.get('x-dns-prefetch-control')).toBe('off');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

test('the frame contains only the script that waits for the paper', async () => {
  const html = await (await askForFrame()).text();
  expect(html.match(/<script>/g)).toHaveLength(1);
  // Each of its two listeners, for the paper and for later requests, accepts messages only from the window around it.
  expect(html.match(/addEventListener\('message'/g)).toHaveLength(2);
  expect(html.match(/event\.source !== parent/g)).toHaveLength(2);
});
