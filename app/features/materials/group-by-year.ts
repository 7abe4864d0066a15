import type { Material } from '#domain/material.ts';

/**
 * Materials grouped by year, newest year first; within a year the given order is kept. Those without a year are left
 * out.
 */
export function groupByYear(materials: readonly Material[]): { year: number; materials: Material[] }[] {
  const years = new Map<number, Material[]>();
  for (const material of materials) {
    if (material.year === null) continue;
    const group = years.get(material.year);
    if (group) group.push(material);
    else years.set(material.year, [material]);
  }
  return [...years].map(([year, group]) => ({ year, materials: group })).sort((one, other) => other.year - one.year);
}
