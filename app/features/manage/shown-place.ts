import { equal, type Filter } from '#contract/query.ts';
import type { Material, MaterialKind } from '#domain/material.ts';

/** Whose materials are listed: those of a subject, of one year or of all but some. */
export type ShownPlace = Pick<Material, 'facultyId' | 'semesterId' | 'subject'> & {
  kind: MaterialKind;
  /** A year, or the years from the first to the last of which none is listed; null for all. */
  years: { only: number } | { except: readonly [number, number] } | null;
};

/** The filters for it; none for null. */
export function placeFilters(place: ShownPlace | null): Filter[] {
  if (!place) return [];
  const { facultyId, semesterId, subject, years } = place;
  return [
    equal('facultyId', facultyId),
    equal('semesterId', semesterId),
    equal('subject', subject),
    ...(years ? [yearFilter(years)] : []),
  ];
}

function yearFilter(years: NonNullable<ShownPlace['years']>): Filter {
  if ('only' in years) return equal('year', years.only);
  return { method: 'notBetween', attribute: 'year', values: [...years.except] };
}
