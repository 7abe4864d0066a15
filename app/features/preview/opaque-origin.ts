/**
 * Whether the policy of an answer gives its document an opaque origin, whatever the `sandbox` attribute of its frame
 * allows: `sandbox` without `allow-same-origin`.
 */
export function hasOpaqueOrigin({ headers }: Pick<Response, 'headers'>): boolean {
  // Several policies are joined with commas; each of them can only take away.
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  return policies.some((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
    // Of a directive that is named twice only the first counts.
    const sandbox = directives.find(([name]) => name === 'sandbox');
    return sandbox !== undefined && !sandbox.includes('allow-same-origin');
  });
}
