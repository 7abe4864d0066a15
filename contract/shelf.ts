import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { ContractIds } from './addresses.ts';
import type { ListQuery } from './query.ts';

/**
 * What a page may ask for while it is being read. Two answers exist to the same questions: in process, while the
 * server renders (server/shelf.ts), and over the contract, once the browser navigates (app/shelf-client.ts).
 */
export interface Shelf {
  /** Published materials of a kind. Filters and orders name contract attributes (`facultyId`, `$createdAt` …). */
  listMaterials(kind: MaterialKind, query: Partial<ListQuery>): Promise<MaterialList>;
  /** One material by id, whatever its kind; says when it was there and is withdrawn (design decision 18). */
  findMaterial(id: string): Promise<FoundMaterial>;
  /** How many published materials each subject holds; of one faculty, or of all. */
  countMaterials(facultyId?: string): Promise<ShelfCounts>;
  listFaculties(): Promise<FacultySummary[]>;
  /** The faculty with all its terms and subjects, or null. */
  findFaculty(facultyId: string): Promise<Faculty | null>;
  /** The site, and the state of the shelf when it was asked for. */
  site(): Promise<Site & ShelfState>;
  /** An informational page of the operator's (`about`, `contact`, `faq`, `privacy`, `terms`), or null. */
  findPage(name: string): Promise<ContentPage | null>;
}

export type MaterialList = { total: number; materials: Material[] };

export type FoundMaterial = { state: 'published'; material: Material } | { state: 'withdrawn' } | { state: 'missing' };

/** Counts of published materials, in total and by place. Places that hold nothing are absent. */
export type ShelfCounts = {
  totals: Record<MaterialKind, number>;
  places: { facultyId: string; semesterId: string; subject: string; kind: MaterialKind; count: number }[];
};

/** What every page knows of the site it belongs to: the operator's words and settings, all of them public. */
export type Site = {
  ids: ContractIds;
  publicUrl: string;
  contactEmail: string;
  /** True while the contact address is still the shipped one; the panel then says so (design decision 16). */
  isContactPlaceholder: boolean;
  entranceExam: { label: string; url: string };
  credit: string;
  banner: { image: string; link: string; text: string | null }[];
  contributors: { name: string; avatar: string; contribution: string; isSample: boolean }[];
  timeZone: string;
  maxUploadBytes: number;
};

/** `revision` is another text after every change of the shelf: whoever holds the same one has missed nothing. */
export type ShelfState = { revision: string };

/** An informational page, made from the operator's Markdown when the server starts. */
export type ContentPage = { name: string; title: string; description: string; html: string };
