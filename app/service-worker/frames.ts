import { pages } from '#contract/addresses.ts';
import { heldFrameHeader, hasOpaqueOrigin } from '#app/features/html-viewer/frame-source.ts';
import { cacheNames } from '#contract/browser-storage.ts';
import { answerInTime } from './network-patience.ts';

/**
 * Frames on our pages show papers, whose scripts run. Without a connection their `sandbox` attribute gives them our origin,
 * because browsers send no other frames through a worker; the policy of the page removes it. So nothing else may be loaded into a
 * frame: not the frame's page without that policy, and no other page that a paper may navigate its frame to.
 */

/** True if a document is loaded into a frame. */
export function isFramed({ mode, destination }: Request): boolean {
  return mode === 'navigate' && destination !== 'document';
}

/** Responds with the page of the frame for HTML papers: from the server, else from the device. */
export async function answerPaperFrame(request: Request): Promise<Response> {
  const response = await answerInTime(() => fetch(request), findHeldFrame);
  return hasOpaqueOrigin(response) ? response : Response.error();
}

async function findHeldFrame(): Promise<Response | null> {
  const held = await caches.match(pages.paperFrame(), { cacheName: cacheNames.fixed, ignoreVary: true });
  if (!held) return null;
  const headers = new Headers(held.headers);
  headers.set(heldFrameHeader, 'yes');
  return new Response(held.body, { headers });
}
