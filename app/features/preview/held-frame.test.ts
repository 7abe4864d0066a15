import { afterEach, expect, test, vi } from 'vitest';
import { heldFrameHeader, isFrameHeld } from './held-frame.ts';

afterEach(() => void vi.unstubAllGlobals());

function answerWith(headers: Record<string, string>, controller: object | null = {}) {
  vi.stubGlobal('navigator', { serviceWorker: { controller }, onLine: false });
  vi.stubGlobal('fetch', async () => new Response('', { headers }));
}

const held = { [heldFrameHeader]: 'yes' };
const policy = { 'content-security-policy': 'sandbox allow-scripts' };

test('a frame is loaded from the device only when a worker has its page there, without an origin', async () => {
  answerWith({ ...held, ...policy });
  expect(await isFrameHeld()).toBe(true);
  // However long the frame takes: the server answers.
  answerWith(policy);
  expect(await isFrameHeld()).toBe(false);
  answerWith(held);
  expect(await isFrameHeld()).toBe(false);
  answerWith({ ...held, ...policy }, null);
  expect(await isFrameHeld()).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await isFrameHeld()).toBe(false);
  answerWith({});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  expect(await isFrameHeld()).toBe(false);
});
