import { pages } from '#contract/addresses.ts';
import { hasOpaqueOrigin } from './opaque-origin.ts';

/** The service worker sets it on the frame's page when it answers from the device (app/service-worker/frames.ts). */
export const heldFrameHeader = 'x-held-frame';

/** Where the frame's page comes from at present. */
export type FrameSource = 'server' | 'device' | 'nowhere';

/** Finds it: from the device only if a service worker is in charge, and if what it has has no origin of its own. */
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
