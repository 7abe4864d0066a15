import { createHash } from 'node:crypto';
import { findLibreOffice, isInstalledFor, packageFor } from '#server/library/office/find-libreoffice.ts';
import { makeZip } from './make-zip.ts';

/** Office documents, written by ECMA-376 and OpenDocument 1.2 with the parts that LibreOffice needs. */

const mediaTypes = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/** Debian's packages for documents, presentations and spreadsheets. */
export const officePackages = mediaTypes.map(packageFor);

/** Returns the reason why office documents cannot be converted on this machine; null if they can. */
export function whyNoOffice(): string | null {
  const folder = findLibreOffice();
  const missing = mediaTypes.filter((mediaType) => folder === null || !isInstalledFor(folder, mediaType));
  return missing.length > 0 ? `${missing.map(packageFor).join(', ')} is not installed` : null;
}

/**
 * Returns the path of the socket that LibreOffice creates for the profile that this word of its command line names. A
 * LibreOffice that is killed leaves it.
 */
export function officeSocket(word: string): string {
  const profile = word.replace('-env:UserInstallation=', '');
  const digest = createHash('md5').update(Buffer.from(profile, 'utf16le')).digest();
  return `/tmp/OSL_PIPE_${process.getuid?.()}_SingleOfficeIPC_${Array.from(digest, (byte) => byte.toString(16)).join('')}`;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const schemas = 'http://schemas.openxmlformats.org';
const relationTypes = `${schemas}/officeDocument/2006/relationships`;

function pack(parts: Record<string, string>): Buffer<ArrayBuffer> {
  return makeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text), isPacked: true })));
}

function writeRelations(relations: readonly (readonly [type: string, target: string, isExternal?: boolean])[]): string {
  const items = relations.map(
    ([type, target, isExternal], index) =>
      `<Relationship Id="r${index + 1}" Type="${relationTypes}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${items.join('')}</Relationships>`;
}

function writeTypes(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([name, type]) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

/** Returns a Word document with a paragraph for each line. `picture` is the address of a picture that it only refers to. */
export function makeDocx(lines: readonly string[], { picture }: { picture?: string } = {}): Buffer<ArrayBuffer> {
  const shape =
    '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const namespaces = [
    `w="${schemas}/wordprocessingml/2006/main"`,
    `r="${relationTypes}"`,
    `wp="${schemas}/drawingml/2006/wordprocessingDrawing"`,
    `a="${schemas}/drawingml/2006/main"`,
    `pic="${schemas}/drawingml/2006/picture"`,
  ].map((each) => `xmlns:${each}`);
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`);
  return pack({
    '[Content_Types].xml': writeTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': writeRelations([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': writeRelations(picture === undefined ? [] : [['image', picture, true]]),
    'word/document.xml': `${head}<w:document ${namespaces.join(' ')}><w:body>${paragraphs.join('')}${picture === undefined ? '' : shape}</w:body></w:document>`,
  });
}

/** Returns a spreadsheet with these rows of one sheet. A cell that begins with `=` is a formula without stored value. */
export function makeXlsx(rows: readonly (readonly string[])[]): Buffer<ArrayBuffer> {
  const cells = rows.map((row) => {
    const written = row.map((cell) =>
      cell.startsWith('=') ? `<c><f>${cell.slice(1)}</f></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
    );
    return `<row>${written.join('')}</row>`;
  });
  const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
  return pack({
    '[Content_Types].xml': writeTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': writeRelations([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': writeRelations([['worksheet', 'worksheets/sheet1.xml']]),
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${relationTypes}"><sheets><sheet name="Marks" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${cells.join('')}</sheetData></worksheet>`,
  });
}

const openNamespaces = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xlink="http://www.w3.org/1999/xlink"',
].map((each) => `xmlns:${each}`);

function makeOpenDocument(kind: 'text' | 'presentation', body: string): Buffer<ArrayBuffer> {
  const mediaType = `application/vnd.oasis.opendocument.${kind}`;
  const manifest = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  const parts = {
    'META-INF/manifest.xml': `${head}<manifest:manifest xmlns:manifest="${manifest}" manifest:version="1.2">${entry('/', mediaType)}${entry('content.xml', 'text/xml')}</manifest:manifest>`,
    'content.xml': `${head}<office:document-content ${openNamespaces.join(' ')} office:version="1.2"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  };
  return makeZip([
    { name: 'mimetype', bytes: Buffer.from(mediaType) },
    ...Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text), isPacked: true })),
  ]);
}

/** Returns an OpenDocument text. `section` and `picture` are addresses of a text and a picture that it only refers to. */
export function makeOdt(
  lines: readonly string[],
  { section, picture }: { section?: string; picture?: string } = {},
): Buffer<ArrayBuffer> {
  const paragraphs = lines.map((line) => `<text:p>${line}</text:p>`);
  if (section !== undefined)
    paragraphs.push(
      `<text:section text:name="s"><text:section-source xlink:href="${section}" xlink:type="simple"/><text:p>stored</text:p></text:section>`,
    );
  if (picture !== undefined)
    paragraphs.push(
      `<text:p><draw:frame svg:width="3cm" svg:height="3cm" text:anchor-type="as-char"><draw:image xlink:href="${picture}" xlink:type="simple"/></draw:frame></text:p>`,
    );
  return makeOpenDocument('text', paragraphs.join(''));
}

/** Returns an OpenDocument presentation with a slide for each text. */
export function makeOdp(slides: readonly string[]): Buffer<ArrayBuffer> {
  const pages = slides.map(
    (slide, index) =>
      `<draw:page draw:name="page${index + 1}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm"><draw:text-box><text:p>${slide}</text:p></draw:text-box></draw:frame></draw:page>`,
  );
  return makeOpenDocument('presentation', pages.join(''));
}

/** Returns an RTF text with a paragraph for each line, in ASCII. */
export function makeRtf(lines: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(`{\\rtf1\\ansi ${lines.join('\\par ')}\\par}`, 'latin1');
}
