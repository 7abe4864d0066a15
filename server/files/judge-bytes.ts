import { Problem } from '#contract/problems.ts';
import { fileExtension } from './file-name.ts';

/** How many of the first bytes are needed; fewer only if the file is shorter. */
export const judgedBytes = 16 * 1024;

/** The mark of a PDF may have other bytes before it; PDF readers search it in this many. */
const pdfMarkBytes = 1024;

const kinds: { mediaType: string; extensions: string[]; is(head: Buffer): boolean }[] = [
  {
    mediaType: 'application/pdf',
    extensions: ['.pdf'],
    is: (head) => head.subarray(0, pdfMarkBytes).includes('%PDF-', 0, 'latin1'),
  },
  { mediaType: 'text/html', extensions: ['.html', '.htm'], is: isHtml },
  { mediaType: 'image/png', extensions: ['.png'], is: (head) => begins(head, '\x89PNG\r\n\x1a\n') },
  { mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'], is: (head) => begins(head, '\xff\xd8\xff') },
  {
    mediaType: 'image/webp',
    extensions: ['.webp'],
    is: (head) => begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'),
  },
  {
    mediaType: 'image/avif',
    extensions: ['.avif'],
    is: (head) => begins(head.subarray(4), 'ftyp') && /^.{8}avi[fs]|^.{12,60}avi[fs]/s.test(head.toString('latin1')),
  },
  {
    // Only photographs that a PDF is made of: browsers do not show it.
    mediaType: 'image/heic',
    extensions: ['.heic', '.heif'],
    is: (head) => begins(head.subarray(4), 'ftyp') && /^.{8}(?:he[iv]|mif1|msf1)/s.test(head.toString('latin1')),
  },
  { mediaType: 'image/gif', extensions: ['.gif'], is: (head) => begins(head, 'GIF87a') || begins(head, 'GIF89a') },
];

/**
 * The media type of a file, from its name and its first bytes, which must agree; never from what the sender says. Throws
 * `storage_file_type_unsupported` with the accepted types.
 */
export function judgeBytes(name: string, head: Uint8Array): string {
  const extension = fileExtension(name);
  const kind = kinds.find((candidate) => candidate.extensions.includes(extension));
  if (!kind) {
    const accepted = kinds.flatMap((candidate) => candidate.extensions).join(', ');
    throw new Problem('storage_file_type_unsupported', `This kind of file is not accepted. Choose ${accepted}.`);
  }
  if (!kind.is(Buffer.from(head.buffer, head.byteOffset, head.byteLength))) {
    throw new Problem(
      'storage_file_type_unsupported',
      `The file is named ${extension} but is not ${contents(kind.mediaType)}. Please choose the right file.`,
    );
  }
  return kind.mediaType;
}

function contents(mediaType: string): string {
  if (mediaType === 'application/pdf') return 'a PDF';
  if (mediaType === 'text/html') return 'a web page';
  return `a ${mediaType.replace('image/', '').toUpperCase()} picture`;
}

function begins(head: Buffer, mark: string): boolean {
  return head.subarray(0, mark.length).equals(Buffer.from(mark, 'latin1'));
}

const anyTag =
  /<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|script|main|article|section|div|p|h[1-6]|table|ul|ol|pre|center|font|span|br|hr|b|i)\b[^<]*)/i;

/** Whether it is text (UTF-8, or UTF-16 with its mark) with a tag and without control characters. */
function isHtml(head: Buffer): boolean {
  const text = decodeText(head);
  return text !== null && !hasControls(text) && anyTag.test(text);
}

/** Whether there are control characters other than tab, line feed, form feed and return, which no web page contains. */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\f\r\x7f-\x9f]/u.test(text);
}

function decodeText(head: Buffer): string | null {
  const encoding = begins(head, '\xff\xfe') ? 'utf-16le' : begins(head, '\xfe\xff') ? 'utf-16be' : 'utf-8';
  try {
    // As a stream, because the head may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}
