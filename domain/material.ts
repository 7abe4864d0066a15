/** What the library publishes. One noun for all of it: a material, of one of four kinds. */

export const materialKinds = ['paper', 'note', 'revision', 'book'] as const;

export type MaterialKind = (typeof materialKinds)[number];

/** A published (or withdrawn) material as the product speaks of it everywhere. */
export type Material = {
  id: string;
  kind: MaterialKind;
  title: string;
  subject: string;
  facultyId: string;
  semesterId: string;
  /** The year of the examination. Always set for papers, may be null for the rest. */
  year: number | null;
  /** The stored file that is read and downloaded. */
  fileId: string;
  /** The media type the bytes were judged to be: `application/pdf`, or `text/html` for papers. */
  fileType: string;
  /** Size of that file in bytes. */
  fileSize: number;
  /** Pages of that file where they can be counted; null for web pages, and for PDFs that are locked or damaged. */
  pageCount: number | null;
  /** An uploaded cover picture; books only. Without one the first page serves as cover. */
  coverFileId: string | null;
  /** True for the shipped samples, which are marked on screen and removable in one step. */
  isSample: boolean;
  /** Grows with every material made; never reused. The order of creation. */
  sequence: number;
  /** Moments as `2026-03-04T05:06:07.089+00:00` (contract 2.2). */
  createdAt: string;
  updatedAt: string;
  /** Who may read it, as the contract's permission texts; `read("any")` is everybody. */
  permissions: readonly string[];
  /** When it was moved to the trash; null while it is on the shelf. */
  deletedAt: string | null;
};

/** The singular names used in toasts (design decision 3). */
export const kindNames: Record<MaterialKind, string> = {
  paper: 'Question Paper',
  note: 'Study Note',
  revision: 'Revision Material',
  book: 'Book',
};

/** How long a withdrawn material can be brought back (design decision 1). */
export const trashDays = 30;

/** Bounds of what a material carries (design section 1). Lengths in UTF-16 code units after trimming. */
export const materialLimits = { titleLength: 255, textLength: 255, minYear: 1900, maxYear: 2200 } as const;

/** How many years back question papers are offered at upload (specification 9). */
const yearChoiceCount = 10;

/** The ten years offered by the upload form, newest first, for the year now running. */
export function yearChoices(currentYear: number): number[] {
  return Array.from({ length: yearChoiceCount }, (_, index) => currentYear - index);
}

/** Whether a picture of the material can be made: of its cover, or else of its first page. */
export function hasPicture(material: Pick<Material, 'coverFileId' | 'pageCount'>): boolean {
  return material.coverFileId !== null || material.pageCount !== null;
}
