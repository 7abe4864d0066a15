import { z } from 'zod';
import { compositionLimits, pageParts } from '#contract/composition.ts';
import { materialLimits } from '#domain/material.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { identifier, moment, newIdentifier, pdfFileName } from './value-schemas.ts';

/** The schemas of PDFs that are composed of pages (docs/decisions/0093-pages-of-a-pdf.md). */

const { maxPages, maxPapers, maxSources } = compositionLimits;
const maxJoined = maxSources - 1;
const { minYear, maxYear, titleLength } = materialLimits;
const pageRule = 'must be the number of a page, from 1.';

export const newComposition = z.object({
  fileId: newIdentifier,
  name: pdfFileName,
  pages: z
    .array(
      z.object({
        fileId: identifier.meta({ description: 'A finished PDF.' }),
        page: z.int(pageRule).min(1, pageRule).max(100_000, pageRule),
        turn: z
          .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], 'must be 0, 90, 180 or 270.')
          .default(0)
          .meta({ description: 'Degrees clockwise, beyond the rotation with which the library shows the page.' }),
        part: z
          .enum(pageParts, `must be one of ${pageParts.join(', ')}.`)
          .nullable()
          .default(null)
          .meta({
            description: 'Only this half of the page as the library shows it, before `turn`; null for the whole page.',
          }),
      }),
      'must be a list of pages.',
    )
    .min(1, 'must have a page.')
    .max(maxPages, `must have at most ${maxPages} pages.`)
    .meta({ description: 'The pages of the new PDF, in order. A page may occur several times.' }),
});

export const composition = z
  .object({
    fileId: identifier.meta({ description: 'The file of the new PDF, once it is made.' }),
    state: z.enum(['making', 'made']).meta({ description: '`making`: send the same request again to wait for it.' }),
  })
  .meta({ id: 'Composition' });

const titleRule = `must be one line of 1 to ${titleLength} characters.`;
const yearRule = `must be a whole number from ${minYear} to ${maxYear}, or null.`;

export const pagesReplacement = z.object({
  changeId: identifier.meta({
    description: 'An id of your own, for undoing the change and for repeating the request.',
  }),
  fileId: identifier.meta({ description: 'The new file of the material, such as a composed PDF.' }),
  unchangedSince: moment
    .optional()
    .meta({ description: 'The `$updatedAt` that you have read. 409 if the material was changed since.' }),
  papers: z
    .array(
      z.object({
        id: identifier.meta({ description: 'The id of the new document.' }),
        fileId: identifier,
        title: z.string(titleRule).overwrite(plainLine).min(1, titleRule).max(titleLength, titleRule),
        year: z.int(yearRule).min(minYear, yearRule).max(maxYear, yearRule).nullable(),
        yearBs: z.int('must be a year of Bikram Sambat, or null.').nullable().default(null),
      }),
      'must be a list of new documents.',
    )
    .max(maxPapers, `must have at most ${maxPapers} new documents.`)
    .default([])
    .meta({ description: 'New documents of the same collection, in the same place and with the same permissions.' }),
  joined: z
    .array(z.object({ id: identifier, unchangedSince: moment.optional() }), 'must be a list of documents.')
    .max(maxJoined, `must have at most ${maxJoined} documents.`)
    .default([])
    .meta({
      description:
        'Documents of any collection whose pages are in the new file. They go to the trash. Their permissions must be those of the document.',
    }),
});

export const replacedPages = z
  .object({
    id: identifier.meta({ description: 'The id of the change, for undoing it.' }),
    materials: z.int().min(1).meta({ description: 'Number of changed, new and joined documents.' }),
  })
  .meta({ id: 'ReplacedPages' });
