import { afterEach, expect, test, vi } from 'vitest';
import { heldFrameHeader } from '#app/features/html-viewer/frame-source.ts';
import { answerPaperFrame, isFramed } from './frames.ts';

const request = new Request('https://library.example/paper-frame');
const policy = { 'content-security-policy': "sandbox allow-scripts; default-src 'none'" };

function atHand({ server, device }: { server: () => Promise<Response>; device?: Response }) {
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('caches', { match: async () => device });
}

afterEach(() => void vi.unstubAllGlobals());

const unreachable = () => Promise.reject(new TypeError('no line'));

test('the page of the frame comes from the server, else from the device, with a header that marks it', async () => {
  const device = new Response('held', { headers: policy });
  atHand({ server: async () => new Response('now', { headers: policy }), device });
  const now = await answerPaperFrame(request);
  expect([await now.text(), now.headers.has(heldFrameHeader)]).toEqual(['now', false]);

  atHand({ server: unreachable, device });
  const held = await answerPaperFrame(request);
  expect([await held.text(), held.headers.has(heldFrameHeader)]).toEqual(['held', true]);
  expect(held.headers.get('content-security-policy')).toBe(policy['content-security-policy']);
});

test('a frame never gets a response that would have the origin of this site', async () => {
  atHand({ server: async () => new Response('a page of somebody in between') });
  expect((await answerPaperFrame(request)).type).toBe('error');
  atHand({
    server: unreachable,
    device: new Response('held', { headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' } }),
  });
  expect((await answerPaperFrame(request)).type).toBe('error');
});

test.each([
  ['navigate', 'document', false],
  ['navigate', 'iframe', true],
  ['navigate', 'object', true],
  ['cors', 'iframe', false],
] as const)('a request with mode %s for %s is one for a frame: %s', (mode, destination, isOne) => {
  expect(isFramed({ mode, destination } as unknown as Request)).toBe(isOne);
});
