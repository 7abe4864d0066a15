import type { MaterialKind } from '#domain/material.ts';

/** The sort orders of the inventory, the list of all materials for administrators. */
export const inventorySorts = [
  'title',
  'kind',
  'faculty',
  'term',
  'subject',
  'year',
  'uploaded',
  'updated',
  'size',
  'pages',
] as const;

export type InventorySort = (typeof inventorySorts)[number];

/** Traits by which the inventory can be filtered, besides the values of attributes. */
export const inventoryTraits = ['hidden', 'shown', 'damaged', 'locked', 'scanned', 'sample', 'misplaced'] as const;

export type InventoryTrait = (typeof inventoryTraits)[number];

/** The selected materials: all that match every given filter; for a filter with several values, any of them. */
export type InventoryFilter = {
  /** Words that must each be in the title, subject, faculty or file name, or be the year. */
  q: string;
  kind: MaterialKind[];
  facultyId: string[];
  semesterId: string[];
  subject: string[];
  year: number[];
  /** Both inclusive. */
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** Excludes the years from the first to the last; both or none. */
  outsideFrom?: number | undefined;
  outsideTo?: number | undefined;
  /** All of them must hold. */
  trait: InventoryTrait[];
  in: 'shelf' | 'trash';
  /** Only materials of this publication of staged files. */
  publicationId?: string | undefined;
};

export const everyMaterial: InventoryFilter = {
  q: '',
  kind: [],
  facultyId: [],
  semesterId: [],
  subject: [],
  year: [],
  trait: [],
  in: 'shelf',
};

/** Maximum length of the search terms, in UTF-16 code units. */
export const maxInventoryWordsLength = 200;

/** The largest page of the list. */
export const maxInventoryPage = 100;
