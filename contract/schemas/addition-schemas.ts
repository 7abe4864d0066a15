import { z } from 'zod';
import { languages } from '#contract/languages.ts';
import { calendars } from '#domain/calendar.ts';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import { byKind, materialKinds } from '#domain/material.ts';
import type {
  ContentPage,
  ShelfCounts,
  ShelfState,
  ShelfTotals,
  Site,
  SubjectPlaceCounts,
  WithdrawnPlace,
} from '#contract/shelf.ts';
import { document } from './document-schemas.ts';
import { file } from './file-schemas.ts';
import { identifier, language, moment, total, wholeNumber, problem } from './value-schemas.ts';

/**
 * The routes that Appwrite does not have: site, catalogue, maintenance
 * (docs/decisions/0007-what-we-add-to-the-contract.md).
 */

const kind = z.enum(materialKinds);

/** A query of texts that exist in several languages. */
export const languageQuery = z.object({ language });

export const site = z
  .object({
    ids: z.object({ projectId: z.string(), databaseId: z.string(), bucketId: z.string() }),
    publicUrl: z.string(),
    contactEmail: z.string(),
    isContactPlaceholder: z.boolean(),
    entranceExam: z.object({ label: z.string(), url: z.string() }),
    credit: z.string(),
    rights: z.string().nullable(),
    name: z.string(),
    language: z.string(),
    languages: z.array(z.enum(languages)),
    logo: z.string().nullable(),
    accentStyles: z.string().nullable(),
    banner: z.array(z.object({ image: z.string(), link: z.string(), text: z.string().nullable() })),
    contributors: z.array(
      z.object({ name: z.string(), avatar: z.string(), contribution: z.string(), isSample: z.boolean() }),
    ),
    timeZone: z.string(),
    calendar: z.enum(calendars).meta({
      description: 'The calendar in which pages show years and fields accept years: AD, Bikram Sambat, or both.',
    }),
    maxUploadBytes: z.int().min(1),
    revision: z.string().meta({ description: 'Changes whenever anything in the library changes.' }),
  })
  .meta({ id: 'Site' }) satisfies z.ZodType<Site & ShelfState>;

export const contentPage = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    html: z.string(),
    language: z.string(),
  })
  .meta({ id: 'ContentPage' }) satisfies z.ZodType<ContentPage>;

const facultyFacts = {
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  university: z.string().nullable(),
  type: z.enum(['semester', 'year']),
  duration: z.number(),
  description: z.string(),
};

const facultySummary = z
  .object({
    ...facultyFacts,
    terms: z.array(z.object({ id: z.string(), name: z.string(), subjectCount: z.int() })),
  })
  .meta({ id: 'FacultySummary' }) satisfies z.ZodType<FacultySummary>;

export const facultyList = z.object({ total, faculties: z.array(facultySummary) }).meta({ id: 'FacultyList' });

const subject = z.object({
  name: z.string(),
  code: z.string().nullable(),
  slug: z.string(),
  formerly: z
    .array(z.object({ name: z.string(), slug: z.string() }))
    .optional()
    .meta({ description: 'Its former names; their addresses redirect to it.' }),
});

export const faculty = z
  .object({
    ...facultyFacts,
    terms: z.array(z.object({ id: z.string(), name: z.string(), subjects: z.array(subject) })),
  })
  .meta({ id: 'Faculty' }) satisfies z.ZodType<Faculty>;

const totals = z.object(byKind(() => z.int().min(0)));

export const counts = z
  .object({
    totals,
    places: z.array(
      z.object({
        facultyId: z.string(),
        semesterId: z.string(),
        subject: z.string(),
        kind,
        count: z.int().min(1),
      }),
    ),
  })
  .meta({ id: 'ShelfCounts' }) satisfies z.ZodType<ShelfCounts>;

export const shelfTotals = z
  .object({ totals, faculties: z.array(z.object({ facultyId: z.string(), totals })) })
  .meta({ id: 'ShelfTotals' }) satisfies z.ZodType<ShelfTotals>;

export const yearCounts = z
  .object({
    counts: z.array(
      z.object({
        kind,
        semesterId: z.string(),
        subject: z.string(),
        year: z.int().nullable().meta({ description: 'Null except for question papers.' }),
        count: z.int().min(1),
        hidden: z.int().min(0).meta({ description: 'Number of these materials that only administrators may read.' }),
      }),
    ),
  })
  .meta({ id: 'YearCounts' });

const subjectPlace = z
  .object({
    facultyId: z.string(),
    facultyName: z.string(),
    semesterId: z.string(),
    termName: z.string(),
    subject: z.string(),
    slug: z.string(),
    totals,
  })
  .meta({ id: 'SubjectPlace' }) satisfies z.ZodType<SubjectPlaceCounts>;

export const subjectPlaces = z.object({ total, places: z.array(subjectPlace) }).meta({ id: 'SubjectPlaceList' });

/** Selects the materials that are sent as one archive. */
export const archiveQuery = z.object({
  facultyId: z.string('must be the id of a faculty.').min(1, 'must be the id of a faculty.').max(64),
  semesterId: z.string('must be the id of a term.').min(1, 'must be the id of a term.').max(64),
  subject: z
    .string('must be the name of a subject.')
    .trim()
    .min(1, 'must be the name of a subject.')
    .max(255, 'must be the name of a subject, of at most 255 characters.'),
  kind: z.enum(materialKinds).default('paper'),
});

