import { z } from 'zod';
import { uniqueSlugs } from './slug.ts';

/** The study programmes: faculties, their terms, the subjects of each term. Does not change while the server runs. */
export type Catalogue = { faculties: Faculty[] };

export type Faculty = {
  id: string;
  name: string;
  fullName: string;
  university: string | null;
  type: 'semester' | 'year';
  /** In semesters for semester programmes, in years otherwise. */
  duration: number;
  description: string;
  terms: Term[];
};

export type Term = { id: string; name: string; subjects: Subject[] };

export type Subject = { name: string; code: string | null; slug: string };

/** What a list of faculties shows of each. */
export type FacultySummary = Omit<Faculty, 'terms'> & { terms: { id: string; name: string; subjectCount: number }[] };

/** Made on demand, so that pages that only look something up do not run zod. */
function catalogueFile() {
  const text = z.string().trim().min(1, 'must not be empty').max(255);
  const id = z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,35}$/,
      'must be 1 to 36 letters, digits, "-" or "_", beginning with a letter or digit',
    );

  return z.object({
    faculties: z
      .array(
        z.object({
          id,
          name: text,
          fullName: text.optional(),
          university: text.optional(),
          type: z.enum(['semester', 'year']),
          duration: z.number().positive(),
          description: z.string().trim().max(2000).default(''),
          structure: z
            .array(
              z.object({
                id,
                name: text,
                subjects: z
                  .array(z.object({ name: text, code: text.optional() }))
                  .min(1, 'must name at least one subject'),
              }),
            )
            .min(1, 'must have at least one term'),
        }),
      )
      .min(1, 'must have at least one faculty'),
  });
}

type CatalogueFile = z.infer<ReturnType<typeof catalogueFile>>;

/**
 * Reads a catalogue from parsed JSON. Throws an Error whose one-line message names the offending entry:
 * which faculty, which term, what is wrong.
 */
export function parseCatalogue(json: unknown): Catalogue {
  const parsed = catalogueFile().safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${describePath(json, issue?.path ?? [])}: ${issue?.message ?? 'is not a catalogue'}`);
  }
  rejectRepeats(parsed.data);
  return { faculties: parsed.data.faculties.map(toFaculty) };
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
    terms: file.structure.map((term) => {
      const slugs = uniqueSlugs(term.subjects.map((subject) => subject.name));
      return {
        id: term.id,
        name: term.name,
        subjects: term.subjects.map((subject, index) => ({
          name: subject.name,
          code: subject.code ?? null,
          slug: slugs[index] ?? '',
        })),
      };
    }),
  };
}

function rejectRepeats(file: CatalogueFile): void {
  const repeated = (values: string[]) => values.find((value, index) => values.indexOf(value) !== index);
  const faculty = repeated(file.faculties.map((entry) => entry.id));
  if (faculty) throw new Error(`faculty "${faculty}": the id is used twice`);
  for (const entry of file.faculties) {
    const term = repeated(entry.structure.map((each) => each.id));
    if (term) throw new Error(`faculty "${entry.id}", term "${term}": the id is used twice`);
    for (const each of entry.structure) {
      const subject = repeated(each.subjects.map((one) => one.name));
      if (subject)
        throw new Error(`faculty "${entry.id}", term "${each.id}": the subject "${subject}" is listed twice`);
    }
  }
}

/** Turns `faculties.3.structure.1.name` into words that name the entry by its id where it has one. */
function describePath(json: unknown, path: PropertyKey[]): string {
  const words: string[] = [];
  let value: unknown = json;
  for (const [depth, key] of path.entries()) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    if (typeof key !== 'number') {
      if (depth === path.length - 1) words.push(`"${String(key)}"`);
      continue;
    }
    const noun = { faculties: 'faculty', structure: 'term', subjects: 'subject' }[String(path[depth - 1])] ?? 'entry';
    const known =
      typeof value === 'object' && value !== null
        ? (Reflect.get(value, 'id') ?? Reflect.get(value, 'name'))
        : undefined;
    words.push(typeof known === 'string' ? `${noun} "${known}"` : `${noun} number ${key + 1}`);
  }
  return words.join(', ') || 'the catalogue';
}

/** The faculty of that id, or null. Ids are compared exactly. */
export function findFaculty(catalogue: Catalogue, facultyId: string): Faculty | null {
  return catalogue.faculties.find((faculty) => faculty.id === facultyId) ?? null;
}

/** The term of that id within the faculty, or null. */
export function findTerm(faculty: Faculty, termId: string): Term | null {
  return faculty.terms.find((term) => term.id === termId) ?? null;
}

/**
 * The subject an address names: its slug, or its exact name (which redirects to the slug).
 * A slug wins, so that no name can hide another subject's canonical address.
 */
export function findSubject(term: Term, slugOrName: string): Subject | null {
  return (
    term.subjects.find((subject) => subject.slug === slugOrName) ??
    term.subjects.find((subject) => subject.name === slugOrName) ??
    null
  );
}

/** True when the catalogue holds this faculty, term and subject (by name); only then may a material name them. */
export function hasPlace(
  catalogue: Catalogue,
  place: { facultyId: string; semesterId: string; subject: string },
): boolean {
  const faculty = findFaculty(catalogue, place.facultyId);
  const term = faculty && findTerm(faculty, place.semesterId);
  return term?.subjects.some((subject) => subject.name === place.subject) ?? false;
}

/** The short form of a faculty that lists show. */
export function summariseFaculty(faculty: Faculty): FacultySummary {
  return {
    ...faculty,
    terms: faculty.terms.map((term) => ({ id: term.id, name: term.name, subjectCount: term.subjects.length })),
  };
}
