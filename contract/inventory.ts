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

/** The selected materials: those that match every given filter. A filter with several values matches any of these. */
export type InventoryFilter = {
  /** Search words. Each must be in the title, subject, faculty or file name, or be the year. */
  q: string;
  kind: MaterialKind[];
  facultyId: string[];
  semesterId: string[];
  subject: string[];
  year: number[];
  /** First and last year, both inclusive. */
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** Excludes the years from the first to the last of these; set both or none. */
  outsideFrom?: number | undefined;
  outsideTo?: number | undefined;
  /** Traits, all of which a material must have. */
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
