import type { Material, MaterialKind } from '#domain/material.ts';

/** Filter of the listed materials: materials of a subject, optionally of one year, or of all years except some. */
export type ShownPlace = Pick<Material, 'facultyId' | 'semesterId' | 'subject'> & {
  kind: MaterialKind;
  /** A year, or the years from the first to the last, which are excluded; null for all. */
  years: { only: number } | { except: readonly [number, number] } | null;
};
