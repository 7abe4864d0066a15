import type { Calendar } from '#domain/calendar.ts';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { ContractIds } from './addresses.ts';
import type { Language } from './languages.ts';
import type { MaterialText } from './material-text.ts';
import type { ListQuery } from './query.ts';
import type { SearchFindings, SearchRequest, SearchSuggestions } from './search.ts';

/**
 * The interface through which pages read the library, with names and texts in one language. It has two implementations: in process, while the server renders
 * (server/services/create-shelf.ts), and over the contract, once the browser navigates (app/shelf-client.ts).
 */
export interface Shelf {
  /** Returns published materials of a kind. Filters and orders name contract attributes (`facultyId`, `$createdAt` …). */
  listMaterials(kind: MaterialKind, query: Partial<ListQuery>): Promise<MaterialList>;
  /** Returns a material of any kind by id; distinguishes a withdrawn one from one that never existed. */
  findMaterial(id: string): Promise<FoundMaterial>;
  /** Returns the text of a material's first pages; null if it is not extracted yet, or if the user may not read it. */
  readMaterialText(id: string): Promise<MaterialText | null>;
  /** Returns the number of published materials of each subject of a faculty. */
  countMaterials(facultyId: string): Promise<ShelfCounts>;
  /**
   * Returns the number of published materials, in total and by faculty. The size of the response does not depend on the
   * number of materials.
   */
  countByFaculty(): Promise<ShelfTotals>;
  /** Returns every term in the catalogue with a subject of that name (case-insensitive) that has published materials. */
  findSubjectPlaces(name: string): Promise<SubjectPlaceCounts[]>;
  /** Searches the full text of everything published. */
  search(request: SearchRequest): Promise<SearchFindings>;
  /** Returns suggestions while typing. In the browser, `signal` aborts the request. */
  suggest(q: string, signal?: AbortSignal): Promise<SearchSuggestions>;
  listFaculties(): Promise<FacultySummary[]>;
  /** Returns the faculty with all its terms and subjects, or null. */
  findFaculty(facultyId: string): Promise<Faculty | null>;
  /** Returns the site. */
  site(): Promise<Site>;
  /** Returns an informational page of the operator (`about`, `contact`, `faq`, `privacy`, `terms`), or null. */
  findPage(name: string): Promise<ContentPage | null>;
}

export type MaterialList = { total: number; materials: Material[] };

/**
 * A material or the reason why it can't be shown. For a withdrawn or hidden material, only its place is returned; for a
 * purged one not even that (`place` is null).
 */
export type FoundMaterial =
  | { state: 'published'; material: Material }
  | { state: 'withdrawn'; place: WithdrawnPlace | null }
  | { state: 'hidden'; place: WithdrawnPlace }
  | { state: 'missing' };

export type WithdrawnPlace = Pick<Material, 'kind' | 'facultyId' | 'semesterId' | 'subject'>;

/** Counts of published materials, in total and by place. Places without materials are absent. */
export type ShelfCounts = {
  totals: Record<MaterialKind, number>;
  places: { facultyId: string; semesterId: string; subject: string; kind: MaterialKind; count: number }[];
};

/** Counts of published materials, in total and by faculty. Faculties without materials are absent. */
export type ShelfTotals = {
  totals: Record<MaterialKind, number>;
  faculties: { facultyId: string; totals: Record<MaterialKind, number> }[];
};

/**
 * A place in the catalogue, with the names to display, the slug for links, and the number of materials of each kind.
 */
export type SubjectPlaceCounts = {
  facultyId: string;
  facultyName: string;
  semesterId: string;
  termName: string;
  subject: string;
  slug: string;
  totals: Record<MaterialKind, number>;
};

/** The operator's texts and settings, as included in every page; all of them are public. */
export type Site = {
  ids: ContractIds;
  publicUrl: string;
  contactEmail: string;
  /** True while the contact address is still the shipped one; the panel then shows a notice. */
  isContactPlaceholder: boolean;
  entranceExam: { label: string; url: string };
  credit: string;
  /**
   * The rights that visitors have to use the materials: a sentence, or the address of a licence. Null if `site.json`
   * has none.
   */
  rights: string | null;
  /** The operator's name for the library. */
  name: string;
  /** Language of the operator's own texts, as a BCP 47 tag. */
  language: string;
  /** The languages in which the pages are available, the default language first. */
  languages: Language[];
  /** The address of the operator's own logo, or null for the shipped one. */
  logo: string | null;
  /** The address of a style sheet with the operator's own accent colours, or null for the shipped ones. */
  accentStyles: string | null;
  banner: { image: string; link: string; text: string | null }[];
  contributors: { name: string; avatar: string; contribution: string; isSample: boolean }[];
  timeZone: string;
  /** The calendar in which years are shown and entered. */
  calendar: Calendar;
  maxUploadBytes: number;
};

/** `revision` differs after every change of the library: a client that has the current one has missed nothing. */
export type ShelfState = { revision: string };

/** An informational page, made from the operator's Markdown when the server starts. */
export type ContentPage = {
  name: string;
  title: string;
  description: string;
  html: string;
  /** Language of the operator's texts, as a BCP 47 tag. */
  language: string;
};

/** The metric of `Server-Timing` whose description is the state of the library (`ShelfState`) that a page shows. */
export const revisionMetric = 'revision';
