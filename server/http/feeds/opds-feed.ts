import type { Material } from '#domain/material.ts';

/** A link to another feed of the catalogue; paths are below `/opds` or `/opds2`. */
export type OpdsEntry = {
  /** Its name, for its permanent id. */
  name: string[];
  title: string;
  summary: string;
  path: string;
  /** True if it leads to materials, not to further feeds. */
  hasMaterials: boolean;
  count?: number | undefined;
  /** Another relation than "one level down". */
  rel?: string;
};

/** A feed of the catalogue, in the common form of both versions of OPDS. It has either entries or materials. */
export type OpdsFeed = {
  name: string[];
  title: string;
  path: string;
  up: string | null;
  updated: string;
  entries: OpdsEntry[] | null;
  materials: Material[] | null;
  first?: string;
  previous?: string | undefined;
  next?: string | undefined;
  facets?: { group: string; options: { title: string; path: string; isActive: boolean }[] };
  /** For lists of materials: the number in all pages, the number of this page (from 1), and the page size. */
  totals?: { total: number; page: number; perPage: number };
};
