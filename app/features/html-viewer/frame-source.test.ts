import { afterEach, expect, test, vi } from 'vitest';
import { findFrameSource, heldFrameHeader } from './frame-source.ts';

afterEach(() => void vi.unstubAllGlobals());

function answerWith(headers: Record<string, string>, controller: object | null = {}, status = 200) {
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  vi.stubGlobal('fetch', async () => new Response('', { headers, status }));
}

const held = { [heldFrameHeader]: 'yes' };
const policy = { 'content-security-policy': 'sandbox allow-scripts' };

test('a frame comes from the device only if a worker has its page and the page has no origin', async () => {
  answerWith({ ...held, ...policy });
  expect(await findFrameSource()).toBe('device');
  answerWith(held);
  expect(await findFrameSource()).toBe('nowhere');
  answerWith({ ...held, ...policy }, null);
  expect(await findFrameSource()).toBe('nowhere');
});

test("the frame comes from the server if that responds, and from nowhere if the worker fails or can't be reached", async () => {
  answerWith(policy);
  expect(await findFrameSource()).toBe('server');
  vi.stubGlobal('navigator', {});
  expect(await findFrameSource()).toBe('server');
  answerWith(policy, {}, 503);
  expect(await findFrameSource()).toBe('nowhere');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  expect(await findFrameSource()).toBe('nowhere');
});
