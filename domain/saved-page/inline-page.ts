import { defaultTreeAdapter, html as names, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { inlineSrcset } from './inline-srcset.ts';
import { inlineStyles, toStyleText } from './inline-styles.ts';
import { mapText, type PartReader, type Piece } from './page-parts.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** A change of the source: the text from `start` to `end` is replaced. */
type Edit = { start: number; end: number; pieces: readonly Piece[] };

/** Attributes with the address of a picture or recording; `background` may be on any element. */
const addressAttributes: Record<string, readonly string[]> = {
  img: ['src'],
  source: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  input: ['src'],
  image: ['href', 'xlink:href'],
};

/**
 * Returns the pieces of a page in which the pictures, style sheets, fonts and recordings of its parts are included, and
 * which declares UTF-8. Everything else stays as it is in the source: no other character is changed. Returns null if the
 * page uses none of its parts. `base` is the address against which the references of the page are resolved.
 */
export async function inlinePage(source: string, base: string, reader: PartReader): Promise<Piece[] | null> {
  const document = parse(source, { sourceCodeLocationInfo: true });
  const edits = new Map<number, Edit>();
  for (const element of elementsOf(document)) {
    // The parser may copy an element; the copies have the same location.
    for (const edit of await editsOf(element, source, base, reader)) edits.set(edit.start, edit);
  }
  if (edits.size === 0) return null;
  return applyEdits(source, [...declareUtf8(document, source), ...edits.values()]);
}

/** Returns the pieces of a page that declares UTF-8, without a change otherwise. */
export function withUtf8Declared(source: string): Piece[] {
  return applyEdits(source, declareUtf8(parse(source, { sourceCodeLocationInfo: true }), source));
}

/** Returns the address against which the references of a page at `location` are resolved. */
export function baseOfPage(source: string, location: string): string {
  const base = elementsOf(parse(source)).find(({ tagName }) => tagName === 'base');
  const href = base ? attributeOf(base, 'href') : null;
  return href !== null && URL.canParse(href, location) ? new URL(href, location).href : location;
}

function applyEdits(source: string, edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  // At the same position, an insertion comes first.
  const inOrder = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const { start, end, pieces: own } of inOrder) {
    if (start < done) continue;
    pieces.push(source.slice(done, start), ...own);
    done = end;
  }
  return [...pieces, source.slice(done)];
}

/** Returns all elements in the order of the source, without those in templates. */
function elementsOf(document: DefaultTreeAdapterTypes.Document): Element[] {
  const found: Element[] = [];
  // Not by recursion: a page may nest its elements a hundred thousand deep.
  const rest: DefaultTreeAdapterTypes.Node[] = [document];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node);
    if (!('childNodes' in node)) continue;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) rest.push(child);
    }
  }
  return found;
}

async function editsOf(element: Element, source: string, base: string, reader: PartReader): Promise<Edit[]> {
  if (!element.sourceCodeLocation) return [];
  if (element.tagName === 'link') return inlineSheet(element, base, reader);
  const edits: Edit[] = [];
  for (const name of [...(addressAttributes[element.tagName] ?? []), 'background']) {
    const address = attributeOf(element, name);
    const found = address === null ? null : await reader.refer(address.trim(), base);
    if (address !== null && found)
      edits.push(...setAttribute(element, name, [{ ...found, around: ['', ''], before: address }]));
  }
  edits.push(...(await editSrcset(element, edits.length > 0, base, reader)));
  const style = attributeOf(element, 'style');
  if (style !== null) {
    const pieces = await inlineStyles(style, base, reader);
    if (hasReference(pieces)) edits.push(...setAttribute(element, 'style', pieces));
  }
  if (element.tagName === 'style') edits.push(...(await editStyleElement(element, source, base, reader)));
  return edits;
}

/**
 * Returns the edits of a `srcset`. It is removed if none of its candidates is a part but the picture has another
 * address that is: browsers would prefer the candidates, which they cannot load.
 */
async function editSrcset(
  element: Element,
  hasOther: boolean,
  base: string,
  reader: PartReader,
): Promise<readonly Edit[]> {
  const srcset = attributeOf(element, 'srcset');
  if (srcset === null) return [];
  const pieces = await inlineSrcset(srcset, base, reader);
  if (pieces) return setAttribute(element, 'srcset', pieces);
  return hasOther || (await isShownOtherwise(element, base, reader)) ? removeAttribute(element, 'srcset') : [];
}

/** True for a source of a picture whose `img` is a part. */
async function isShownOtherwise({ tagName, parentNode }: Element, base: string, reader: PartReader): Promise<boolean> {
  if (tagName !== 'source' || !parentNode || parentNode.nodeName !== 'picture') return false;
  const known = hasImage.get(parentNode) ?? findImage(parentNode, base, reader);
  hasImage.set(parentNode, known);
  return known;
}

/** Results of `findImage`, because a picture may have thousands of sources. */
const hasImage = new WeakMap<object, Promise<boolean>>();

