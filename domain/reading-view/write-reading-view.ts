import { findNamed, isHidden, preformattedNames, type PageElement } from './page-tree.ts';

/** Elements that the reading view may have. Of all others, only their content is written. */
const written = new Set(
  'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th pre blockquote b strong i em u s del ins mark small sub sup code kbd samp var cite q abbr figure figcaption details summary ruby rb rt rp bdi bdo wbr'.split(
    ' ',
  ),
);
const blocks = new Set(
  'address article aside body center div fieldset form footer header hgroup label legend main optgroup search section'.split(
    ' ',
  ),
);
const voids = new Set(['br', 'hr', 'img', 'col', 'wbr']);
/** Elements that mean something without text. */
const emptyElements = new Set(['br', 'hr', 'td', 'th', 'col', 'colgroup', 'wbr']);

const attributes = new Set(
  'colspan rowspan scope start type value reversed dir lang title id align open span'.split(' '),
);

/** Alignment by the classes of style sheets that are not saved with a page. */
const alignments = new Map([
  ['center', /(?:^|\s)(?:text-center|center|centered|aligncenter|has-text-align-center)(?:\s|$)/],
  ['left', /(?:^|\s)(?:text-start|text-left|alignleft)(?:\s|$)/],
  ['right', /(?:^|\s)(?:text-end|text-right|float-end|pull-right)(?:\s|$)/],
]);

/**
 * Writes the content of a page as HTML of a few elements and attributes, without scripts, styles, forms, addresses of
 * other pages, and pictures that would have to be loaded.
 */
export function writeReadingView(content: PageElement): string {
  return writeChildren(content, false);
}

function writeChildren({ children }: PageElement, isPre: boolean): string {
  return children
    .map((child) =>
      typeof child === 'string' ? escape(isPre ? child : child.replace(/\s+/g, ' ')) : write(child, isPre),
    )
    .join('');
}

function write(element: PageElement, isInPre: boolean): string {
  const { name } = element;
  if (isHidden(element)) return '';
  if (name === 'img') return writePicture(element);
  if (name === 'math') return writeDrawing(element, isMathAttribute);
  if (name === 'svg') return isIcon(element) ? '' : writeDrawing(element, isSvgAttribute);
  const isPre = isInPre || preformattedNames.has(name);
  const inner = writeChildren(element, isPre);
  if (inner.trim() === '' && !emptyElements.has(name)) return inner;
  if (name === 'a') return writeLink(element, inner);
  const tag = blocks.has(name) || isLayout(element) ? 'div' : name === 'listing' || name === 'xmp' ? 'pre' : name;
  if (!written.has(tag) && tag !== 'div') return element.attributes.has('id') ? wrap('span', element, inner) : inner;
  return wrap(tag, element, inner);
}

function wrap(tag: string, element: PageElement, inner: string): string {
  const start = `<${tag}${writeAttributes(element)}>`;
  if (voids.has(tag)) return start;
  // A parser leaves out the first line break of preformatted text.
  return `${start}${tag === 'pre' ? '\n' : ''}${inner}</${tag}>`;
}

function writeAttributes(element: PageElement): string {
  const given = [...element.attributes].filter(([name]) => attributes.has(name));
  const align = alignmentOf(element);
  const all = align ? [...given.filter(([name]) => name !== 'align'), ['align', align] as const] : given;
  if (hasLines(element)) all.push(['border', '1']);
  return all.map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
}

function alignmentOf({ name, attributes }: PageElement): string | null {
  if (name === 'center') return 'center';
  const style = /text-align\s*:\s*(center|left|right)/i.exec(attributes.get('style') ?? '')?.[1];
  if (style) return style.toLowerCase();
  const classes = attributes.get('class') ?? '';
  return [...alignments].find(([, pattern]) => pattern.test(classes))?.[0] ?? null;
}

/** Names of the parts of tables, which old pages use to place their content in columns. */
const tableParts = new Set(['table', 'tbody', 'tr', 'td']);

/** True for a part of a table that has another table in it. */
function isLayout(element: PageElement): boolean {
  return tableParts.has(element.name) && findNamed(element, 'table') !== null;
}

/** True for a table of data, whose cells have lines around them. */
function hasLines(element: PageElement): boolean {
  if (element.name !== 'table') return false;
  const { attributes } = element;
  if (Number.parseInt(attributes.get('border') ?? '', 10) > 0 || findNamed(element, 'th')) return true;
  return /(?:^|\s)(?:table|wikitable)/.test(attributes.get('class') ?? '');
}

/** Writes a link within the page as a link, and any other as its text. */
function writeLink(element: PageElement, inner: string): string {
  const href = element.attributes.get('href') ?? '';
  if (!href.startsWith('#') || href === '#') return element.attributes.has('id') ? wrap('span', element, inner) : inner;
  return `<a href="${escape(href)}"${writeAttributes(element)}>${inner}</a>`;
}

/** Writes a picture that the page contains; of any other, its description, if it has one. */
function writePicture(element: PageElement): string {
  const alt = (element.attributes.get('alt') ?? '').trim();
  const src = element.attributes.get('src') ?? '';
  if (/^data:image\//i.test(src)) {
    const size = ['width', 'height'].filter((name) => /^\d{1,4}$/.test(element.attributes.get(name) ?? ''));
    const sized = size.map((name) => ` ${name}="${element.attributes.get(name)}"`).join('');
    return `<img src="${escape(src)}" alt="${escape(alt)}"${sized}${writeAttributes(element)}>`;
  }
  // Some pages have markup in the description.
  return alt.length > 2 && !alt.includes('<') ? `<small>[${escape(alt)}]</small>` : '';
}

/** The largest side of pictures between words, in CSS pixels, e.g. in front of a heading. */
const iconPixels = 32;

function isIcon({ attributes }: PageElement): boolean {
  const width = Number.parseFloat(attributes.get('width') ?? '');
  return !(width > iconPixels) && !attributes.has('viewBox') && !attributes.has('viewbox');
}

const isMathAttribute = (name: string) =>
  /^(?:display|displaystyle|scriptlevel|mathvariant|mathsize|stretchy|fence|separator|form|accent|accentunder|largeop|movablelimits|symmetric|lspace|rspace|minsize|maxsize|linethickness|columnalign|rowalign|columnspan|rowspan|columnspacing|rowspacing|width|height|depth|voffset)$/.test(
    name,
  );

const isSvgAttribute = (name: string, value: string) =>
  !/^on|^(?:class|style)$/i.test(name) &&
  (!/href$/i.test(name) || value.startsWith('#')) &&
  !/url\(\s*["']?(?!#)/i.test(value);

/** Elements of formulas (MathML) and drawings (SVG) that show something by themselves. */
const drawn = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr semantics svg g defs path line polyline polygon rect circle ellipse text tspan marker clippath mask pattern lineargradient radialgradient stop symbol use'.split(
    ' ',
  ),
);

function writeDrawing(element: PageElement, isWritten: (name: string, value: string) => boolean): string {
  const { name } = element;
  if (!drawn.has(name.toLowerCase())) return '';
  const given = [...element.attributes].filter(([key, value]) => /^[a-z][\w:-]*$/i.test(key) && isWritten(key, value));
  const inner = element.children.map((child) =>
    typeof child === 'string' ? escape(child) : writeDrawing(child, isWritten),
  );
  return `<${name}${given.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}>${inner.join('')}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
