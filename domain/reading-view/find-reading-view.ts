import { isFurniture, type MeasuredPage, type Place } from './furniture.ts';
import { isNavigation, measure, sizeOf, type Size, type Sizes } from './page-sizes.ts';
import { findNamed, isHidden, type PageElement } from './page-tree.ts';
import { questionsOf } from './question-lines.ts';

/** The longest text with a reading view, in UTF-16 code units. */
const maxCharacters = 500_000;

/** The part of a page's text, links not counted, that its content region has. */
const regionShare = 0.6;
/** The part of a page's text, links not counted, that a reading view must have: with less, too much was taken out. */
const minShare = 0.5;
/** The part of a page's questions that may be missing in it: more than a few headlines that look like questions. */
const lostShare = 0.1;
/** A reading view is not worth having with fewer characters, or if fewer were taken out of the page. */
const minCharacters = 60;
const minTakenOut = 10;

/**
 * Returns the content of a page that was saved from a website, without its navigation, forms, menus, banners and
 * footers; null if the page has none of these, or if it is not certain that all of the content would be left. Then the
 * page is shown, and read for the search, as it is.
 */
export function findReadingView(root: PageElement): PageElement | null {
  const sizes = measure(root);
  if (!sizes) return null;
  const body = root.children.find((child) => typeof child !== 'string' && child.name === 'body');
  const page = body && typeof body !== 'string' ? body : root;
  const whole = sizeOf(sizes, page);
  if (whole.characters > maxCharacters) return null;
  const region = findRegion(page, whole, sizes);
  const context: Context = { sizes, whole, region, takenOut: 0, questions: 0 };
  const content = withoutFurniture(page, context, { isInRegion: false, isInMain: false });
  const left = measure(content);
  if (!left) return null;
  const rest = sizeOf(left, content);
  if (context.takenOut < minTakenOut || rest.plain < minCharacters) return null;
  if (rest.plain < whole.plain * minShare) return null;
  const { questions } = context;
  return questions >= 2 && questions > (questions + questionsOf(content).length) * lostShare ? null : content;
}

/** Returns the smallest element that has most of the page's text. */
function findRegion(page: PageElement, whole: Size, sizes: Sizes): PageElement {
  let region = page;
  for (;;) {
    const inner = region.children.find(
      (child) => typeof child !== 'string' && sizeOf(sizes, child).plain >= whole.plain * regionShare,
    );
    if (inner === undefined || typeof inner === 'string') return region;
    region = inner;
  }
}

type Context = MeasuredPage & {
  /** The characters of what was taken out, without controls. */
  takenOut: number;
  /** The questions in what was taken out, except in navigation that the page marks as such. */
  questions: number;
};

/** Returns a copy of an element without what is not content in it. */
function withoutFurniture(element: PageElement, context: Context, place: Place): PageElement {
  const inside = {
    isInRegion: place.isInRegion || element === context.region,
    isInMain: place.isInMain || isMain(element),
  };
  const children = element.children.flatMap<PageElement | string>((child) => {
    if (typeof child === 'string') return [child];
    const formula = findFormula(child);
    if (formula) return [formula];
    if (isHidden(child) || isControl(child)) return [];
    if (!isFurniture(child, context, inside)) return [withoutFurniture(child, context, inside)];
    context.takenOut += sizeOf(context.sizes, child).characters;
    if (!isNavigation(child)) context.questions += questionsOf(child).length;
    return [];
  });
  return { ...element, children };
}

function isMain({ name, attributes }: PageElement): boolean {
  return name === 'main' || name === 'article' || attributes.get('role') === 'main';
}

/** Elements with which a page is operated. Their labels are text of the page: options of a question may be radio buttons. */
const controls = new Set(['button', 'input', 'dialog', 'menu', 'progress', 'meter', 'embed']);

function isControl({ name }: PageElement): boolean {
  return controls.has(name);
}

/** Classes of the containers in which pages show formulas, by several means at once. */
const formulaClass = /(?:^|\s)(?:MathJax\w*|mwe-math-element|katex)(?:\s|$)/;

/** Returns the MathML of an element that shows a formula in several ways, of which a browser needs one; else null. */
function findFormula(element: PageElement): PageElement | null {
  const isFormula = element.name === 'mjx-container' || formulaClass.test(element.attributes.get('class') ?? '');
  return isFormula ? findNamed(element, 'math') : null;
}
