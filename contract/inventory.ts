import type { MaterialKind } from '#domain/material.ts';

/** What the inventory, the list of all materials for administrators, may be sorted by. */
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

/** What a material of the inventory may be, besides the values of its attributes. */
export const inventoryTraits = ['hidden', 'shown', 'damaged', 'locked', 'scanned', 'sample', 'misplaced'] as const;

export type InventoryTrait = (typeof inventoryTraits)[number];

/** Which materials: all that match every filter that is given; of a filter with several values, any of them. */
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
  /** Not the years from the one to the other; both or none. */
  outsideFrom?: number | undefined;
  outsideTo?: number | undefined;
  /** All of them must hold. */
  trait: InventoryTrait[];
  in: 'shelf' | 'trash';
  /** Only what this publication of staged files made. */
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

/** The maximum length of the words of a search, in UTF-16 code units. */
export const maxInventoryWordsLength = 200;

/** The largest page of the list. */
export const maxInventoryPage = 100;
