/** A file next to a page, or in the same MHTML file, that the page may use. */
export type PagePart = {
  /** Identifies the part among those of the page. */
  key: string;
  /** The address or path against which references in it are resolved. */
  base: string;
  sizeBytes: number;
  /** The encoding of a style sheet, if something outside of it declares one. */
  encoding?: string;
  open(): Promise<Blob>;
};

/** Finds the part to which an address refers, seen from `base`; null if there is none. */
export type FindPart = (address: string, base: string) => PagePart | null;

/** A picture, font or recording, by the type of its bytes. `fragment` begins with `#`, or is empty. */
export type Reference = { part: PagePart; type: string; fragment: string };

/**
 * A piece of the new page: text, or a reference, which is written as a `data:` URL between two texts. If its part is left
 * out, `before` is written: the source as it was.
 */
export type Piece = string | (Reference & { around: readonly [string, string]; before: string });

/** Reads the parts of one page. */
export type PartReader = {
  find: FindPart;
  /** Returns the reference to a picture, font or recording; null if the address is not of one. */
  refer(address: string, base: string): Promise<Reference | null>;
  /** Returns the text of a style sheet; null if it is not text, or if there is no room for it. */
  readStyles(part: PagePart): Promise<string | null>;
};

/** Returns the pieces with their text changed. */
export function mapText(pieces: readonly Piece[], change: (text: string) => string): Piece[] {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return change(piece);
    const [first, last] = piece.around;
    return { ...piece, around: [change(first), change(last)], before: change(piece.before) };
  });
}
