import { z } from 'zod';
import { materialKinds } from '#domain/material.ts';
import { maxPageTexts } from '#contract/material-text.ts';
import { pageSources } from '#contract/search.ts';
import { pageQuery } from './addition-schemas.ts';
import { total, wholeNumber } from './value-schemas.ts';

/** The schemas of the routes about the text of files, page by page. */

const count = z.int().min(0);

const fraction = z.number().min(0).max(1);

const quarterTurn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

const turnedRange = z.object({ first: z.int().min(1), last: z.int().min(1), degrees: quarterTurn });

/** Maximum length of the list, for a book that was scanned carelessly. */
const maxTurnedRanges = 1000;

export const turnedPages = z
  .object({
    turned: z
      .array(turnedRange.refine(({ first, last }) => first <= last, 'first must not be greater than last.'))
      .max(maxTurnedRanges)
      .meta({ description: 'Degrees clockwise by which pages are shown rotated beyond the rotation in their file.' }),
  })
  .meta({ id: 'TurnedPages' });

const word = z.object({
  text: z.string(),
  box: z.tuple([fraction, fraction, fraction, fraction]).meta({
    description: 'Left, top, width and height, as fractions of the page as shown.',
  }),
  confidence: z.number().min(0).max(100),
  turn: quarterTurn.meta({
    description: 'Degrees clockwise by which the word is rotated on the page as shown.',
  }),
});

export const pageText = z
  .object({
    page: z.int().min(1),
    source: z.enum(pageSources).meta({
      description:
        '`text`: the text of the PDF itself. `ocr`: recognised in a picture of the page. `html`: a web page.',
    }),
    text: z.string().meta({ description: 'One line of the page per line.' }),
    lines: z
      .array(z.object({ words: z.array(word) }))
      .nullable()
      .meta({ description: 'Positions of the words; null unless the text was recognised.' }),
  })
  .meta({ id: 'PageText' });

export const pageTextsQuery = z.object({ from: wholeNumber(1, 1_000_000).default(1) });

export const pageTexts = z
  .object({
    pages: z.array(pageText).max(maxPageTexts),
    next: z.int().min(2).nullable().meta({ description: 'The next page with text; null if there is none.' }),
  })
  .meta({ id: 'PageTexts' });

export const materialText = z
  .object({
    pagesTotal: count.meta({ description: '0 if they were not counted yet; 1 for a web page.' }),
    pagesRead: count.meta({ description: 'Number of pages with text at `pages/{page}/text`.' }),
    recognised: z.array(z.tuple([z.int().min(1), z.int().min(1)])).meta({
      description: 'Ranges of pages whose text was recognised in a picture of the page, both ends inclusive.',
    }),
    turned: z.array(turnedRange).meta({
      description:
        'Pages that are shown rotated clockwise by this number of degrees beyond the rotation in their file, because their text is upright then, or because an administrator has rotated them. Pictures of pages and boxes of words are rotated already; the file itself is not.',
    }),
  })
  .meta({ id: 'MaterialText' });

const pageCounts = { waiting: count, reading: count, read: count, failed: count };

export const searchState = z.object(pageCounts).meta({ id: 'SearchState' });

const failures = z
  .array(z.object({ page: z.int().min(1), reason: z.string() }))
  .meta({ description: 'The first pages whose text could not be extracted, with the reason.' });

export const readingState = z
  .object({
    ...pageCounts,
    skipped: count.meta({ description: 'Pages whose text is never extracted, because the file has too many.' }),
    failures,
    postponed: z.array(z.object({ page: z.int().min(1), reason: z.string(), tries: z.int().min(1) })).meta({
      description:
        'The first of the waiting pages whose text could not be extracted so far, with the reason and the number of attempts. They are retried after growing pauses, five times in total.',
    }),
  })
  .meta({ id: 'ReadingState' });

export const unreadMaterials = z
  .object({
    total,
    materials: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(materialKinds),
        title: z.string(),
        ...readingState.shape,
      }),
    ),
    files: z.array(z.object({ fileId: z.string(), name: z.string(), ...readingState.shape })).meta({
      description: 'Files without a material, such as those of an import.',
    }),
  })
  .meta({ id: 'UnreadMaterials' });

/** `postponed`: waiting after an attempt that failed. */
export const unreadStates = ['waiting', 'failed', 'postponed'] as const;
export type UnreadState = (typeof unreadStates)[number];

export const unreadQuery = pageQuery.extend({
  state: z.enum(unreadStates, 'must be waiting, failed or postponed.').default('failed'),
  limit: wholeNumber(1, 100).default(25),
});

export const retriedPages = z.object({ retried: count }).meta({ id: 'RetriedPages' });
