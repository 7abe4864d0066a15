import type { Material } from '#domain/material.ts';

/** A link to another feed of the catalogue; paths are below `/opds` or `/opds2`. */
export type OpdsEntry = {
  /** Name of the feed, from which its permanent id is made. */
  name: string[];
  title: string;
  summary: string;
  path: string;
  /** True if the feed leads to materials, not to further feeds. */
  hasMaterials: boolean;
  count?: number | undefined;
  /** Relation of the link, if it is not "one level down". */
  rel?: string;
};

/** A feed of the catalogue, in a form common to both versions of OPDS. It has either entries or materials. */
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
