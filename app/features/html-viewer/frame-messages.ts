/** The messages of the sandboxed frame to the page. A hostile paper may send any of them. */
export type FrameMessage =
  | { frame: 'ready' }
  | { frame: 'shown' }
  | { frame: 'escape' }
  /** The height of the paper, in its own CSS pixels. */
  | { frame: 'size'; height: number }
  /** A link within the paper leads to this position, in its own CSS pixels. */
  | { frame: 'scroll'; top: number }
  /** The paper with all changes by its scripts, to be printed. */
  | { frame: 'print'; html: string }
  /** The visible text of the paper, to find words in it. */
  | { frame: 'text'; text: string }
  /** Position of the requested mark, in the paper's own CSS pixels. */
  | { frame: 'hit'; top: number; bottom: number };

/**
 * Maximum height of a frame: a taller paper is cut off, and its frame scrolls, because browsers don't draw much taller frames.
 */
export const maxFrameHeight = 200_000;

/** Longest paper that is printed. */
const maxPrintedCharacters = 20_000_000;

/** Longest text that is searched; the frame sends only the beginning of a longer one. */
const maxTextCharacters = 2_000_000;

/** Returns the message, or null if it is unknown or has invalid values. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isObject(data)) return null;
  const { frame, height, top, bottom, html, text } = data;
  switch (frame) {
    case 'ready':
    case 'shown':
    case 'escape':
      return { frame };
    case 'size':
      return isLength(height) && height > 0 ? { frame, height: Math.min(Math.ceil(height), maxFrameHeight) } : null;
    case 'scroll':
      return isLength(top) ? { frame, top: Math.min(top, maxFrameHeight) } : null;
    case 'print':
      return typeof html === 'string' && html.length <= maxPrintedCharacters ? { frame, html } : null;
    case 'text':
      return typeof text === 'string' && text.length <= maxTextCharacters ? { frame, text } : null;
    case 'hit':
      if (!isLength(top) || !isLength(bottom) || bottom < top) return null;
      return { frame, top: Math.min(top, maxFrameHeight), bottom: Math.min(bottom, maxFrameHeight) };
    default:
      return null;
  }
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Height of a frame, and the number of times in a row that it has grown. */
export type FrameSize = { height: number; growths: number };

/**
 * A paper that grows this many times without ever shrinking depends on the height of its frame (for example 100vh plus a margin)
 * and would grow for ever: from then on it scrolls inside the frame.
 */
const maxGrowths = 20;

/** Returns the size of a frame for the height that its paper reports. */
export function followSize(before: FrameSize, height: number): FrameSize {
  if (height === before.height) return before;
  if (height < before.height) return { height, growths: 0 };
  return before.growths >= maxGrowths ? before : { height, growths: before.growths + 1 };
}
