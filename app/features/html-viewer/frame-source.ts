import { pages } from '#contract/addresses.ts';
import { hasOpaqueOrigin } from './opaque-origin.ts';

/** Set by the service worker on the frame's page when it responds from the device (app/service-worker/frames.ts). */
export const heldFrameHeader = 'x-held-frame';

/** Current source of the frame's page. */
export type FrameSource = 'server' | 'device' | 'nowhere';

/**
 * Returns the source of the frame. It is the device only if a service worker controls the page and the stored page has
 * an opaque origin.
 */
export async function findFrameSource(): Promise<FrameSource> {
  try {
    const response = await fetch(pages.paperFrame(), { cache: 'no-cache' });
    if (!response.ok) return 'nowhere';
    if (!response.headers.has(heldFrameHeader)) return 'server';
    return navigator.serviceWorker?.controller && hasOpaqueOrigin(response) ? 'device' : 'nowhere';
  } catch {
    return 'nowhere';
  }
}
