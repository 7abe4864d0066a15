import { decodeHtml } from '#domain/text/html-text.ts';

/** Defines the types of files that the library accepts. They are recognised by their bytes, not by their names. */

/** Number of first bytes that a judgement needs; a shorter file is judged by all its bytes. */
export const judgedBytes = 16 * 1024;

export type FileType = {
  mediaType: string;
  /** With an article, for sentences. */
  name: string;
  /** Extensions in lower case. The first one is added to a file name that has none of them. */
  extensions: readonly [string, ...string[]];
};

type Judged = FileType & { is(head: Uint8Array, name: string): boolean };

/**
 * Number of first bytes in which the mark of a PDF is searched, as PDF readers do, because other bytes may come before
 * it.
 */
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
    // Only for photographs from which a PDF is made: browsers do not show it.
    mediaType: 'image/heic',
    name: 'a HEIC picture',
    extensions: ['.heic', '.heif'],
    is: matches(/^.{4}ftyp(?:he[iv]|mif1|msf1)/s),
  },
  { mediaType: 'image/gif', name: 'a GIF picture', extensions: ['.gif'], is: matches(/^GIF8[79]a/) },
];

/** The first bytes of OLE 2 files: Word, PowerPoint and Excel until 2003, but installers and thumbnails too. */
const olePrefix = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/**
 * Judges an OLE 2 file by its name, because the kind of document is not in its first bytes. The name may be that of the
 * newer format: of a renamed file, or of a document with a password, which is inside an OLE 2 file (MS-OFFCRYPTO 2.3.1).
 */
function isOle(extensions: readonly string[]): Judged['is'] {
  const isContainer = begins(olePrefix);
  return (head, name) => {
    const extension = fileExtension(name);
    return isContainer(head) && [extension, extension.replace(/[xm]$/, '')].some((each) => extensions.includes(each));
  };
}

/**
 * Judges a package of Office Open XML (ECMA-376) by its main part, which is usually among its first entries. A package
 * that begins with other parts, such as pictures or what Google Docs writes first, is judged by its name as well.
 */
function isOpenXml(mainPart: string, extensions: readonly string[]): Judged['is'] {
  const isZip = begins('PK\x03\x04');
  const entry = (name: string) => new RegExp(`PK\\x03\\x04[^]{26}${name}`);
  const main = entry(`${mainPart}\\w*\\.`);
  const anyPart = entry(`(?:\\[Content_Types\\]\\.xml|${mainPart.split('/')[0]}/)`);
  return (head, name) => {
    if (!isZip(head)) return false;
    const text = latin1(head, judgedBytes);
    return main.test(text) || (extensions.includes(fileExtension(name)) && anyPart.test(text));
  };
}

/** Judges an OpenDocument (OASIS, part 3, section 3.3) by its first entry, which is stored without compression. */
function isOpenDocument(mediaType: string): Judged['is'] {
  const mark = new RegExp(`^PK\\x03\\x04[^]{26}mimetype${mediaType.replaceAll('.', '\\.')}(?!-)`);
  return (head) => mark.test(latin1(head, 128));
}

const openDocument = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

function oleType(mediaType: string, name: string, extensions: FileType['extensions']): Judged {
  return { mediaType, name, extensions, is: isOle(extensions) };
}

function openXmlType(kind: string, mainPart: string, name: string, extensions: FileType['extensions']): Judged {
  return { mediaType: `${openXml}.${kind}`, name, extensions, is: isOpenXml(mainPart, extensions) };
}

function openDocumentType(kind: string, name: string, extension: string): Judged {
  const mediaType = `${openDocument}.${kind}`;
  return { mediaType, name, extensions: [extension], is: isOpenDocument(mediaType) };
}

const [text, slides, sheet] = ['a Word document', 'a presentation', 'a spreadsheet'];

/**
 * Office documents. They are accepted only to make a PDF of each (docs/decisions/0092-office-documents.md): browsers do
 * not show them.
 */
const officeTypes: readonly Judged[] = [
  openXmlType('wordprocessingml.document', 'word/document', text, ['.docx', '.docm', '.dotx', '.dotm']),
  openXmlType('presentationml.presentation', 'ppt/presentation', slides, ['.pptx', '.pptm', '.ppsx', '.ppsm', '.potx']),
  openXmlType('spreadsheetml.sheet', 'xl/workbook', sheet, ['.xlsx', '.xlsm', '.xltx']),
  oleType('application/msword', text, ['.doc', '.dot']),
  oleType('application/vnd.ms-powerpoint', slides, ['.ppt', '.pps', '.pot']),
  oleType('application/vnd.ms-excel', sheet, ['.xls', '.xlt']),
  openDocumentType('text', 'an OpenDocument text', '.odt'),
  openDocumentType('presentation', 'an OpenDocument presentation', '.odp'),
  openDocumentType('spreadsheet', 'an OpenDocument spreadsheet', '.ods'),
  { mediaType: 'application/rtf', name: 'an RTF text', extensions: ['.rtf'], is: begins('{\\rtf') },
];

