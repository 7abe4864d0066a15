import { afterEach, expect, test, vi } from 'vitest';
import { findFrameSource, heldFrameHeader, hasOpaqueOrigin } from './frame-source.ts';

afterEach(() => void vi.unstubAllGlobals());

function answerWith(headers: Record<string, string>, controller: object | null = {}, status = 200) {
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  vi.stubGlobal('fetch', async () => new Response('', { headers, status }));
}

const held = { [heldFrameHeader]: 'yes' };
const policy = { 'content-security-policy': 'sandbox allow-scripts' };

test('a frame comes from the device only if a worker has its page there, without an origin', async () => {
  answerWith({ ...held, ...policy });
  expect(await findFrameSource()).toBe('device');
  answerWith(held);
  expect(await findFrameSource()).toBe('nowhere');
  answerWith({ ...held, ...policy }, null);
  expect(await findFrameSource()).toBe('nowhere');
});

test("it comes from the server if that responds, and from nowhere if it fails or can't be reached", async () => {
  answerWith(policy);
  expect(await findFrameSource()).toBe('server');
  vi.stubGlobal('navigator', {});
  expect(await findFrameSource()).toBe('server');
  answerWith(policy, {}, 503);
  expect(await findFrameSource()).toBe('nowhere');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  expect(await findFrameSource()).toBe('nowhere');
});

const answer = (policy?: string) =>
  new Response('', policy === undefined ? {} : { headers: { 'content-security-policy': policy } });

test.each([
  'sandbox',
  'sandbox allow-scripts',
  "default-src 'none'; Sandbox  allow-scripts ;script-src 'unsafe-inline'",
  "default-src 'self', sandbox allow-scripts",
  'sandbox; sandbox allow-same-origin',
])('a document with the policy %s has an opaque origin', (policy) => {
  expect(hasOpaqueOrigin(answer(policy))).toBe(true);
});

test.each([
  undefined,
  '',
  "default-src 'none'",
  'sandbox allow-scripts allow-same-origin',
  'sandbox allow-scripts ALLOW-SAME-ORIGIN',
  'sandbox allow-same-origin; sandbox',
  'report-uri /sandbox; x-sandbox',
])('a document with the policy %s keeps its origin', (policy) => {
  expect(hasOpaqueOrigin(answer(policy))).toBe(false);
});
