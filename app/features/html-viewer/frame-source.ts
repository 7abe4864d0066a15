import { pages } from '#contract/addresses.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/**
 * True if the policy of a response gives its document an opaque origin, regardless of the `sandbox` attribute of its frame:
 * `sandbox` without `allow-same-origin`.
 */
export function hasOpaqueOrigin({ headers }: Pick<Response, 'headers'>): boolean {
  // Several policies are joined with commas; each of them can only add restrictions.
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  return policies.some((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
    // If a directive occurs twice, only the first counts.
    const sandbox = directives.find(([name]) => name === 'sandbox');
    return sandbox !== undefined && !sandbox.includes('allow-same-origin');
  });
}

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
    const response = await fetch(localAddress(pages.paperFrame()), { cache: 'no-cache' });
    if (!response.ok) return 'nowhere';
    if (!response.headers.has(heldFrameHeader)) return 'server';
    return navigator.serviceWorker?.controller && hasOpaqueOrigin(response) ? 'device' : 'nowhere';
  } catch {
    return 'nowhere';
  }
}
