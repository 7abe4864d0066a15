import { hasPlace, type Catalogue } from '#domain/catalogue.ts';
import { toCurrentPlace } from '#domain/former-names.ts';
import type { NamedPlace, RecordView } from '#server/engines/database/record-view.ts';

/** The effect of a catalogue on the materials of a library. */
export type CatalogueEffect = {
  /** Materials, including the trash, that the next start will move to the current name of their subject. */
  moved: { place: NamedPlace; name: string; materials: number }[];
  /** Published materials whose subject is not in the catalogue, so that nobody finds them by browsing. */
  misplaced: { place: NamedPlace; materials: number }[];
};

/** Compares a catalogue with the materials of a library. Changes nothing. */
export async function compareCatalogue(
  records: Pick<RecordView, 'listPlaces'>,
  catalogue: Catalogue,
): Promise<CatalogueEffect> {
  const effect: CatalogueEffect = { moved: [], misplaced: [] };
  for (const { published, inTrash, ...place } of await records.listPlaces()) {
    const current = toCurrentPlace(catalogue, place);
    if (current.subject !== place.subject)
      effect.moved.push({ place, name: current.subject, materials: published + inTrash });
    else if (published > 0 && !hasPlace(catalogue, place)) effect.misplaced.push({ place, materials: published });
  }
  return effect;
}
