import anyAscii from 'any-ascii';
import { fileTypes } from '#domain/file-type.ts';
import { cleanFileName } from '#server/library/files/clean-file-name.ts';

const maxLength = 255;

/** Returns the extension of files of a media type; '' for unknown types. */
function extensionOf(mediaType: string): string {
  if (mediaType === 'application/zip') return '.zip';
  return fileTypes.find((type) => type.mediaType === mediaType)?.extensions[0] ?? '';
}

/**
 * Returns the file name for a download with this title. Replaces characters that file systems refuse; the extension is
 * that of the media type.
 */
export function downloadName(title: string, mediaType: string): string {
  // A slash in a title ("TCP/IP") does not start a folder; it would cut off the text before it.
  const name = cleanFileName(title.replace(/[/\\:*?"<>|]+/g, '-')) || 'document';
  const extension = extensionOf(mediaType);
  if (extension === '' || name.toLowerCase().endsWith(extension)) return name;
  return name.slice(0, maxLength - extension.length).replace(/[\uD800-\uDBFF]$/, '') + extension;
}

/**
 * Writes the `Content-Disposition` for a name: in plain ASCII for clients that read nothing else, such as `curl -OJ`,
 * and exactly as `filename*` (RFC 6266). Transliterates other scripts, so that files with different titles have
 * different names.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = anyAscii(name.toWellFormed()).replace(/[^\x20-\x7e]|["\\%;/]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
