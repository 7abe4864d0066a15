import type { Material } from '#domain/material.ts';

/**
 * Sorts materials as choices to read next to another one: the nearest years first, of two equally near the newer one; in the
 * given order within a year, or if there is no year to compare with. Leaves out those of `without`.
 */
export function orderChoices(
  materials: readonly Material[],
  beside: Pick<Material, 'year'>,
  without: readonly (string | undefined)[],
): Material[] {
  const left = materials.filter(({ id }) => !without.includes(id));
  const { year } = beside;
  if (year === null) return left;
  const distance = (material: Material) => (material.year === null ? Infinity : Math.abs(material.year - year));
  // The same year comes after the two next to it: usually the other years of the exam are wanted.
  const rank = (material: Material) => distance(material) || 1.5;
  return left.toSorted((one, other) => rank(one) - rank(other) || (other.year ?? 0) - (one.year ?? 0));
}
