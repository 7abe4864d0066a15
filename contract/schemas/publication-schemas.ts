import { z } from 'zod';
import { materialKinds } from '#domain/material.ts';
import { publishStates, type PublicationSummary, type PublicationUndoOutcome } from '#contract/publication.ts';
import { stagingLimits } from '#contract/staging.ts';
import { undoOutcome } from './inventory-schemas.ts';
import { acceptedList } from './staging-schemas.ts';
import { identifier, moment, wholeNumber } from './value-schemas.ts';

/** The schemas of publications of staged files: preview, list and undo. */

const count = z.int().min(0);
const kind = z.enum(materialKinds);

const ids = z
  .array(identifier, 'must be a list of ids.')
  .min(1, 'must name at least one file.')
  .max(stagingLimits.maxFiles, `must name at most ${stagingLimits.maxFiles.toLocaleString('en')} files.`)
  .meta({ description: 'The staged files to publish together.' });

export const publicationPreview = z.object({ ids, accept: acceptedList });

export const newPublication = z.object({ ids });

export const begunPublication = z
  .object({
    id: identifier.meta({ description: 'Send it as `publicationId` with each request that publishes files.' }),
  })
  .meta({ id: 'BegunPublication' });

const byKind = z.array(z.object({ kind, count }));
const sources = z
  .array(z.string())
  .meta({ description: 'The folders and archives that were imported; an empty text stands for single files.' });
const state = z.enum(publishStates);

export const publicationSummary = z
  .object({
    total: count.meta({ description: 'Number of the named files that are staged.' }),
    included: count.meta({
      description: 'Number of these files that would be published. The following values are about them.',
    }),
    ids: z.array(identifier).meta({ description: 'Which ones.' }),
    states: z.array(z.object({ state, count, isIncluded: z.boolean() })).meta({
      description:
        'Reasons why files are not published, for all named ones, each counted once; `isIncluded`: accepted. `refused`: the kind does not accept such a file or value.',
    }),
    unseen: count.meta({ description: 'Files without a value that was set or confirmed by hand.' }),
    kinds: byKind,
    places: z.array(
      z.object({
        facultyId: z.string(),
        facultyName: z.string(),
        semesterId: z.string(),
        termName: z.string(),
        subject: z.string(),
        kinds: byKind,
        count,
      }),
    ),
    years: z.array(z.object({ year: z.int().nullable(), yearBs: z.int().nullable(), count })),
    unready: z
      .array(z.object({ id: identifier, path: z.string(), state, reason: z.string(), isIncluded: z.boolean() }))
      .meta({ description: 'The first of the named files that are not ready, with the reason.' }),
    unreadyTotal: count,
    sources,
    seconds: count.meta({ description: 'Longest time that publishing them may take.' }),
  })
  .meta({ id: 'PublicationSummary' }) satisfies z.ZodType<PublicationSummary>;

export const publicationsQuery = z.object({ limit: wholeNumber(1, 100).default(50) });

export const publicationList = z
  .object({
    publications: z.array(
      z.object({
        id: identifier,
        sources,
        userName: z.string().meta({ description: 'The user who started the publication; empty if unknown.' }),
        begunAt: moment,
        published: count.meta({ description: 'Number of materials of the publication that were not unpublished.' }),
      }),
    ),
  })
  .meta({ id: 'PublicationList' });

const flagRule = 'must be true or false.';
const changedDescription =
  'Also unpublish materials that were edited, hidden or moved to the trash since. Edits stay with the staged file.';

export const publicationUndoQuery = z.object({
  takesChanged: z
    .enum(['true', 'false'], flagRule)
    .transform((sent) => sent === 'true')
    .default(false)
    .meta({ description: changedDescription, type: 'boolean', enum: undefined, default: false }),
});

export const publicationUndoRequest = z.object({
  takesChanged: z.boolean(flagRule).default(false).meta({ description: changedDescription }),
});

export const publicationUndo = z
  .object({
    ...undoOutcome.shape,
    takeable: count.meta({
      description: 'Number of the remaining materials that can be unpublished with `takesChanged`.',
    }),
  })
  .meta({ id: 'PublicationUndo' }) satisfies z.ZodType<PublicationUndoOutcome>;
