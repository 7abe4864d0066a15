import type { Calendar } from '#domain/calendar.ts';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { ContractIds } from './addresses.ts';
import type { MaterialText } from './material-text.ts';
import type { ListQuery } from './query.ts';
import type { SearchFindings, SearchRequest, SearchSuggestions } from './search.ts';

/**
 * What pages read the library through. It has two implementations: in process, while the server renders
 * (server/shelf.ts), and over the contract, once the browser navigates (app/shelf-client.ts).
 */
export interface Shelf {
  /** Published materials of a kind. Filters and orders name contract attributes (`facultyId`, `$createdAt` …). */
  listMaterials(kind: MaterialKind, query: Partial<ListQuery>): Promise<MaterialList>;
  /** One material by id, whatever its kind; tells a withdrawn one from one that never existed. */
  findMaterial(id: string): Promise<FoundMaterial>;
  /** What the first pages of a material say; null if that is not known, or may not be read. */
  readMaterialText(id: string): Promise<MaterialText | null>;
  /** How many published materials each subject of a faculty holds. */
  countMaterials(facultyId: string): Promise<ShelfCounts>;
  /**
   * How many published materials there are, in total and by faculty. The size of the answer does not grow with their
   * number.
   */
  countByFaculty(): Promise<ShelfTotals>;
  /** Every term in the catalogue with a subject of that name (case-insensitive) that has published materials. */
  findSubjectPlaces(name: string): Promise<SubjectPlaceCounts[]>;
  /** Full-text search in everything published. */
  search(request: SearchRequest): Promise<SearchFindings>;
  /** Suggestions for what is being typed. In the browser, `signal` aborts the request. */
  suggest(q: string, signal?: AbortSignal): Promise<SearchSuggestions>;
  listFaculties(): Promise<FacultySummary[]>;
  /** The faculty with all its terms and subjects, or null. */
  findFaculty(facultyId: string): Promise<Faculty | null>;
  /** The site, and the state of the shelf at that moment. */
  site(): Promise<Site>;
  /** An informational page of the operator's (`about`, `contact`, `faq`, `privacy`, `terms`), or null. */
  findPage(name: string): Promise<ContentPage | null>;
}

export type MaterialList = { total: number; materials: Material[] };

/** Of a withdrawn or hidden material only its place is told; of a purged one not even that (`place` is null). */
export type FoundMaterial =
  | { state: 'published'; material: Material }
  | { state: 'withdrawn'; place: WithdrawnPlace | null }
  | { state: 'hidden'; place: WithdrawnPlace }
  | { state: 'missing' };

export type WithdrawnPlace = Pick<Material, 'kind' | 'facultyId' | 'semesterId' | 'subject'>;

/** Counts of published materials, in total and by place. Places that hold nothing are absent. */
export type ShelfCounts = {
  totals: Record<MaterialKind, number>;
  places: { facultyId: string; semesterId: string; subject: string; kind: MaterialKind; count: number }[];
};

/** Counts of published materials, in total and by faculty. Faculties that hold nothing are absent. */
export type ShelfTotals = {
  totals: Record<MaterialKind, number>;
  faculties: { facultyId: string; totals: Record<MaterialKind, number> }[];
};

/** A place in the catalogue, with the names to show and the slug to link to, and what it holds of each kind. */
export type SubjectPlaceCounts = {
  facultyId: string;
  facultyName: string;
  semesterId: string;
  termName: string;
  subject: string;
  slug: string;
  totals: Record<MaterialKind, number>;
};

/** The site as every page has it: the operator's texts and settings, all of them public. */
export type Site = {
  ids: ContractIds;
  publicUrl: string;
  contactEmail: string;
  /** True while the contact address is still the shipped one; the panel then says so. */
  isContactPlaceholder: boolean;
  entranceExam: { label: string; url: string };
  credit: string;
  /** The rights that visitors have in the materials: a sentence or the address of a licence. Null if `site.json` has none. */
  rights: string | null;
  /** What the operator calls the library. */
  name: string;
  /** The language the operator's own texts are written in, as a BCP 47 tag. */
  language: string;
  /** The address of the operator's own logo, or null for the shipped one. */
  logo: string | null;
  /** The address of a style sheet with the operator's own accent colours, or null for the shipped ones. */
  accentStyles: string | null;
  banner: { image: string; link: string; text: string | null }[];
  contributors: { name: string; avatar: string; contribution: string; isSample: boolean }[];
  timeZone: string;
  /** In which calendar years are shown and asked for. */
  calendar: Calendar;
  maxUploadBytes: number;
};

/** `revision` is another text after every change of the shelf: a client with the same one has missed nothing. */
export type ShelfState = { revision: string };

/** An informational page, made from the operator's Markdown when the server starts. */
export type ContentPage = {
  name: string;
  title: string;
  description: string;
  html: string;
  /** Of its text, as a BCP 47 tag. */
  language: string;
};
