/** Start of a page of a feed: after this material, in the order of creation. `createdAt` is in milliseconds since 1970. */
export type FeedPosition = { createdAt: number; sequence: number };

/** Writes the position as text for an address. */
export function writeFeedPosition({ createdAt, sequence }: FeedPosition): string {
  return `${createdAt}-${sequence}`;
}

/** The form of such a text. */
export const feedPositionForm = /^\d{1,15}-\d{1,15}$/;

/** Parses the position in such a text. */
export function readFeedPosition(text: string): FeedPosition {
  const [createdAt = 0, sequence = 0] = text.split('-').map(Number);
  return { createdAt, sequence };
}
