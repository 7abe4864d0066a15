import { fileTypes, isOfficeDocument, judgedBytes, typeByBytes, typeByName, webPage } from '#domain/file-type.ts';
import type { MaterialKind } from '#domain/material.ts';
import { mayBeWebPage } from '#domain/material-rules.ts';
import { formatMegabytes } from '#app/features/materials/figures.ts';
import * as words from '#messages/upload/transfer.ts';

/**
 * Checks a chosen file before it is sent, so that nobody uploads 200 MB only to learn that it was the wrong file. The server
 * checks the bytes again and decides.
 */

/** Returns the value of `accept` for the kind: PDF, and HTML and MHTML if the kind may be a web page. */
export function acceptedFiles(kind: MaterialKind): string {
  const pages = `${webPage.extensions.join(',')},text/html,application/xhtml+xml,.mht,.mhtml,multipart/related`;
  return mayBeWebPage(kind) ? `.pdf,application/pdf,${pages}` : '.pdf,application/pdf';
}

/** The value of `accept` for office documents, of which the library makes a PDF. */
export const acceptedDocuments = fileTypes
  .filter(({ mediaType }) => isOfficeDocument(mediaType))
  .flatMap(({ extensions }) => extensions)
  .join(',');

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

export const acceptedImages = `${imageTypes.join(',')},.jpg,.jpeg,.jfif,.jpe,.pjpeg,.png,.webp,.avif,.gif`;

/**
 * Returns a sentence about the fault of a file for this kind, or null. Reads the first bytes, which determine the type,
 * as on the server.
 */
export async function findFileFault(kind: MaterialKind, file: File, maxBytes: number): Promise<string | null> {
  const fault = findSizeFault(file, maxBytes);
  if (fault) return fault;
  const type = await typeOf(file);
  if (type === 'application/pdf') return null;
  if (type === webPage.mediaType || (type === null && isWebPage(file))) {
    if (!mayBeWebPage(kind)) return words.noHtml;
    return type === null ? words.notWebPage(file.name, kind) : null;
  }
  return words.notPdf(file.name, kind);
}

/** Returns a sentence about the fault of a cover picture, or null. */
export async function findImageFault(image: File, maxBytes: number): Promise<string | null> {
  const fault = findSizeFault(image, maxBytes);
  if (fault) return fault;
  if (imageTypes.includes((await typeOf(image)) ?? '')) return null;
  return words.notImage;
}

function findSizeFault(file: File, maxBytes: number): string | null {
  if (file.size === 0) return words.empty(file.name);
  if (file.size > maxBytes) return words.tooLarge(formatMegabytes(file.size), formatMegabytes(maxBytes));
  return null;
}

/** Returns the media type of a file by its first bytes, or null if the library does not accept it. */
async function typeOf(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, judgedBytes).arrayBuffer());
  return typeByBytes(file.name, head)?.mediaType ?? null;
}

/** Explains that the browser can't read the file, because it was moved or changed after it was chosen. */
export function explainUnreadable(): string {
  return words.unreadable;
}

/** True if a chosen file is a web page by its name. The server decides by the bytes. */
export function isWebPage(file: File): boolean {
  return typeByName(file.name)?.mediaType === webPage.mediaType;
}
