import { z } from 'zod';
import type { Catalogue, Faculty, FormerName, Subject } from './catalogue.ts';
import { slugify, uniqueSlugs } from '#domain/text/slug.ts';

const text = z.string().trim().min(1, 'must not be empty').max(255, 'must have at most 255 characters');
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,35}$/,
    'must be 1 to 36 letters, digits, "-" or "_", beginning with a letter or digit',
  );
/**
 * Words that pages show: one text for all languages, or `{ "en": …, "ne": … }` with a text for some, of which English
 * is required.
 */
const words = text.meta({ hasForms: true });
/** Maximum number of former names of a subject: no subject is renamed more often. */
const maxFormerNames = 50;
/** Maximum number of aliases of a subject, more than people use. */
const maxAliases = 20;

const subjectEntry = z.object({
  name: text.meta({ description: 'As pages show it. Its address is made from it. Once per term.' }),
  code: text.optional().meta({ description: 'The code of the course, such as CSC115.' }),
  formerly: z.array(text).max(maxFormerNames, `may have at most ${maxFormerNames} names`).optional().meta({
    description:
      'Names that the subject had before, or the last part of their addresses, oldest first. Their addresses lead to it, and their materials are filed under it.',
  }),
  aliases: z.array(text).max(maxAliases, `may have at most ${maxAliases} names`).optional().meta({
    description:
      'Further names by which people search for the subject, such as DBMS. Initials of the name and common abbreviations need not be listed.',
  }),
});

const termEntry = z.object({
  id: id.meta({ description: 'Part of addresses, once per faculty. Don’t change it once there are materials.' }),
  name: words.meta({ description: 'Such as "Semester 1" or "Year 1".', hasForms: true }),
  subjects: z.array(subjectEntry).min(1, 'must name at least one subject'),
});

const facultyEntry = z.object({
  id: id.meta({ description: 'Part of addresses, once per file. Don’t change it once there are materials.' }),
  name: words.meta({ description: 'Short, as lists show it.', hasForms: true }),
  shortName: text.optional().meta({ description: 'Only for the shipped sample papers.' }),
  fullName: words
    .meta({ description: 'As the page of the faculty shows it; the name if it is missing.', hasForms: true })
    .optional(),
  university: words.optional(),
  type: z.enum(['semester', 'year']).meta({ description: 'What a term is.' }),
  duration: z
    .number()
    .positive('must be more than 0')
    .meta({ description: 'In semesters if `type` is "semester", otherwise in years.' }),
  description: z.string().trim().max(2000, 'must have at most 2000 characters').meta({ hasForms: true }).default(''),
  structure: z.array(termEntry).min(1, 'must have at least one term').meta({ description: 'The terms, in order.' }),
});

const catalogueFile = z.object({
  $schema: z.string().optional().meta({ description: 'For editors. The server ignores it.' }),
  faculties: z.array(facultyEntry).min(1, 'must have at least one faculty'),
});

type CatalogueFile = z.infer<typeof catalogueFile>;

/** Thrown for a catalogue with faults. The message is one line: the first fault, and the number of further ones. */
export class InvalidCatalogue extends Error {
  /** All faults; each names its entry and key. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const [first = 'is not a catalogue', ...others] = faults;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more; see npm run check-catalogue)`;
    super(first + rest);
    this.faults = faults;
  }
}

/**
 * Parses a catalogue from JSON, with the names in a language (a BCP 47 tag), or in English where it has none. Throws
 * `InvalidCatalogue` with every fault.
 */
export function parseCatalogue(json: unknown, language = 'en'): Catalogue {
  const parsed = catalogueFile.safeParse(chooseForms(json, language), { error: describeIssue });
  const shape = parsed.error?.issues.map(({ path, message }) => `${describePath(json, path)}: ${message}`) ?? [];
  const faults = [...shape, ...findRepeats(json)];
  if (!parsed.success || faults.length > 0) throw new InvalidCatalogue(faults);
  return { faculties: parsed.data.faculties.map(toFaculty) };
}

/**
 * Returns the JSON Schema of catalogue files, for editors. Unlike the server, it doesn't allow unknown keys, so that
 * editors mark misspelt ones.
 */
export function describeCatalogue(): object {
  return z.toJSONSchema(catalogueFile, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
      const { hasForms, ...one } = jsonSchema as typeof jsonSchema & { hasForms?: boolean };
      if (!hasForms) return;
      const { description, default: standard, ...words } = one;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, {
        ...(description !== undefined && { description }),
        ...(standard !== undefined && { default: standard }),
        anyOf: [words, { type: 'object', required: ['en'], additionalProperties: words }],
      });
    },
  });
}

