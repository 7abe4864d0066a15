import type { InventoryFilter, InventoryTrait } from '#contract/inventory.ts';
import { hasPlace, type Catalogue } from '#domain/catalogue.ts';
import { damagedPdf, damagedPicture, lockedPdf } from '#domain/file-warnings.ts';
import { toCurrentNames } from '#domain/former-names.ts';
import { materialLimits } from '#domain/material.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';
import type { InventorySelection, InventoryWord } from '#server/engines/database/bulk-change-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import type { InventoryParts } from './inventory-service.ts';

/** Search terms used; later ones are ignored, since each costs some comparisons with every row. */
const maxWords = 12;

/** Converts filters to a selection of records, and resolves the filters that need the catalogue or extracted texts. */
export async function selectInventory(
  filter: InventoryFilter,
  records: Pick<Records, 'materials'>,
  { catalogue, texts }: Pick<InventoryParts, 'catalogue' | 'texts'>,
): Promise<InventorySelection> {
  const traits = new Set<InventoryTrait>(filter.trait);
  const warnings = [
    ...(traits.has('locked') ? [[lockedPdf]] : []),
    ...(traits.has('damaged') ? [[damagedPdf, damagedPicture]] : []),
  ];
  return {
    isInTrash: filter.in === 'trash',
    words: readWords(filter.q).map((text) => toWord(text, catalogue)),
    kinds: filter.kind,
    facultyIds: filter.facultyId,
    semesterIds: filter.semesterId,
    subjects: toCurrentNames(catalogue, filter.subject, {
      facultyIds: filter.facultyId,
      semesterIds: filter.semesterId,
    }),
    years: filter.year,
    yearFrom: filter.yearFrom ?? null,
    yearTo: filter.yearTo ?? null,
    outside: filter.outsideFrom && filter.outsideTo ? [filter.outsideFrom, filter.outsideTo] : null,
    // A material cannot be both hidden and shown.
    isHidden: traits.has('hidden') ? true : traits.has('shown') ? false : null,
    isSample: traits.has('sample') ? true : null,
    warnings,
    digests: traits.has('scanned') ? await texts.listScanned() : null,
    places: traits.has('misplaced') ? await findMisplaced(records, catalogue) : null,
    publicationId: filter.publicationId ?? null,
  };
}

/** Returns the search terms without duplicates, and without commas and quotes around them. */
function readWords(q: string): string[] {
  const words = q
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/[\s,;"“”]+/u)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

function toWord(text: string, catalogue: Catalogue): InventoryWord {
  const folded = foldCase(text);
  const facultyIds = catalogue.faculties
    .filter(({ id, name, fullName }) => [id, name, fullName].some((each) => foldCase(each).includes(folded)))
    .map(({ id }) => id);
  return { text, facultyIds, year: readYear(text) };
}

/** Returns a year of either calendar, in Latin or Devanagari digits; null if the word is none. */
function readYear(word: string): number | null {
  const figures = latinDigits(word);
  const year = /^\d{4}$/.test(figures) ? Number(figures) : Number.NaN;
  return year >= materialLimits.minYear && year <= materialLimits.maxYearBs ? year : null;
}

/** Returns places that have materials but are no longer in the catalogue. */
async function findMisplaced({ materials }: Pick<Records, 'materials'>, catalogue: Catalogue) {
  const { places } = await materials.count(undefined, 'everything');
  return places.filter((place) => !hasPlace(catalogue, place));
}
