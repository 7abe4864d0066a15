import { comparePictureNames } from './picture-name.ts';

/**
 * The facts about a photograph before it is opened: its name and, if its EXIF has one, the time at which it was taken.
 */
export type PhotographFacts = { name: string; takenAt: string | null };

/**
 * Returns photographs in the order in which they were taken: by their EXIF if all of them have a time in it, else by
 * their names (`comparePictureNames`). Photographs with the same time, from a camera that takes several at once, are
 * ordered by name.
 */
export function inOrderTaken<Photograph extends PhotographFacts>(photographs: readonly Photograph[]): Photograph[] {
  const areTimed = photographs.every(({ takenAt }) => takenAt !== null);
  return photographs.toSorted((one, other) => {
    const [before, after] = [one.takenAt ?? '', other.takenAt ?? ''];
    if (areTimed && before !== after) return before < after ? -1 : 1;
    return comparePictureNames(one.name, other.name);
  });
}
