import { isNavigation, sizeOf, type Size, type Sizes } from './page-sizes.ts';
import { findNamed, pageText, type PageElement } from './page-tree.ts';
import { isMadeOfQuestions, questionsOf, withoutLinks } from './question-lines.ts';

/** The smallest part of a page's text, links not counted, that is its content and never taken out as a whole. */
const contentShare = 0.25;
/** The part of a block's text that is linked, from which on the block is navigation and not text with some links. */
const linkedShare = 0.5;
/** The same for a block of several links at the edge of a page, with a sentence about each. */
const teaserShare = 0.3;

/** A page with the sizes of its elements. */
export type MeasuredPage = {
  sizes: Sizes;
  whole: Size;
  /** The smallest element that has most of the page's text. */
  region: PageElement;
};

/** True in the content region, and in an element that the page marks as its content. */
export type Place = { isInRegion: boolean; isInMain: boolean };

/** Words in the class, id or label of elements that help to move through a website. */
const furnitureWords =
  /navigation|navbar|sidebar|breadcrumb|pagination|cookie|newsletter|masthead|offcanvas|adsby|advert|sharing|social|editsection|(?:^|[^a-z])(?:nav|menu|menus|toc|ads|skip|share|related|recommended|recommendations|trending|subscribe|signin|login|popup|modal|consent|pager|noprint|no print|print none|sr only|visually hidden|screen reader)(?:[^a-z]|$)/;

/** Words that only name furniture if the element consists of links. */
const edgeWords =
  /(?:^|[^a-z])(?:header|head|footer|foot|top|bottom|bar|links|tags|categories|widget|archive)(?:[^a-z]|$)/;

/** Blocks that are navigation if they consist of links. */
const linkBlocks = new Set('aside center div dl footer nav ol p section table tbody td tr ul'.split(' '));

/** True for an element that belongs to the website and not to the content of the page. */
export function isFurniture(element: PageElement, { sizes, whole, region }: MeasuredPage, place: Place): boolean {
  if (element === region) return false;
  const size = sizeOf(sizes, element);
  if (size.plain > whole.plain * contentShare) return false;
  if (isNavigation(element)) return !isMadeOfQuestions(withoutLinks(element));
  if (hasFurnitureMark(element, sizes, place)) return questionsOf(element).length < (place.isInRegion ? 1 : 2);
  if (element.name === 'form') return !hasOptions(element) && questionsOf(element).length < 2;
  if (isWebsiteLine(element, size)) return true;
  if (!linkBlocks.has(element.name)) return false;
  const share = size.linked / size.characters;
  const isEdge = edgeWords.test(namesOf(element, ['class', 'id']));
  const isLinks = size.links >= 2 && (isEdge || !place.isInRegion) && share >= linkedShare;
  const isTeasers = size.links >= 4 && !place.isInRegion && !place.isInMain && share >= teaserShare;
  return (isLinks || (isTeasers && !findNamed(element, 'pre'))) && !isMadeOfQuestions(element);
}

function hasFurnitureMark(element: PageElement, sizes: Sizes, { isInRegion, isInMain }: Place): boolean {
  const role = element.attributes.get('role') ?? element.name;
  if (!isInRegion && !isInMain) {
    if (['footer', 'contentinfo', 'aside', 'complementary'].includes(role)) return true;
    if (['header', 'banner'].includes(role) && !hasHeading(element, sizes)) return true;
  }
  if (furnitureWords.test(namesOf(element, ['class', 'aria-label', 'summary']))) return true;
  return furnitureWords.test(namesOf(element, ['id'])) && !hasIdOfItsText(element);
}

/** True if the id of an element was made of the words that it begins with, as those of sections often are. */
function hasIdOfItsText(element: PageElement): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const id = letters(element.attributes.get('id') ?? '');
  return id.length > 8 && letters(pageText(element, 2 * id.length + 40)).startsWith(id);
}

/** True if an element has a heading that is no link, as the banner of a page may have the title of the paper. */
function hasHeading(element: PageElement, sizes: Sizes): boolean {
  return element.children.some((child) => {
    if (typeof child === 'string') return false;
    return (/^h[1-3]$/.test(child.name) && sizeOf(sizes, child).plain > 0) || hasHeading(child, sizes);
  });
}

/** Returns the words in attributes of an element, in lower case. */
function namesOf({ attributes }: PageElement, names: readonly string[]): string {
  const named = names.map((name) => attributes.get(name) ?? '').join(' ');
  return named
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/[-_:]+/g, ' ')
    .toLowerCase();
}

/** True if a form has options to choose from, as the page of a quiz does. */
function hasOptions(form: PageElement): boolean {
  return form.children.some(
    (child) =>
      typeof child !== 'string' &&
      ((child.name === 'input' && /^(?:radio|checkbox)$/i.test(child.attributes.get('type') ?? '')) ||
        hasOptions(child)),
  );
}

/** True for a line about the website's rights, and for a link past its navigation. */
function isWebsiteLine(element: PageElement, { characters }: Size): boolean {
  if (characters === 0 || characters > 300) return false;
  const isLink = element.name === 'a';
  if (isLink ? characters > 40 : !linkBlocks.has(element.name)) return false;
  const text = pageText(element, 400);
  if (isLink) return /^(?:skip|jump) to\b/i.test(text);
  return /^(?:copyright\b|©|\(c\) ?\d{4})|all rights reserved/i.test(text);
}
