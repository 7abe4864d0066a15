import { createHash } from 'node:crypto';

/**
 * Removes the mark from a rendered page and returns the hashes, as a policy names them (`sha256-…`), of the inline
 * scripts that carried it as their `nonce`. The app marks the scripts that it writes (app/script-mark.ts), and the mark
 * is a secret of one rendering, so a script that got into the page in any other way has no hash and doesn't run. The
 * final page has no mark, so that its bytes are the same each time
 * (docs/decisions/0065-a-page-is-the-same-bytes-everywhere.md).
 */
export function takeOwnScripts(rendered: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of rendered.matchAll(inlineScript))
    if (attributes.includes(attribute)) hashes.add(hashScript(code));
  // The router writes the element for its own code in the browser, which needs no mark.
  const html = rendered.replaceAll(`<meta property="csp-nonce" content="${mark}"/>`, '').replaceAll(attribute, '');
  return { html, hashes: [...hashes] };
}

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;

function hashScript(code: string): string {
  // As the browser reads it: line ends are normalised and NULs replaced before a script is hashed.
  const read = code.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  return `sha256-${createHash('sha256').update(read).digest('base64')}`;
}