/** Returns true if the `img` of a picture is a part. */
async function findImage(
  picture: DefaultTreeAdapterTypes.ParentNode,
  base: string,
  reader: PartReader,
): Promise<boolean> {
  const image = picture.childNodes.find(({ nodeName }) => nodeName === 'img');
  if (!image || !defaultTreeAdapter.isElementNode(image)) return false;
  const [address, srcset] = [attributeOf(image, 'src'), attributeOf(image, 'srcset')];
  if (address !== null && (await reader.refer(address.trim(), base))) return true;
  return srcset !== null && (await inlineSrcset(srcset, base, reader)) !== null;
}

async function editStyleElement(element: Element, source: string, base: string, reader: PartReader): Promise<Edit[]> {
  const { startTag, endTag } = element.sourceCodeLocation ?? {};
  if (!startTag || element.namespaceURI !== names.NS.HTML) return [];
  const end = endTag?.startOffset ?? source.length;
  const pieces = await inlineStyles(source.slice(startTag.endOffset, end), base, reader);
  return hasReference(pieces) ? [{ start: startTag.endOffset, end, pieces: toStyleText(pieces) }] : [];
}

/** Returns the edit that replaces a link to a style sheet by a style element. */
async function inlineSheet(element: Element, base: string, reader: PartReader): Promise<Edit[]> {
  const [rel, address] = [attributeOf(element, 'rel') ?? '', attributeOf(element, 'href')];
  const words = rel.toLowerCase().split(/\s+/);
  const type = attributeOf(element, 'type')?.trim().toLowerCase() ?? '';
  const isUsed = words.includes('stylesheet') && !words.includes('alternate') && (type === '' || type === 'text/css');
  if (!isUsed || address === null || attributeOf(element, 'disabled') !== null) return [];
  const part = reader.find(address.trim(), base);
  const css = part && (await reader.readStyles(part));
  const place = element.sourceCodeLocation;
  if (!part || !place || typeof css !== 'string') return [];
  const attributes = ['media', 'title'].map((name) => {
    const value = attributeOf(element, name);
    return value === null ? '' : ` ${name}="${escapeValue(value)}"`;
  });
  const pieces = toStyleText(await inlineStyles(css, part.base, reader, [part.key]));
  const { startOffset: start, endOffset: end } = place;
  return [{ start, end, pieces: [`<style${attributes.join('')}>`, ...pieces, '</style>'] }];
}

/** Returns the edits by which a page declares UTF-8, and no other encoding. */
function declareUtf8(document: DefaultTreeAdapterTypes.Document, source: string): Edit[] {
  const elements = elementsOf(document);
  const declarations = elements
    .filter(({ tagName }) => tagName === 'meta')
    .flatMap((meta) => {
      if (attributeOf(meta, 'charset') !== null) return setAttribute(meta, 'charset', ['utf-8']);
      if (attributeOf(meta, 'http-equiv')?.trim().toLowerCase() !== 'content-type') return [];
      return setAttribute(meta, 'content', ['text/html; charset=utf-8']);
    });
  const ofXml = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*(?:"[^"]*"|'[^']*')/i.exec(source)?.[0];
  const xml = ofXml ? { start: ofXml.search(/encoding[^]*$/i), end: ofXml.length, pieces: ['encoding="utf-8"'] } : null;
  const edits = [...declarations, ...(xml ? [xml] : [])];
  if (declarations.some(({ start }) => start < declaredWithin)) return edits;
  const at = findHead(document, elements);
  return [...edits, { start: at, end: at, pieces: ['<meta charset="utf-8">'] }];
}

/** Browsers look for a declaration in the first 1024 bytes; a tag before it may grow. */
const declaredWithin = 900;

function findHead(document: DefaultTreeAdapterTypes.Document, elements: readonly Element[]): number {
  const startOf = (name: string) =>
    elements.find(({ tagName }) => tagName === name)?.sourceCodeLocation?.startTag?.endOffset;
  const doctype = document.childNodes.find(({ nodeName }) => nodeName === '#documentType');
  return startOf('head') ?? startOf('html') ?? doctype?.sourceCodeLocation?.endOffset ?? 0;
}

const hasReference = (pieces: readonly Piece[]) => pieces.length > 1;

/** Returns the value of an attribute; names with a prefix are written with it. */
function attributeOf({ attrs }: Element, name: string): string | null {
  return attrs.find((each) => (each.prefix ? `${each.prefix}:${each.name}` : each.name) === name)?.value ?? null;
}

function setAttribute(element: Element, name: string, pieces: readonly Piece[]): Edit[] {
  const place = element.sourceCodeLocation?.attrs?.[name];
  if (!place) return [];
  const value = [`${name}="`, ...mapText(pieces, escapeValue), '"'];
  return [{ start: place.startOffset, end: place.endOffset, pieces: value }];
}

function removeAttribute(element: Element, name: string): Edit[] {
  const place = element.sourceCodeLocation?.attrs?.[name];
  return place ? [{ start: place.startOffset, end: place.endOffset, pieces: [] }] : [];
}

const escapeValue = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
