import { z } from 'zod';
import { materialKinds, materialLimits } from '#domain/material.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import {
  pageSources,
  type CatalogueSubject,
  type SearchFacets,
  type SearchSuggestions,
  type UnderstoodSearch,
} from '#contract/search.ts';
import { document } from './document-schemas.ts';
import { flag, language, total, wholeNumber } from './value-schemas.ts';

/** Full-text search. */

const kind = z.enum(materialKinds, `must be one of ${materialKinds.join(', ')}.`);

/** Maximum number of values of a filter; the catalogue has fewer terms. */
const maxValues = 50;
const anyOf = <Value extends z.ZodType>(value: Value) =>
  z.array(value).max(maxValues, `may be given at most ${maxValues} times.`).default([]);
const name = z.string().max(255, 'must have at most 255 characters.');

const words = z.string().max(maxQueryLength, `must have at most ${maxQueryLength} characters.`);

export const searchQuery = z.object({
  q: words.default('').meta({
    description:
      'Words that must all be found, `"phrases in quotes"`, `-word` to leave out, `one OR another`. The last word also finds longer words unless a space follows.',
  }),
  kind: anyOf(kind),
  facultyId: anyOf(name),
  semesterId: anyOf(name),
  subject: anyOf(name),
  year: anyOf(wholeNumber(materialLimits.minYear, materialLimits.maxYear)),
  yearBs: anyOf(wholeNumber(materialLimits.minYearBs, materialLimits.maxYearBs)),
  asTyped: flag.default(false).meta({
    description: 'True to search for the words as they are, without corrections and without `understood`.',
  }),
  limit: wholeNumber(1, 50).default(10),
  offset: wholeNumber(0, 1_000_000).default(0),
  language,
});

export const suggestQuery = z.object({ q: words.default(''), language });

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int().min(1) }));

const facets = z.object({
  kind: counted(z.enum(materialKinds)),
  facultyId: counted(z.string()),
  semesterId: counted(z.string()),
  subject: counted(z.string()),
  year: counted(z.int()),
  yearBs: counted(z.int()),
}) satisfies z.ZodType<SearchFacets>;

const foundPage = z
  .object({
    page: z.int().min(1),
    source: z.enum(pageSources),
    excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
  })
  .meta({ id: 'FoundPage', description: 'A page that matches. The pieces of its excerpt joined are a text.' });

const catalogueSubject = z.object({
  facultyId: z.string(),
  facultyName: z.string(),
  semesterId: z.string(),
  termName: z.string(),
  subject: z.string(),
  code: z.string().nullable(),
  slug: z.string(),
  alsoIn: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names of the other faculties with a subject of this name.' }),
}) satisfies z.ZodType<CatalogueSubject>;

const understood = z
  .object({
    subjects: z.array(catalogueSubject.extend({ totals: z.record(z.enum(materialKinds), z.int().min(0)) })),
    terms: z.array(
      z.object({
        facultyId: z.string(),
        facultyName: z.string(),
        semesterId: z.string().nullable(),
        termName: z.string().nullable(),
      }),
    ),
    applied: z
      .object({
        q: z.string(),
        kind: z.array(kind).readonly(),
        facultyId: z.array(z.string()).readonly(),
        semesterId: z.array(z.string()).readonly(),
        subject: z.array(z.string()).readonly(),
        year: z.array(z.int()).readonly(),
        yearBs: z.array(z.int()).readonly(),
      })
      .nullable(),
  })
  .meta({
    id: 'UnderstoodSearch',
    description:
      'The subjects, faculties and terms that the text names. `applied` has the words and filters that were searched instead of the text, or null.',
  }) satisfies z.ZodType<UnderstoodSearch>;

export const searchFindings = z
  .object({
    total,
    matched: z.enum(['all', 'some']).meta({
      description: '`some` if nothing has all the words: the results are then those with most of them.',
    }),
    didYouMean: z.string().nullable().meta({ description: 'The query with its misspelt words corrected, or null.' }),
    isCorrected: z.boolean().meta({
      description: 'True if the results are those of `didYouMean`, because nothing has the words as typed.',
    }),
    excluded: z.array(z.object({ text: z.string(), q: z.string() })).meta({
      description: 'The words that results must not have (`-heap`), each with the query that allows it.',
    }),
    facets: facets.meta({
      description:
        'Number of found materials with each value. A facet counts the results with all filters except the one of its own name.',
    }),
    results: z.array(
      z.object({
        kind: z.enum(materialKinds),
        document,
        pagesTotal: z.int().min(0).meta({ description: 'Number of pages of the material that match.' }),
        pages: z.array(foundPage).meta({
          description: 'The best pages, best first; empty if only title, subject, faculty or year match.',
        }),
      }),
    ),
    understood: understood.optional(),
  })
  .meta({ id: 'SearchFindings' });

export const searchSuggestions = z
  .object({
    subjects: z.array(catalogueSubject),
    materials: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(materialKinds),
        title: z.string(),
        subject: z.string(),
        year: z.int().nullable(),
        yearBs: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'SearchSuggestions' }) satisfies z.ZodType<SearchSuggestions>;
