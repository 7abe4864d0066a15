import { pages } from '#contract/addresses.ts';
import { hasOpaqueOrigin } from './opaque-origin.ts';

/** The service worker sets it on the frame's page when it answers from the device (app/service-worker/frames.ts). */
export const heldFrameHeader = 'x-held-frame';

/**
 * Whether the frame's page comes from the device at present: a service worker is in charge, the server does not answer
 * it, and what the worker has has no origin of its own.
 */
export async function isFrameHeld(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  try {
    const response = await fetch(pages.paperFrame(), { cache: 'no-cache' });
    return response.headers.has(heldFrameHeader) && hasOpaqueOrigin(response);
  } catch {
    return false;
  }
}
