import type { MaterialKind } from '#domain/material.ts';

/** The content of a shared link's picture. It is drawn again only when any of this changes. */
export type SharePicture = {
  /** Shown above the title, with the icon and colours of the kind; null for pages without a kind. */
  label: { kind: MaterialKind; words: string } | null;
  title: string;
  /** Shown below the title, each on one line. */
  lines: readonly string[];
  /**
   * Shown next to the text: the first page or cover, a sheet with these words (ruled lines if there are none), or a
   * stack of sheets.
   */
  art: 'page' | 'cover' | { sheet: string } | 'stack';
  /** The name of the library, and true if the shipped logo is drawn before it. */
  library: { name: string; hasShippedLogo: boolean };
  /** A colour such as `#0f6b57`. */
  accent: string;
};

/** The messages to the process that draws; its input file is the first page or cover if `art` requires one. */
export type ShareJob = { kind: 'share'; picture: SharePicture };

export type ShareOutcome = { state: 'fine' } | { state: 'damaged' };
