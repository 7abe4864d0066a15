import { countOf } from '#domain/text/count-of.ts';
import { api, pages, type ContractIds } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { findFaculty, type Catalogue } from '#domain/catalogue.ts';
import { coarTypes } from '#domain/published-vocabularies.ts';
import type { Material } from '#domain/material.ts';
import type { HarvestRecord } from '#server/library/harvest/harvest-service.ts';
import { describeMaterial } from '#server/http/feeds/material-words.ts';
import { element, type XmlElement } from '#server/http/feeds/write-xml.ts';
import { writeOaiDate } from './oai-date.ts';

/** Facts that are the same in all records. */
export type RecordFacts = {
  catalogue: Catalogue;
  site: Site;
  publicUrl: string;
  ids: ContractIds;
  namespace: string;
  /** The languages by the ids of materials. */
  languages: ReadonlyMap<string, readonly string[]>;
};

/**
 * Returns the prefix of the identifiers of records. It depends on the creation time of the library, so it stays the
 * same when the library moves to another address or machine.
 */
export function recordNamespace(madeAt: number): string {
  return `oai:examshelf-${madeAt.toString(36)}:`;
}

/**
 * Writes the header of a record (OAI-PMH 2.0, section 2.5). Leaves out the set if the catalogue does not have the
 * faculty.
 */
export function writeHeader(record: HarvestRecord, { catalogue, namespace }: RecordFacts): XmlElement {
  return element(
    'header',
    { status: record.material ? undefined : 'deleted' },
    element('identifier', {}, namespace + record.materialId),
    element('datestamp', {}, writeOaiDate(record.changedAt)),
    ...(findFaculty(catalogue, record.facultyId) ? [element('setSpec', {}, record.facultyId)] : []),
  );
}

export function writeRecord(record: HarvestRecord, facts: RecordFacts): XmlElement {
  const header = writeHeader(record, facts);
  if (!record.material) return element('record', {}, header);
  return element('record', {}, header, element('metadata', {}, writeDublinCore(record.material, facts)));
}

const dublinCore = {
  'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
};

/**
 * Writes a material in unqualified Dublin Core. After a change here, increase `recordForm`
 * (server/library/harvest/harvest-service.ts).
 */
function writeDublinCore(material: Material, facts: RecordFacts): XmlElement {
  const { catalogue, site, publicUrl, ids, languages } = facts;
  const { kind, faculty, term, code, summary, yearAd } = describeMaterial(material, catalogue, site.calendar);
  const values: [name: string, value: string | null][] = [
    ['title', material.title],
    ['subject', material.subject],
    ['subject', code],
    ['subject', faculty.fullName],
    ['description', summary],
    ['publisher', site.name],
    ['contributor', faculty.university],
    // The year of the exam, or else the day on which it was added.
    ['date', yearAd === null ? material.createdAt.slice(0, 10) : String(yearAd)],
    ['type', 'Text'],
    ['type', coarTypes[material.kind].uri],
    ['type', kind],
    ['format', material.fileType],
    ['format', material.pageCount === null ? null : countOf(material.pageCount, 'page')],
    ['identifier', publicUrl + pages.material(material.id)],
    ['relation', publicUrl + api.materialDownload(ids, material)],
    ...(languages.get(material.id) ?? []).map((language): [string, string] => ['language', language]),
    ['coverage', `${term}, ${faculty.name}`],
    ['rights', site.rights],
  ];
  return element(
    'oai_dc:dc',
    dublinCore,
    ...values.flatMap(([name, value]) => (value === null ? [] : [element(`dc:${name}`, {}, value)])),
  );
}
