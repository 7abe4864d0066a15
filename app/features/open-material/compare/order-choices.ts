import type { Material } from '#domain/material.ts';

/**
 * Materials in the order in which they are offered to be read beside one: of the nearest years first, of two equally near
 * the newer one; in the given order within a year, and where there is no year to compare with. Those of `without` are left
 * out.
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
  // The same year comes after the two beside it: usually the other years of the exam are wanted.
  const rank = (material: Material) => distance(material) || 1.5;
  return left.toSorted((one, other) => rank(one) - rank(other) || (other.year ?? 0) - (one.year ?? 0));
}
