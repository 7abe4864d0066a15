import { z } from 'zod';
import { materialKinds, materialLimits } from '#domain/material.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import { pageSources, type SearchFacets, type SearchSuggestions } from '#contract/search.ts';
import { document } from './document-schemas.ts';
import { total, wholeNumber } from './value-schemas.ts';

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
  limit: wholeNumber(1, 50).default(10),
  offset: wholeNumber(0, 1_000_000).default(0),
});

export const suggestQuery = z.object({ q: words.default('') });

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

export const searchFindings = z
  .object({
    total,
    matched: z.enum(['all', 'some']).meta({
      description: '`some` if nothing has all the words: the results are then those with most of them.',
    }),
    didYouMean: z.string().nullable().meta({ description: 'The query with its misspelt words corrected, or null.' }),
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
  })
  .meta({ id: 'SearchFindings' });

export const searchSuggestions = z
  .object({
    subjects: z.array(
      z.object({
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
      }),
    ),
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
