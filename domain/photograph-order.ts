import { comparePictureNames } from './picture-name.ts';

/** The facts about a photograph before it is opened: its name, and the time it was taken, if its EXIF has it. */
export type PhotographFacts = { name: string; takenAt: string | null };

/**
 * Returns photographs in the order in which they were taken: by their EXIF if all of them have it, else by their names
 * (`comparePictureNames`). Those of one moment, of a camera that takes several, are ordered by name.
 */
export function inOrderTaken<Photograph extends PhotographFacts>(photographs: readonly Photograph[]): Photograph[] {
  const areTimed = photographs.every(({ takenAt }) => takenAt !== null);
  return photographs.toSorted((one, other) => {
    const [before, after] = [one.takenAt ?? '', other.takenAt ?? ''];
    if (areTimed && before !== after) return before < after ? -1 : 1;
    return comparePictureNames(one.name, other.name);
  });
}
