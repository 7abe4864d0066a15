import { readContentType, readHeaders, skipSpace } from './mime-parts.ts';

/** The usual ends of the names of MHTML files. */
export const mhtmlExtension = /\.mht(?:ml)?$/i;

/**
 * True if a file is a page saved as MHTML (RFC 2557), by its first bytes. E-mails are not, although they may look the
 * same: they have been sent to somebody.
 */
export function isMhtml(head: Uint8Array): boolean {
  const bytes = skipSpace(head);
  // Most files don't begin with the name of a header.
  if (!/^[!-9;-~]+:/.test(String.fromCharCode(...bytes.subarray(0, 80)))) return false;
  const { headers } = readHeaders(bytes);
  const type = headers.get('content-type');
  if (type === undefined || headers.has('to') || headers.has('received')) return false;
  const { mediaType, parameters } = readContentType(type);
  if (mediaType === 'multipart/related') return parameters.has('boundary');
  // Internet Explorer wrote pages without pictures like this.
  return mediaType === 'text/html' && headers.has('mime-version');
}
