import { comparePictureNames } from './picture-name.ts';

/** What is known of a photograph before it is opened: its name, and when it was taken, if its EXIF says so. */
export type PhotographFacts = { name: string; takenAt: string | null };

/**
 * Photographs in the order in which they were taken: by their EXIF if all of them have it, else by their names
 * (`comparePictureNames`). Those of one moment, of a camera that takes several, are in the order of their names.
 */
export function inOrderTaken<Photograph extends PhotographFacts>(photographs: readonly Photograph[]): Photograph[] {
  const areTimed = photographs.every(({ takenAt }) => takenAt !== null);
  return photographs.toSorted((one, other) => {
    const [before, after] = [one.takenAt ?? '', other.takenAt ?? ''];
    if (areTimed && before !== after) return before < after ? -1 : 1;
    return comparePictureNames(one.name, other.name);
  });
}
