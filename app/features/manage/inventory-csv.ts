import { pages } from '#contract/addresses.ts';
import type { InventoryAnswer } from '#contract/schemas/answer-types.ts';
import type { Site } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { writeCsv } from '#domain/write-csv.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/manage/list.ts';
import * as nouns from '#messages/nouns.ts';
import { facultyName, termName } from './place-names.ts';
import { toMaterials } from './shelf-records.ts';
import { kindNames } from '#messages/kinds.ts';

const columns = [
  nouns.title,
  nouns.kind,
  nouns.faculty,
  nouns.semester,
  nouns.subject,
  nouns.year,
  nouns.yearBs,
  words.uploaded,
  words.changed,
  nouns.file,
  words.bytes,
  nouns.pages,
  words.hiddenSince,
  words.whyHidden,
  words.fileProblem,
  words.address,
];

type InventoryFacts = { site: Pick<Site, 'publicUrl' | 'timeZone'>; faculties: readonly FacultySummary[] };

/** Writes documents of the inventory as CSV, one per line. Days are in the library's time zone. */
export function writeInventoryCsv(
  documents: InventoryAnswer['documents'],
  { site, faculties }: InventoryFacts,
): string {
  const dayOf = (moment: string) => writeDay(moment, site.timeZone);
  const rows = documents.flatMap((document) =>
    toMaterials([document]).map((material) => [
      material.title,
      kindNames[material.kind],
      facultyName(faculties, material.facultyId),
      termName(faculties, material.facultyId, material.semesterId),
      material.subject,
      material.year ?? '',
      material.yearBs ?? '',
      dayOf(material.createdAt),
      dayOf(material.updatedAt),
      document.$fileName,
      material.fileSize,
      material.pageCount ?? '',
      document.$hidden ? dayOf(document.$hidden.since) : '',
      document.$hidden?.reason ?? '',
      serverWords(document.$warning ?? '').text,
      site.publicUrl + pages.material(material.id),
    ]),
  );
  return writeCsv([columns, ...rows]);
}

/** Returns the day in a form that spreadsheets can sort: `2026-03-04`, the Swedish format. */
function writeDay(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleDateString('sv-SE', { timeZone });
}
