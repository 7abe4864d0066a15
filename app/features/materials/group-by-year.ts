import type { Calendar } from '#domain/calendar.ts';
import { examTime } from '#domain/exam-time.ts';
import type { Material } from '#domain/material.ts';
import { digits } from '#messages/format.ts';
import { yearBsWords, yearWords } from '#messages/years.ts';

/** The materials of a year. `id` is unique in the list; `alsoIn` is the other calendar's years, if both are shown. */
export type YearGroup = { id: string; title: string; alsoIn: string | null; materials: Material[] };

/** A group while it is filled. Groups are sorted by the first number of `order`, then by the second, newest first. */
type Group = { order: [number, number]; materials: Material[] };

/**
 * Groups materials by year, newest year first. Within a year, exams are in the order in which they were sat, as far as
 * their titles name a month; the others follow in the given order. Those without a year are left out. If the library
 * shows Bikram Sambat, materials are grouped by their years BS, and if it shows both calendars, by both years. A
 * material with only a year AD is in a group between the two years BS that it overlaps.
 */
export function groupByYear(materials: readonly Material[], calendar: Calendar): YearGroup[] {
  const groups = new Map<string, Group>();
  for (const material of materials) {
    const { year, yearBs } = material;
    if (year === null) continue;
    const id = groupId(year, calendar === 'ad' ? null : yearBs, calendar);
    // A year AD begins when two thirds of a year of Bikram Sambat are over.
    const timeBs = yearBs ?? year + 56.5;
    const group = groups.get(id);
    if (group) group.materials.push(material);
    else groups.set(id, { order: calendar === 'bs' ? [timeBs, 0] : [year, timeBs], materials: [material] });
  }
  return [...groups]
    .sort(([, { order: one }], [, { order: other }]) => other[0] - one[0] || other[1] - one[1])
    .map(([id, group]) => ({ id, ...headingOf(group.materials, calendar), materials: inOrderSat(group.materials) }));
}

function inOrderSat(materials: readonly Material[]): Material[] {
  return materials
    .map((material) => ({ material, time: examTime(material) ?? Infinity }))
    .sort((one, other) => (one.time === other.time ? 0 : one.time - other.time))
    .map(({ material }) => material);
}

function groupId(year: number, yearBs: number | null, calendar: Calendar): string {
  if (yearBs === null) return `${year}`;
  return calendar === 'bs' ? `${yearBs}-bs` : `${year}-${yearBs}-bs`;
}

function headingOf(materials: readonly Material[], calendar: Calendar): Pick<YearGroup, 'title' | 'alsoIn'> {
  const [first] = materials;
  if (calendar === 'ad' || !first || first.yearBs === null)
    return { title: first ? yearWords(first, calendar) : '', alsoIn: null };
  if (calendar === 'both') return { title: digits(`${first.year}`), alsoIn: yearBsWords(first.yearBs) };
  const years = materials.map(({ year }) => Number(year));
  const [from, to] = [Math.min(...years), Math.max(...years)];
  return { title: yearBsWords(first.yearBs), alsoIn: digits(from === to ? from : `${from}–${String(to).slice(-2)}`) };
}
