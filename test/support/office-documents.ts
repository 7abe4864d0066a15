import { createHash } from 'node:crypto';
import { findLibreOffice, isInstalledFor, packageFor } from '#server/library/office/find-libreoffice.ts';
import { makeZip, type ZipEntry } from './make-zip.ts';

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

const toEntries = (parts: Record<string, string | Uint8Array>): ZipEntry[] =>
  Object.entries(parts).map(([name, part]) => ({ name, bytes: Buffer.from(part), isPacked: true }));

const pack = (parts: Record<string, string>) => makeZip(toEntries(parts));

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

type DocxParts = {
  /** The addresses of a picture and of a template that it only refers to. */
  picture?: string;
  template?: string;
  doctype?: string;
};

/** Returns a Word document with a paragraph for each line. */
export function makeDocx(lines: readonly string[], options: DocxParts = {}): Buffer<ArrayBuffer> {
  return makeZip(makeDocxEntries(lines, options));
}

/** Returns the files in a Word document; the last one is the main part. */
export function makeDocxEntries(lines: readonly string[], { picture, template, doctype = '' }: DocxParts): ZipEntry[] {
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
  const settings = template !== undefined && {
    'word/_rels/settings.xml.rels': writeRelations([['attachedTemplate', template, true]]),
    'word/settings.xml': `${head}<w:settings ${namespaces.join(' ')}><w:attachedTemplate r:id="r1"/></w:settings>`,
  };
  const relations = [
    ...(picture === undefined ? [] : [['image', picture, true] as const]),
    ...(settings ? [['settings', 'settings.xml'] as const] : []),
  ];
  return toEntries({
    '[Content_Types].xml': writeTypes({
      'word/document.xml': 'wordprocessingml.document.main',
      ...(settings && { 'word/settings.xml': 'wordprocessingml.settings' }),
    }),
    '_rels/.rels': writeRelations([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': writeRelations(relations),
    ...settings,
    'word/document.xml': `${head}${doctype}<w:document ${namespaces.join(' ')}><w:body>${paragraphs.join('')}${picture === undefined ? '' : shape}</w:body></w:document>`,
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
  ...['office', 'text', 'table', 'style', 'script'].map(
    (name) => `${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
  'ooo="http://openoffice.org/2004/office"',
  'dom="http://www.w3.org/2001/xml-events"',
  'xlink="http://www.w3.org/1999/xlink"',
].map((each) => `xmlns:${each}`);

function makeOpenDocument(
  kind: 'text' | 'presentation' | 'spreadsheet',
  body: string,
  { before = '', doctype = '', files = {} }: OpenParts = {},
): Buffer<ArrayBuffer> {
  const mediaType = `application/vnd.oasis.opendocument.${kind}`;
  const manifest = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  const listed = ['content.xml', ...Object.keys(files)].map((name) => entry(name, 'text/xml'));
  return makeZip([
    { name: 'mimetype', bytes: Buffer.from(mediaType) },
    ...toEntries({
      'META-INF/manifest.xml': `${head}<manifest:manifest xmlns:manifest="${manifest}" manifest:version="1.2">${entry('/', mediaType)}${listed.join('')}</manifest:manifest>`,
      ...files,
      'content.xml': `${head}${doctype}<office:document-content ${openNamespaces.join(' ')} office:version="1.2">${before}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    }),
  ]);
}

type OpenParts = {
  /** Elements before the body. */
  before?: string;
  doctype?: string;
  files?: Record<string, string | Uint8Array>;
};

/**
 * Returns an OpenDocument spreadsheet with a formula, such as `of:=1+1`, in each row, without stored values. `source` is
 * the address of another one that it only refers to.
 */
export function makeOds(formulas: readonly string[], { source }: { source?: string } = {}): Buffer<ArrayBuffer> {
  const rows = formulas.map(
    (formula) => `<table:table-row><table:table-cell table:formula="${formula}"/></table:table-row>`,
  );
  const linked = source === undefined ? '' : `<table:table-source xlink:href="${source}" xlink:type="simple"/>`;
  const first =
    '<table:table-row><table:table-cell office:value-type="string"><text:p>Before</text:p></table:table-cell></table:table-row>';
  return makeOpenDocument(
    'spreadsheet',
    `<table:table table:name="a">${first}${rows.join('')}</table:table>${linked && `<table:table table:name="b">${linked}</table:table>`}`,
  );
}

/** Returns an OpenDocument text. `section` and `picture` are addresses of a text and a picture that it only refers to. */
export function makeOdt(
  lines: readonly string[],
  { section, picture, ...parts }: { section?: string; picture?: string } & OpenParts = {},
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
  return makeOpenDocument('text', paragraphs.join(''), parts);
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