/** Finds keys that the server ignores, each in a sentence. A misspelt `formerly` would otherwise go unnoticed. */
export function findUnknownKeys(json: unknown): string[] {
  const check = (entry: object, path: PropertyKey[], { shape }: z.ZodObject) =>
    Object.keys(entry)
      .filter((key) => !Object.hasOwn(shape, key))
      .map((key) => `${describePath(json, [...path, key])}: is ignored. Known keys: ${Object.keys(shape).join(', ')}`);
  return [
    ...(isObject(json) ? check(json, [], catalogueFile) : []),
    ...listEntries(json, 'faculties').flatMap(([faculty, at]) => [
      ...check(faculty, ['faculties', at], facultyEntry),
      ...listEntries(faculty, 'structure').flatMap(([term, termAt]) => [
        ...check(term, ['faculties', at, 'structure', termAt], termEntry),
        ...listEntries(term, 'subjects').flatMap(([subject, subjectAt]) =>
          check(subject, ['faculties', at, 'structure', termAt, 'subjects', subjectAt], subjectEntry),
        ),
      ]),
    ]),
  ];
}

/** Replaces words that have a form for each language by that of one language. Accepts JSON of any shape. */
function chooseForms(json: unknown, language: string): unknown {
  const choose = (entry: object, keys: readonly string[]) =>
    Object.fromEntries(
      Object.entries(entry).map(([key, value]: [string, unknown]) => {
        if (!keys.includes(key) || !isObject(value)) return [key, value];
        const forms = value as Record<string, unknown>;
        return [key, typeof forms['en'] === 'string' ? (forms[language] ?? forms['en']) : value];
      }),
    );
  const map = (value: unknown, change: (entry: object) => object): unknown =>
    Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? change(each) : each)) : value;
  if (!isObject(json)) return json;
  return {
    ...json,
    faculties: map(Reflect.get(json, 'faculties'), (faculty) => ({
      ...choose(faculty, ['name', 'fullName', 'university', 'description']),
      ...('structure' in faculty && { structure: map(faculty.structure, (term) => choose(term, ['name'])) }),
    })),
  };
}

function toFaculty(file: CatalogueFile['faculties'][number]): Faculty {
  return {
    id: file.id,
    name: file.name,
    fullName: file.fullName ?? file.name,
    university: file.university ?? null,
    type: file.type,
    duration: file.duration,
    description: file.description,
    terms: file.structure.map(({ id: termId, name, subjects }) => ({
      id: termId,
      name,
      subjects: toSubjects(subjects),
    })),
  };
}

/**
 * Builds the subjects. Former names get slugs as if they were still in the list, so that a renaming changes no other
 * subject's address, and an address never changes to another subject. Names of one subject that differ only in signs or
 * case share a slug.
 */
function toSubjects(entries: CatalogueFile['faculties'][number]['structure'][number]['subjects']): Subject[] {
  const names = entries.map(({ name, formerly = [] }) => [
    ...new Map([...formerly, name].map((each) => [slugify(each), each])).values(),
  ]);
  const slugs = uniqueSlugs(names.flat()).values();
  return entries.map(({ name, code, formerly = [], aliases }, index) => {
    const own = new Map(names[index]?.map((each) => [slugify(each), slugs.next().value ?? '']));
    const slugOf = (each: string) => own.get(slugify(each)) ?? '';
    const former = formerly.map((each): FormerName => ({ name: each, slug: slugOf(each) }));
    return {
      name,
      code: code ?? null,
      slug: slugOf(name),
      ...(former.length > 0 && { formerly: former }),
      ...(aliases && { aliases }),
    };
  });
}

