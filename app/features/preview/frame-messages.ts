/** What the sandboxed frame may say to the page around it. All of it may come from a hostile paper. */
export type FrameMessage =
  | { frame: 'ready' }
  | { frame: 'shown' }
  | { frame: 'escape' }
  /** How tall the paper is, in its own CSS pixels. */
  | { frame: 'size'; height: number }
  /** A link within the paper leads to so far down, in its own CSS pixels. */
  | { frame: 'scroll'; top: number }
  /** The paper as it stands now, its scripts' work included, to be printed. */
  | { frame: 'print'; html: string };

/** A paper longer than this is cut off by its frame, which then scrolls: browsers draw nothing much taller. */
export const maxFrameHeight = 200_000;

/** A printed paper of more characters is not taken. */
const maxPrintedCharacters = 20_000_000;

/** What was said, or null when it is none of the words or says something impossible. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isObject(data)) return null;
  const { frame, height, top, html } = data;
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
