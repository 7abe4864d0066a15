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