/**
 * Finds ids and names that are used twice. Accepts JSON of any shape, so that these faults are reported together with
 * others.
 */
function findRepeats(json: unknown): string[] {
  const faculties = listEntries(json, 'faculties').map(([faculty]) => faculty);
  return [
    ...repeated(faculties.map((faculty) => textOf(faculty, 'id'))).map(
      (each) => `faculty "${each}", "id": is used twice`,
    ),
    ...faculties.flatMap((faculty) => {
      const terms = listEntries(faculty, 'structure').map(([term]) => term);
      const at = `faculty "${textOf(faculty, 'id')}"`;
      return [
        ...repeated(terms.map((term) => textOf(term, 'id'))).map(
          (each) => `${at}, term "${each}", "id": is used twice`,
        ),
        ...terms.flatMap((term) => findRepeatedSubjects(term, `${at}, term "${textOf(term, 'id')}"`)),
      ];
    }),
  ];
}

function findRepeatedSubjects(term: object, at: string): string[] {
  const subjects = listEntries(term, 'subjects').map(([subject]) => subject);
  const names = subjects.map((subject) => textOf(subject, 'name'));
  const owners = new Map<string, string>();
  const faults = repeated(names).map((each) => `${at}, subject "${each}", "name": is listed twice`);
  for (const subject of subjects) {
    const name = textOf(subject, 'name');
    for (const former of textsOf(subject, 'formerly')) {
      const owner = owners.get(former);
      const where = `${at}, subject "${name}", "formerly": "${former}"`;
      if (former === name) faults.push(`${where} is its current name`);
      else if (names.includes(former))
        faults.push(`${where} is the name of another subject of this term. Remove one of the two`);
      else if (owner === name) faults.push(`${where} is listed twice`);
      else if (owner !== undefined)
        faults.push(`${where} is also a former name of "${owner}". Leave it where its materials belong`);
      owners.set(former, name);
    }
  }
  return faults;
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))];
}

/** Returns the objects in the list under that key, with their positions. */
function listEntries(value: unknown, key: string): [entry: object, index: number][] {
  const list: unknown = isObject(value) ? Reflect.get(value, key) : undefined;
  return Array.isArray(list) ? list.flatMap((entry, index) => (isObject(entry) ? [[entry, index]] : [])) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(entry: object, key: string): string {
  const value: unknown = Reflect.get(entry, key);
  return typeof value === 'string' ? value.trim() : '';
}

function textsOf(entry: object, key: string): string[] {
  const list: unknown = Reflect.get(entry, key);
  return Array.isArray(list) ? list.flatMap((each) => (typeof each === 'string' ? [each.trim()] : [])) : [];
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'text in quotation marks',
  number: 'a number',
  array: 'a list in square brackets',
  object: 'entries in braces',
};

/** Describes the faults for which the schema above has no sentence. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${expectedWords[issue.expected] ?? issue.expected}`;
  return `must be ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}`;
}

const nouns: Readonly<Record<string, string>> = {
  faculties: 'faculty',
  structure: 'term',
  subjects: 'subject',
  formerly: 'former name',
};

/** Converts `faculties.3.structure.1.name` to words that name the entry by its id or name, if it has one. */
function describePath(json: unknown, path: readonly PropertyKey[]): string {
  const words: string[] = [];
  let value: unknown = json;
  for (const [depth, key] of path.entries()) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    if (typeof key !== 'number') {
      if (depth === path.length - 1) words.push(`"${String(key)}"`);
      continue;
    }
    const noun = nouns[String(path[depth - 1])] ?? 'entry';
    const known = isObject(value) ? textOf(value, 'id') || textOf(value, 'name') : '';
    words.push(known === '' ? `${noun} number ${key + 1}` : `${noun} "${known}"`);
  }
  return words.join(', ') || 'the catalogue';
}