/** True for a media type of an office document, of which a PDF can be made. */
export function isOfficeDocument(mediaType: string): boolean {
  return officeTypes.some((type) => type.mediaType === mediaType);
}

export const webPage: FileType = {
  mediaType: 'text/html',
  name: 'a web page',
  extensions: ['.html', '.htm', '.xhtml', '.xht'],
};

/** All types, with the documents first. */
export const fileTypes: readonly FileType[] = [
  // Not `toSpliced`, which workers of some supported browsers lack.
  ...judgedTypes.slice(0, 1),
  webPage,
  ...judgedTypes.slice(1),
  ...officeTypes,
];

/** Other extensions of JPEG files: those of Windows, old browsers and old cameras. */
const jpegAliases = ['.jfif', '.jpe', '.pjpeg', '.pjp', '.jif', '.jfi'];

/** Returns the last dot and the text after it, in lower case; '' if there is none. */
export function fileExtension(name: string): string {
  return (/\.[^.]+$/.exec(name)?.[0] ?? '').toLowerCase();
}

/** Returns the type with the extension of a name, or null. */
export function typeByName(name: string): FileType | null {
  const extension = fileExtension(name);
  const asNamed = jpegAliases.includes(extension) ? '.jpg' : extension;
  return fileTypes.find(({ extensions }) => extensions.includes(asNamed)) ?? null;
}

/**
 * Returns the type of a file by its first bytes, regardless of its name; null if it is not accepted. Only a web page
 * needs a matching name, or text that begins like one, because many texts contain a tag.
 */
export function typeByBytes(name: string, head: Uint8Array): FileType | null {
  const type = [...judgedTypes, ...officeTypes].find(({ is }) => is(head, name));
  if (type) return type;
  const named = typeByName(name);
  if (named !== null && named.mediaType !== webPage.mediaType) return null;
  return isWebPage(head, named === null ? pageBeginning : anyTag) ? webPage : null;
}

/** True if the bytes are certainly a web page, regardless of the file's name. */
export function beginsLikePage(head: Uint8Array): boolean {
  return isWebPage(head, pageBeginning);
}

/**
 * Returns the name with an extension of the type. Replaces the extension of another accepted type; any other extension
 * stays.
 */
export function nameWithEnding(name: string, { mediaType, extensions }: FileType): string {
  const extension = fileExtension(name);
  if (extensions.includes(extension)) return name;
  if (typeByName(name)) return name.slice(0, -extension.length) + extensions[0];
  // Browsers and file managers name a second copy like this: `a.pdf (1)`.
  const copy = /^(.+)(\.[a-z]+)( ?\(\d+\))$/i.exec(name);
  if (copy && typeByName(copy[2] ?? '')?.mediaType === mediaType) return `${copy[1]}${copy[3]}${copy[2]}`;
  return `${name.replace(/\.+$/, '') || 'document'}${extensions[0]}`;
}

const anyTag =
  /<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|script|main|article|section|header|footer|nav|div|p|h[1-6]|table|form|ul|ol|dl|pre|blockquote|center|font|span|img|a|br|hr|b|i|u|strong|em)\b[^<]*)/i;

/** A comment must end at its first end: otherwise many comments could be divided in too many ways. */
const pageBeginning = /^\ufeff?(?:\s|<!--(?:(?!-->)[^])*-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html)\b/i;

/** True for text that has this mark and no control characters. */
function isWebPage(head: Uint8Array, mark: RegExp): boolean {
  const text = decodeHtml(head);
  return !hasControls(text) && mark.test(text);
}

/** True if there are control characters other than tab, line feed, form feed and return, which no web page contains. */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\f\r\x7f-\x9f]/u.test(text);
}

function begins(mark: string): (head: Uint8Array) => boolean {
  return (head) => latin1(head, mark.length) === mark;
}

function matches(mark: RegExp): (head: Uint8Array) => boolean {
  return (head) => mark.test(latin1(head, 64));
}

/** Returns the first bytes as text, with one character for each byte. */
function latin1(head: Uint8Array, bytes: number): string {
  return String.fromCharCode(...head.subarray(0, bytes));
}
