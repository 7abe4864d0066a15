import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type InEveryLanguage, type Language } from '#contract/languages.ts';
import type { Catalogue, Term } from '#domain/catalogue.ts';
import { findUnknownKeys, InvalidCatalogue, parseCatalogue } from '#domain/parse-catalogue.ts';
import * as english from '#languages/en/term-names.ts';
import * as nepali from '#languages/ne/term-names.ts';
import { whyUnreadable } from './find-folder-fault.ts';

const messages: InEveryLanguage<typeof english> = { en: english, ne: nepali };

const shipped: Record<string, string> = {
  tribhuvan: 'tribhuvan.json',
  'three-faculties': 'three-faculties.json',
};

/** A catalogue with the path of its file, and its unknown keys, each in a sentence. */
export type ReadCatalogue = { file: string; catalogue: Catalogue; unknownKeys: string[] };

/**
 * Reads the catalogue that the setting names: a shipped one, or an operator's own JSON file. Throws an Error whose
 * one-line message names the setting, the file and the wrong entry. Logs unknown keys.
 */
export async function readCatalogue(
  name: string,
  log?: { warn(facts: object, message: string): void },
): Promise<Catalogue> {
  const { file, catalogue, unknownKeys } = await checkCatalogue(name).catch((cause: unknown) => {
    throw new Error(`setting CATALOGUE: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (unknownKeys.length > 0) log?.warn({ file, unknownKeys }, 'the catalogue has keys that are ignored');
  return catalogue;
}

/**
 * Reads the catalogue with its names in a language. Terms that are called *Semester 1* or *Year 1* need no form of their
 * own. Throws as `readCatalogue` does.
 */
export async function readCatalogueIn(language: Language, name: string): Promise<Catalogue> {
  const { catalogue } = await checkCatalogue(name, language);
  const { termNames } = messages[language];
  const translate = (term: Term): Term => {
    const [, kind, number] = /^(Semester|Year) (\d{1,2})$/.exec(term.name) ?? [];
    return kind === undefined
      ? term
      : { ...term, name: termNames[kind === 'Year' ? 'year' : 'semester'](Number(number)) };
  };
  return { faculties: catalogue.faculties.map((faculty) => ({ ...faculty, terms: faculty.terms.map(translate) })) };
}

/**
 * Reads the catalogue to check its file. Throws `InvalidCatalogueFile` with every fault, or an Error with one line if
 * the file can't be read.
 */
export async function checkCatalogue(name: string, language: Language = defaultLanguage): Promise<ReadCatalogue> {
  const shippedFile = shipped[name];
  const file = shippedFile
    ? path.join(import.meta.dirname, '..', '..', '..', 'catalogue', shippedFile)
    : path.resolve(name);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const known = Object.keys(shipped).join(', ');
    throw new Error(`"${name}" is not ${known} or a file that can be read${whyUnreadable(cause)}`, { cause });
  });
  const json = parseJson(text, file);
  try {
    return { file, catalogue: parseCatalogue(json, language), unknownKeys: findUnknownKeys(json) };
  } catch (error) {
    if (error instanceof InvalidCatalogue) throw new InvalidCatalogueFile(file, error, findUnknownKeys(json));
    throw error;
  }
}

export class InvalidCatalogueFile extends Error {
  readonly faults: readonly string[];
  readonly unknownKeys: readonly string[];
  readonly file: string;

  constructor(file: string, cause: InvalidCatalogue, unknownKeys: readonly string[]) {
    super(`${file}: ${cause.message}`, { cause });
    this.file = file;
    this.faults = cause.faults;
    this.unknownKeys = unknownKeys;
  }
}

/** Parses JSON. Editors on Windows begin files with a byte order mark. */
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : String(cause);
    throw new Error(`${file}: is not JSON: ${why}`, { cause });
  }
}
