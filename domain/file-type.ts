import { decodeHtml } from './html-text.ts';

/** The types of files that the library accepts, and how they are recognised: by their bytes, not by their names. */

/** How many of the first bytes are needed; fewer only if the file is shorter. */
export const judgedBytes = 16 * 1024;

export type FileType = {
  mediaType: string;
  /** With an article, for sentences. */
  name: string;
  /** In lower case; the first one is given to files that have none of them. */
  extensions: readonly [string, ...string[]];
};

type Judged = FileType & { is(head: Uint8Array): boolean };

/** The mark of a PDF may have other bytes before it; PDF readers search it in this many. */
const pdfMarkBytes = 1024;

const judgedTypes: readonly Judged[] = [
  {
    mediaType: 'application/pdf',
    name: 'a PDF',
    extensions: ['.pdf'],
    is: (head) => latin1(head, pdfMarkBytes).includes('%PDF-'),
  },
  { mediaType: 'image/png', name: 'a PNG picture', extensions: ['.png'], is: begins('\x89PNG\r\n\x1a\n') },
  { mediaType: 'image/jpeg', name: 'a JPEG picture', extensions: ['.jpg', '.jpeg'], is: begins('\xff\xd8\xff') },
  { mediaType: 'image/webp', name: 'a WebP picture', extensions: ['.webp'], is: matches(/^RIFF.{4}WEBP/s) },
  {
    mediaType: 'image/avif',
    name: 'an AVIF picture',
    extensions: ['.avif'],
    is: matches(/^.{4}ftyp(?:avi[fs]|.{4,52}avi[fs])/s),
  },
  {
    // Only photographs that a PDF is made of: browsers do not show it.
    mediaType: 'image/heic',
    name: 'a HEIC picture',
    extensions: ['.heic', '.heif'],
    is: matches(/^.{4}ftyp(?:he[iv]|mif1|msf1)/s),
  },
  { mediaType: 'image/gif', name: 'a GIF picture', extensions: ['.gif'], is: matches(/^GIF8[79]a/) },
];

export const webPage: FileType = {
  mediaType: 'text/html',
  name: 'a web page',
  extensions: ['.html', '.htm', '.xhtml', '.xht'],
};

/** All types, with the documents first. */
export const fileTypes: readonly FileType[] = judgedTypes.toSpliced(1, 0, { ...webPage, is: () => false });

/** Other endings of JPEG files: those of Windows, old browsers and old cameras. */
const jpegAliases = ['.jfif', '.jpe', '.pjpeg', '.pjp', '.jif', '.jfi'];

/** The last dot and what follows it, in lower case; '' if there is none. */
export function fileExtension(name: string): string {
  return (/\.[^.]+$/.exec(name)?.[0] ?? '').toLowerCase();
}

/** The type whose ending a name has, or null. */
export function typeByName(name: string): FileType | null {
  const extension = fileExtension(name);
  const asNamed = jpegAliases.includes(extension) ? '.jpg' : extension;
  return fileTypes.find(({ extensions }) => extensions.includes(asNamed)) ?? null;
}

/**
 * The type of a file by its first bytes, whatever it is called; null if it is none of the accepted ones. Only a web page
 * needs a name that says so, or a text that begins like one: many texts contain a tag.
 */
export function typeByBytes(name: string, head: Uint8Array): FileType | null {
  const type = judgedTypes.find(({ is }) => is(head));
  if (type) return type;
  const named = typeByName(name);
  if (named !== null && named.mediaType !== webPage.mediaType) return null;
  return isWebPage(head, named === null ? pageBeginning : anyTag) ? webPage : null;
}

/** Whether the bytes are a web page for certain, whatever the file is called. */
export function beginsLikePage(head: Uint8Array): boolean {
  return isWebPage(head, pageBeginning);
}

/** The name with an ending of the type. A wrong ending of another accepted type is replaced, any other one stays. */
export function nameWithEnding(name: string, { mediaType, extensions }: FileType): string {
  const extension = fileExtension(name);
  if (extensions.includes(extension)) return name;
  if (typeByName(name)) return name.slice(0, -extension.length) + extensions[0];
  // As browsers and file managers name a second copy: `a.pdf (1)`.
  const copy = /^(.+)(\.[a-z]+)( ?\(\d+\))$/i.exec(name);
  if (copy && typeByName(copy[2] ?? '')?.mediaType === mediaType) return `${copy[1]}${copy[3]}${copy[2]}`;
  return `${name.replace(/\.+$/, '') || 'document'}${extensions[0]}`;
}

const anyTag =
  /<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|script|main|article|section|header|footer|nav|div|p|h[1-6]|table|form|ul|ol|dl|pre|blockquote|center|font|span|img|a|br|hr|b|i|u|strong|em)\b[^<]*)/i;

const pageBeginning = /^\ufeff?(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html)\b/i;

/** Whether it is text with that mark and without control characters. */
function isWebPage(head: Uint8Array, mark: RegExp): boolean {
  const text = decodeHtml(head);
  return !hasControls(text) && mark.test(text);
}

/** Whether there are control characters other than tab, line feed, form feed and return, which no web page contains. */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\f\r\x7f-\x9f]/u.test(text);
}

function begins(mark: string): (head: Uint8Array) => boolean {
  return (head) => latin1(head, mark.length) === mark;
}

function matches(mark: RegExp): (head: Uint8Array) => boolean {
  return (head) => mark.test(latin1(head, 64));
}

/** The first bytes, each as one character. */
function latin1(head: Uint8Array, bytes: number): string {
  return String.fromCharCode(...head.subarray(0, bytes));
}
