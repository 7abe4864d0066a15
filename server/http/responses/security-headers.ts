/**
 * Returns the Content-Security-Policy of a page: everything from our own origin, inline scripts only by hash, wasm for
 * the reader's decoders. `style-src` allows inline styles because the dialog and toast libraries set them
 * (docs/decisions). A paper is printed from a frame that inherits this policy, so it contains the policy of papers.
 */
export function pagePolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${scriptHashes.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self' 'unsafe-inline' data:",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    'media-src data:',
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // Text becomes HTML only through our own policy (app/ui/trusted-types.ts).
    "require-trusted-types-for 'script'",
    'trusted-types default markup',
  ].join('; ');
}

/** The policy of script files, which applies to workers made from them: pdf.js decodes with wasm there. */
export const scriptPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Headers of all responses that a browser shows as a document. */
export const documentHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Headers of every page, besides its policy. */
export const pageHeaders = { ...documentHeaders, 'cross-origin-opener-policy': 'same-origin' } as const;

/**
 * Headers of an uploaded document. A Content-Security-Policy does not stop a browser from resolving names and opening
 * connections ahead of requests (`<link rel="preconnect">`), which reveals the reader's address. `Connection-Allowlist`
 * does, and Chromium supports it.
 */
export const noConnections = {
  'connection-allowlist': '()',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
} as const;
