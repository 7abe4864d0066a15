import type { PageMeasures } from '#app/features/reader/pdf/draw-page.ts';
import { placeLine, type PlacedLine, type PlacedWord } from './line-layout.ts';
import { directionOf, languageOf, type RecognisedLine } from './recognised-lines.ts';

/**
 * Attribute of the text layer of pages with recognised text: marks over such a layer are cut to the boxes of its words.
 */
export const isRecognised = 'data-recognised';

/** The font family in which words are laid out and measured. */
const fontFamily = 'sans-serif';

/** The font size in which words are measured. */
const measuredPixels = 64;

/**
 * Fills `layer` with the recognised lines of a page, each word over its picture, for selecting, copying and screen
 * readers. Like the text layer of pdf.js, it follows the page's size through `--total-scale-factor` and the reader's
 * rotation through `data-main-rotation`.
 */
export function fillRecognisedLayer(
  layer: HTMLElement,
  lines: readonly RecognisedLine[],
  { width, height, userUnit }: PageMeasures,
): void {
  const page = { width: width / userUnit, height: height / userUnit };
  const measure = openMeasure();
  layer.setAttribute(isRecognised, '');
  layer.style.width = `calc(var(--total-scale-factor) * ${page.width}px)`;
  layer.style.height = `calc(var(--total-scale-factor) * ${page.height}px)`;
  layer.style.setProperty('--min-font-size', String(minFontSize()));
  const parts = document.createDocumentFragment();
  for (const line of lines) {
    // Copying turns this line break into a new line.
    if (parts.hasChildNodes()) parts.append(document.createElement('br'));
    parts.append(writeLine(line, placeLine(line, page, measure.widthOf)));
  }
  measure.close();
  const end = document.createElement('div');
  end.className = 'end-of-text';
  layer.replaceChildren(parts, end);
}

/** Empties a text layer of either kind. */
export function emptyLayer(layer: HTMLElement): void {
  layer.replaceChildren();
  layer.removeAttribute(isRecognised);
}

function writeLine(line: RecognisedLine, { box, words }: PlacedLine): HTMLElement {
  const element = document.createElement('span');
  element.className = 'reader-line';
  element.dir = directionOf(line);
  const language = languageOf(line);
  if (language) element.lang = language;
  setLengths(element, { '--left': box.left, '--top': box.top, '--width': box.width, '--height': box.height });
  element.append(...words.map(writeWord));
  return element;
}

function writeWord({ text, left, top, size, ems, stretch, turn }: PlacedWord): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  setLengths(element, { '--left': left, '--top': top, '--size': size });
  element.style.setProperty('--ems', ems.toFixed(4));
  element.style.setProperty('--stretch', stretch.toFixed(4));
  if (turn !== 0) element.style.setProperty('--turn', `${turn}deg`);
  return element;
}

function setLengths(element: HTMLElement, lengths: Record<string, number>): void {
  for (const [name, value] of Object.entries(lengths)) element.style.setProperty(name, `${value.toFixed(2)}px`);
}

function openMeasure(): { widthOf: (text: string) => number; close: () => void } {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context) context.font = `${measuredPixels}px ${fontFamily}`;
  return {
    widthOf: (text) => (context ? context.measureText(text).width / measuredPixels : text.length / 2),
    close() {
      // Frees the memory now; browsers otherwise keep all text that was shaped for the canvas.
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}

/**
 * Returns the minimum font size in pixels that the browser's settings allow. Letters are laid out in a larger size and
 * scaled down.
 */
function minFontSize(): number {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; opacity: 0; font-size: 1px; line-height: 1';
  probe.textContent = 'X';
  document.body.append(probe);
  const { height } = probe.getBoundingClientRect();
  probe.remove();
  return height || 1;
}
