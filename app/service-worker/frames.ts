import { pages } from '#contract/addresses.ts';
import { heldFrameHeader, hasOpaqueOrigin } from '#app/features/html-viewer/frame-source.ts';
import { cacheNames } from '#contract/browser-storage.ts';
import { answerInTime } from './network-patience.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/**
 * Frames on our pages show papers, whose scripts run. Without a connection, the frame's `sandbox` attribute gives it
 * our origin, because browsers send no other frames through a worker; the policy of the frame's page then removes the
 * origin. So nothing else may be loaded into a frame: neither the frame's page without that policy, nor any other page
 * that a paper navigates its frame to.
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
  const held = await caches.match(localAddress(pages.paperFrame()), { cacheName: cacheNames.fixed, ignoreVary: true });
  if (!held) return null;
  const headers = new Headers(held.headers);
  headers.set(heldFrameHeader, 'yes');
  return new Response(held.body, { headers });
}
