import type { Material, MaterialKind } from '#domain/material.ts';

/** Whose materials are listed: those of a subject, of one year or of all but some. */
export type ShownPlace = Pick<Material, 'facultyId' | 'semesterId' | 'subject'> & {
  kind: MaterialKind;
  /** A year, or the years from the first to the last of which none is listed; null for all. */
  years: { only: number } | { except: readonly [number, number] } | null;
};