export const subjectPlacesQuery = z.object({
  name: z
    .string('must be the name of a subject.')
    .trim()
    .min(1, 'must be the name of a subject.')
    .max(255, 'must be the name of a subject, of at most 255 characters.'),
  language,
});

/**
 * The response of `/v1/materials/{id}` about a published material of any kind. If the material was withdrawn, purged or
 * hidden, the response is 410; if the id never existed, 404; both of type `document_not_found`.
 */
export const material = z.object({ kind, document }).meta({ id: 'Material' });

/**
 * The error for a withdrawn material, with its place, which is null once it is purged. It has no other data about the
 * material. Only callers who could read the material before it was hidden learn that it is hidden.
 */
export const withdrawnMaterial = z
  .object({
    ...problem.shape,
    place: z
      .object({ kind, facultyId: z.string(), semesterId: z.string(), subject: z.string() })
      .nullable() satisfies z.ZodType<WithdrawnPlace | null>,
    isHidden: z.boolean().meta({ description: 'True if the material may come back: it was hidden, not deleted.' }),
  })
  .meta({ id: 'WithdrawnMaterial' });

/** A document in the trash, with the time of its deletion. */
export const withdrawnDocument = z
  .object({ ...document.shape, $deletedAt: moment.nullable() })
  .meta({ id: 'WithdrawnDocument' });

export const trash = z.object({ total, documents: z.array(withdrawnDocument) }).meta({ id: 'Trash' });

/** Documents of several collections in one list, distinguished by `$collectionId`. */
export const misplaced = z.object({ total, documents: z.array(document) }).meta({ id: 'MisplacedDocuments' });

export const unusedFiles = z.object({ total, files: z.array(file) }).meta({ id: 'UnusedFiles' });

/**
 * Documents of several collections whose file has the same bytes, distinguished by `$collectionId`, and staged files
 * with these bytes.
 */
export const sameMaterials = z
  .object({
    total,
    documents: z.array(
      z.object({
        ...document.shape,
        $deletedAt: moment.nullable().meta({ description: 'Time at which the material was moved to the trash.' }),
        $hiddenAt: moment.nullable().meta({ description: 'Time since which only administrators see it.' }),
      }),
    ),
    staged: z
      .array(z.object({ $id: identifier, $createdAt: moment, path: z.string() }))
      .meta({ description: 'Staged files with these bytes that are not published, at most 100.' }),
  })
  .meta({ id: 'SameMaterials' });

export const similarMaterials = z
  .object({
    total,
    pairs: z.array(
      z.object({
        documents: z.tuple([document, document]),
        same: z.number().min(0).max(1).meta({ description: 'Fraction of words that both have in common.' }),
      }),
    ),
  })
  .meta({ id: 'SimilarMaterials' });

export const keptPair = z.object({ firstId: identifier, secondId: identifier });

export const removedSamples = z.object({ removed: z.int().min(0) }).meta({ id: 'RemovedSamples' });

/** The state of the library, for administrators. */
export const libraryState = z
  .object({
    version: z.string().meta({ description: 'The version of Examshelf that runs.' }),
    startedAt: moment,
    shelf: totals,
    /** Materials in the trash. */
    trash: z.int().min(0),
    /** The disk of the data folder; null if the system does not report it. */
    disk: z.object({ freeBytes: z.int().min(0), totalBytes: z.int().min(0) }).nullable(),
    memoryBytes: z.int().min(0),
    /** Pages by the state of text extraction for full-text search, and whether pages without text are recognised. */
    texts: z.object({
      waiting: z.int().min(0),
      reading: z.int().min(0),
      read: z.int().min(0),
      failed: z.int().min(0),
      postponed: z.int().min(0).meta({ description: 'Waiting pages whose text could not be extracted so far.' }),
      recognition: z.enum(['on', 'off', 'unavailable']),
      trouble: z.string().nullable().meta({
        description:
          'Reason why text can’t be extracted from any file, or from scanned pages, at the moment; null if it can.',
      }),
    }),
    /**
     * Backups: whether there is a daily backup, when the last successful backup of any kind began, and whether a later
     * one failed.
     */
    backup: z.object({ isDaily: z.boolean(), lastAt: moment.nullable(), hasFailed: z.boolean() }),
    /**
     * Errors of the last 24 hours, at most since the start: their number in each hour, oldest first, and each message
     * with the time it last occurred.
     */
    errors: z.object({
      hours: z.array(z.int().min(0)).length(24),
      messages: z.array(z.object({ message: z.string(), count: z.int().min(1), lastAt: moment })),
    }),
    /** The last hour, minute by minute, oldest first. */
    requests: z.array(
      z.object({
        requests: z.int().min(0),
        refused: z.int().min(0),
        failed: z.int().min(0),
        slowestMs: z.int().min(0),
      }),
    ),
  })
  .meta({ id: 'LibraryState' });

export const countsQuery = z.object({ facultyId: identifier.optional() });

export const pageQuery = z.object({
  limit: wholeNumber(1, 500).default(25),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const trashQuery = pageQuery.extend({
  kind: z.enum(materialKinds, `must be one of ${materialKinds.join(', ')}.`).optional(),
});
