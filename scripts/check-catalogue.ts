import { access } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue } from '#domain/catalogue.ts';
import { countOf } from '#domain/text/count-of.ts';
import { readConfig } from '#server/config.ts';
import { openRecordView } from '#server/engines/open-database.ts';
import type { NamedPlace } from '#server/engines/database/record-view.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { compareCatalogue, type CatalogueEffect } from '#server/upkeep/library-check/compare-catalogue.ts';
import { checkCatalogue, InvalidCatalogueFile } from '#server/library/site-content/catalogue-file.ts';

/**
 * `npm run check-catalogue -- FILE`: checks a catalogue file before the server reads it. Prints every fault, or a
 * summary of the file and, if the settings name a library, the effect on its materials. Changes nothing. Exits with 0
 * if the file is valid, otherwise with 1.
 */

const usage = 'npm run check-catalogue -- FILE';

/** Maximum number of places that are listed; further ones are counted. */
const maxListed = 50;

async function main(): Promise<boolean> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Error(`name one catalogue file: ${usage}`);
  const read = await checkCatalogue(name).catch((error: unknown) => {
    if (error instanceof InvalidCatalogueFile) return error;
    throw error;
  });
  for (const each of read.unknownKeys) say(`Note: ${each}`);
  if (read instanceof InvalidCatalogueFile) {
    for (const fault of read.faults) say(fault);
    say(`${read.file}: ${countOf(read.faults.length, 'fault')}. The server would not start.`);
    return false;
  }
  say(`${read.file} is right: ${summarise(read.catalogue)}.`);
  await describeLibrary(read.catalogue).catch((error: unknown) =>
    say(`The catalogue could not be compared with the library: ${explain(error)}`),
  );
  return true;
}

function summarise({ faculties }: Catalogue): string {
  const terms = faculties.flatMap((faculty) => faculty.terms);
  const subjects = terms.flatMap((term) => term.subjects);
  const formerNames = subjects.reduce((sum, { formerly = [] }) => sum + formerly.length, 0);
  return [
    countOf(faculties.length, 'faculty', 'faculties'),
    countOf(terms.length, 'term'),
    countOf(subjects.length, 'subject'),
    countOf(formerNames, 'former name'),
  ].join(', ');
}

async function describeLibrary(catalogue: Catalogue): Promise<void> {
  const { dataDir, database } = readConfig(process.env);
  const file = path.resolve(dataDir, sqliteFileName);
  const isThere = database !== null || (await exists(file));
  if (!isThere) return say(`No library to compare with: DATABASE_URL is not set, and there is no ${file}.`);
  await using records = await openRecordView({ dataDir, address: database });
  const { moved, misplaced } = await compareCatalogue(records, catalogue);
  if (moved.length > 0) {
    say(`${countMaterials(moved)} of renamed subjects will be moved at the next start:`);
    list(moved.map(({ place, name, materials }) => `${inWords(place)} → "${name}": ${countOf(materials, 'material')}`));
  }
  if (misplaced.length === 0) return say('All other materials have a subject in this catalogue.');
  say(
    `${countMaterials(misplaced)} can’t be found by browsing, because the catalogue has no such subject. If it was renamed, add this name to "formerly" of the new entry; otherwise move the materials in Manage (filter “Not in the catalogue”):`,
  );
  list(misplaced.map(({ place, materials }) => `${inWords(place)}: ${countOf(materials, 'material')}`));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function countMaterials(places: readonly CatalogueEffect['misplaced'][number][]): string {
  return countOf(
    places.reduce((sum, { materials }) => sum + materials, 0),
    'material',
  );
}

function inWords({ facultyId, semesterId, subject }: NamedPlace): string {
  return `faculty "${facultyId}", term "${semesterId}", subject "${subject}"`;
}

function list(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxListed)) say(`  ${line}`);
  if (lines.length > maxListed) say(`  and ${lines.length - maxListed} more`);
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The catalogue could not be checked: ${explain(error)}\n`);
  process.exitCode = 1;
}
