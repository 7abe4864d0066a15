import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import { formatDay } from '#app/features/materials/figures.ts';

type Place = Pick<StagedDuplicateAnswer, 'materialId' | 'isInTrash' | 'isHidden' | 'since'>;

/** Returns the location of a duplicate: `in the library`, `in the trash since March 4, 2026`. */
export function placeWords({ materialId, isInTrash, isHidden, since }: Place, timeZone: string): string {
  if (materialId === null) return 'staged';
  const day = since === null ? '' : ` since ${formatDay(since, timeZone)}`;
  if (isInTrash) return `in the trash${day}`;
  return isHidden ? `hidden${day}` : 'in the library';
}

/** Returns the duplicate's title and, for a material, its subject. */
export function titleWords({ title, subject }: Pick<StagedDuplicateAnswer, 'title' | 'subject'>): string {
  return subject === null ? `“${title}”` : `“${title}” (${subject})`;
}

/** Returns the action that makes a material visible to readers; null if it is visible or not a material. */
export function returnOf({ materialId, isInTrash, isHidden }: Place): 'restore' | 'show' | null {
  if (materialId === null) return null;
  return isInTrash ? 'restore' : isHidden ? 'show' : null;
}

/** Returns a sentence about a material that was restored or unhidden; `name` is in quotation marks. */
export function broughtBackWords(name: string, way: 'restore' | 'show', isStillHidden: boolean): string {
  const done = way === 'restore' ? 'restored from the trash' : 'shown again';
  return `${name} was ${done}.${isStillHidden ? ' It is still hidden: only administrators see it.' : ''}`;
}
