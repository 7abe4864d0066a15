import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: everything from our own origin, inline scripts only by hash, wasm for the
 * reader's decoders (design section 7). `style-src` allows inline styles because the dialog and toast libraries set
 * them (docs/decisions).
 */
export function pagePolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${scriptHashes.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of script files, which counts for workers made from them: pdf.js decodes with wasm there. */
export const scriptPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Headers that every page carries beside its policy. */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;

/** The hashes of a page's inline scripts, as a policy names them (`sha256-…`); data blocks do not run and need none. */
export function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(inlineScript)) {
    if (/type="(?:application\/(?:ld\+)?json|text\/plain)"/i.test(attributes)) continue;
    // As the browser reads it: a page's line ends are made one kind and its NULs replaced before a script is looked at.
    const read = code.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
    hashes.add(`sha256-${createHash('sha256').update(read).digest('base64')}`);
  }
  return [...hashes];
}
