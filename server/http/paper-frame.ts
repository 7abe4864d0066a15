import type { Context } from 'hono';

/**
 * What the frame may do (design decision 6): run the paper's own scripts and show what the paper carries in itself,
 * with no origin, no network, and no page but ours around it.
 */
const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Takes the paper's text once, from the window around it alone, and writes it. Written last, because `document.open`
 * takes every listener away: Escape is told to the page outside, which cannot hear keys pressed in here, and links that
 * lead away do nothing, for the frame may not leave this address.
 */
const frameScript = `
addEventListener('message', function take(event) {
  if (event.source !== parent || !event.data || typeof event.data.paper !== 'string') return;
  removeEventListener('message', take);
  document.open();
  document.write(event.data.paper);
  document.close();
  addEventListener('keydown', (pressed) => {
    if (pressed.key === 'Escape' && !pressed.defaultPrevented) parent.postMessage({ frame: 'escape' }, '*');
  });
  addEventListener('click', (clicked) => {
    const link = clicked.target instanceof Element ? clicked.target.closest('a[href]') : null;
    if (link && !link.getAttribute('href').startsWith('#')) clicked.preventDefault();
  });
  parent.postMessage({ frame: 'shown' }, '*');
});
parent.postMessage({ frame: 'ready' }, '*');
`;

const frameDocument = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Question paper</title></head><body><script>${frameScript}</script></body></html>`;

/** Answers `/paper-frame`: the empty, sandboxed page an HTML paper is written into by the preview dialog. */
export function paperFrame(c: Context): Response {
  return c.body(frameDocument, 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': framePolicy,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}
