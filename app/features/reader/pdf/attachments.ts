import type { PDFDocumentProxy } from 'pdfjs-dist';
import { plainLine } from '#domain/text/plain-line.ts';
import * as words from '#messages/reader/pdf.ts';

/** A file inside a PDF. */
export type Attachment = { id: string; name: string };

/** Maximum number of listed attachments; a longer list is not usable. */
const maxAttachments = 100;

/** Lists the files inside a PDF, at most a hundred, with names that are safe to show. Does not read their bytes. */
export async function listAttachments(document: Pick<PDFDocumentProxy, 'getAttachments'>): Promise<Attachment[]> {
  const found = (await document.getAttachments()) as Map<string, { filename?: unknown }> | null;
  return [...(found ?? [])].slice(0, maxAttachments).map(([id, { filename }]) => {
    const name = typeof filename === 'string' ? plainLine(filename.split(/[\\/]/).at(-1) ?? '') : '';
    return { id, name: name === '' ? words.untitled : name };
  });
}

/** Returns the bytes of a file inside a PDF; null if it is damaged. */
export async function readAttachment(
  document: Pick<PDFDocumentProxy, 'getAttachmentContent'>,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await document.getAttachmentContent(id)) as Uint8Array<ArrayBuffer> | null;
}
