import { z } from 'zod';
import { materialKinds, materialLimits } from '#domain/material.ts';
import { doubts, manualFields } from '#domain/guess/names/place-fields.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { acceptedStates } from '#contract/publication.ts';
import { stagedFilters, stagingLimits } from '#contract/staging.ts';
import { photographLimits } from '#contract/photographs.ts';
import { digest, identifier, moment, total, wholeNumber } from './value-schemas.ts';

/** Staged files: stored and judged, but not published yet (docs/decisions/0036-staging.md). */

const kind = z.enum(materialKinds);
const confidence = z.number().min(0).max(1);
function field<Value extends z.ZodType>(value: Value) {
  return z.object({
    value: value.nullable(),
    source: z.enum(['manual', 'inherited', 'guess', 'none']).meta({
      description: '`manual`: set by hand. `inherited`: set by hand for a file like it, see `inheritedFrom`.',
    }),
    confidence: confidence.meta({
      description: '1 for manual values; less for values that are inherited by folder alone.',
    }),
    from: z.array(z.string()).meta({ description: 'The grounds of the guess, in words.' }),
    inheritedFrom: identifier
      .nullable()
      .meta({ description: 'The id of the staged file that the value is inherited from.' }),
  });
}

const text = z.string();

/** The place of a file, in the fields of a material. */
const placed = {
  title: z.string(),
  fields: z.object({
    facultyId: field(text),
    semesterId: field(text),
    subject: field(text),
    kind: field(kind),
    year: field(z.int()).extend({ bs: z.int().nullable().meta({ description: 'As written, in Bikram Sambat.' }) }),
  }),
  alternatives: z.array(z.object({ facultyId: z.string(), semesterId: z.string(), subject: z.string(), confidence })),
  doubtful: z.array(z.enum(doubts)).meta({
    description:
      'Fields that its kind needs and that are missing, not in the catalogue, or guessed with less than 0.9; `rights`: its first page reserves all rights, and `mayPublish` is not set.',
  }),
  against: z.array(z.string()).meta({
    description: 'Evidence against the guessed place, in words: another university, another term.',
  }),
};

export const stagedDuplicate = z.object({
  how: z.enum(['bytes', 'text']).meta({ description: '`text`: nearly the same text.' }),
  share: confidence.meta({ description: 'The fraction of words that both have; 1 for the same bytes.' }),
  materialId: identifier.nullable(),
  stagedId: identifier.nullable(),
  title: z.string().meta({ description: 'The title of the material, or the path of the staged file.' }),
  subject: z.string().nullable().meta({ description: 'Of the material.' }),
  isInTrash: z.boolean(),
  isHidden: z.boolean().meta({ description: 'Only administrators see the material.' }),
  since: moment.nullable().meta({ description: 'When it was moved to the trash or hidden.' }),
});

export const stagedFile = z
  .object({
    $id: identifier,
    $createdAt: moment,
    $updatedAt: moment,
    path: z.string().meta({ description: 'The path that says most about where the file belongs.' }),
    otherPaths: z.array(z.string()).meta({
      description: `Further paths under which the same bytes were staged, by name; at most ${stagingLimits.maxListedPaths}.`,
    }),
    pathCount: z
      .int()
      .min(1)
      .meta({ description: `The number of its paths, \`path\` included. At most ${stagingLimits.maxPaths}.` }),
    size: z.int().min(0),
    digest: z.string(),
    fileId: identifier.meta({ description: 'Upload its bytes under this id.' }),
    state: z.enum(['waiting', 'reading', 'checked', 'published']).meta({
      description:
        '`waiting` for its bytes; `reading`: its first page is being read; `checked`: all checks are done; `published`.',
    }),
    hasUpload: z
      .boolean()
      .meta({ description: 'Some of its bytes have arrived: request its file, then send the rest.' }),
    documentId: identifier.nullable().meta({
      description:
        'While it is `waiting`: the stored office document of which its PDF is still to be made, see `POST /photographs`.',
    }),
    refusal: z.string().nullable().meta({
      description: 'Why the library refused its bytes; null once bytes are accepted.',
    }),
    ...placed,
    isTitleManual: z.boolean(),
    confidence: confidence.meta({ description: 'The lowest confidence of the fields that its kind needs.' }),
    isReady: z.boolean().meta({ description: 'Checked, nothing doubtful, no duplicate, no warning.' }),
    fileType: z.string().nullable(),
    pageCount: z.int().nullable(),
    warning: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be read: damaged, or locked without a password.' }),
    filePassword: z.string().nullable(),
    filePasswordNote: z.string().nullable(),
    duplicates: z.array(stagedDuplicate),
    materialId: identifier.nullable().meta({ description: 'The material it was published as; null before.' }),
    revision: z.int().min(0),
  })
  .meta({ id: 'StagedFile' });

const revision = z.string().meta({ description: 'Send it as `since` to get the changes after this response.' });

const counts = z
  .object(
    Object.fromEntries(stagedFilters.map((name) => [name, z.int().min(0)])) as Record<
      (typeof stagedFilters)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'StagedCounts' });

const ids = z
  .array(identifier, 'must be a list of ids.')
  .min(1, 'must name at least one file.')
  .max(stagingLimits.maxIds, `must name at most ${stagingLimits.maxIds} files.`);

/** Maximum length in UTF-16 code units. Guessing reads only the head of the first page. */
const maxFirstPage = 20_000;
const firstPageRule = `must be text of at most ${maxFirstPage} characters.`;

const pathRule = `must be a path of 1 to ${stagingLimits.maxPath} characters.`;

const path = z
  .string(pathRule)
  .min(1, pathRule)
  .max(stagingLimits.maxPath, pathRule)
  .refine((sent) => sent.isWellFormed() && !sent.includes('\0'), 'must be well-formed text.');
const size = z.int('must be the size in bytes.').min(1, 'must be at least 1: the file is empty.');

export const guessedFile = z.object({
  path: path.meta({ description: 'The name of the file, with its folders if they are known.' }),
  firstPage: z
    .string(firstPageRule)
    .max(maxFirstPage, firstPageRule)
    .nullable()
    .default(null)
    .meta({ description: 'The text of its first page, a line on each line.' }),
  pageCount: z.int('must be a number of pages.').min(1).nullable().default(null),
});

export const fileGuess = z.object(placed).meta({ id: 'FileGuess' });

export const newStagedFiles = z.object({
  files: z
    .array(z.object({ path, size, digest }), 'must be a list of files.')
    .min(1, 'must have at least one file.')
    .max(stagingLimits.maxBatch, `must have at most ${stagingLimits.maxBatch} files.`),
});

export const newStagedPhotographs = z.object({
  pdfs: z
    .array(
      z.object({
        path: path.meta({ description: 'The path the PDF will have.' }),
        photographs: z
          .array(z.object({ digest, size }), 'must be a list of photographs.')
          .min(1, 'must have a photograph.')
          .max(photographLimits.maxPages, `must have at most ${photographLimits.maxPages} photographs.`)
          .meta({ description: 'In the order of the pages.' }),
      }),
      'must be a list of PDFs.',
    )
    .min(1, 'must have at least one PDF.')
    .max(photographLimits.maxBatch, `must have at most ${photographLimits.maxBatch} PDFs.`),
});

export const stagedBatch = z
  .object({
    revision,
    created: z.int().min(0).meta({ description: 'The number of digests that were not staged before.' }),
    files: z.array(stagedFile).meta({
      description: 'In the order of the request. Two paths of one digest list the same file twice.',
    }),
  })
  .meta({ id: 'StagedBatch' });

export const stagingQuery = z.object({
  filter: z.enum(stagedFilters, `must be one of ${stagedFilters.join(', ')}.`).default('open'),
  limit: wholeNumber(1, stagingLimits.maxPage).default(100),
  cursor: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'The `next` of the previous page.' }),
});

export const stagedList = z
  .object({
    total,
    revision,
    counts,
    files: z.array(stagedFile),
    next: z.int().nullable().meta({ description: 'The `cursor` of the next page; null at the end.' }),
  })
  .meta({ id: 'StagedFileList' });

export const stagingChangesQuery = z.object({
  since: z
    .string('must be a revision.')
    .max(60, 'must be a revision.')
    .meta({ description: 'The `revision` of an earlier response.' }),
  limit: wholeNumber(1, stagingLimits.maxPage).default(100),
});

export const stagingChanges = z
  .object({
    revision: revision.meta({ description: 'For the next request; if `hasMore`, there are more changes already.' }),
    isReset: z.boolean().meta({ description: 'The changes since then are no longer known: read the list again.' }),
    hasMore: z.boolean(),
    counts,
    files: z.array(stagedFile).meta({ description: 'Changed or new files, the earliest change first.' }),
    removed: z.array(identifier).meta({ description: 'Ids of discarded or forgotten files.' }),
  })
  .meta({ id: 'StagingChanges' });

const manual = z.object({
  facultyId: z.string().min(1).max(255).optional(),
  semesterId: z.string().min(1).max(255).optional(),
  subject: z.string().min(1).max(255).optional(),
  kind: kind.optional(),
  year: z
    .int()
    .min(materialLimits.minYear)
    .max(materialLimits.maxYear)
    .nullable()
    .optional()
    .meta({ description: 'AD; `null` means "has no year".' }),
  bsYear: z.int().min(1900).max(2300).nullable().optional(),
  title: z.string().overwrite(plainLine).min(1).max(materialLimits.titleLength).optional(),
  mayPublish: z
    .literal(true)
    .optional()
    .meta({ description: 'It may be published although its first page reserves all rights.' }),
  filePassword: z.string().trim().min(1).max(materialLimits.filePasswordLength).optional().meta({
    description: 'The password that opens the locked files; refused if it does not open them. Readers see it.',
  }),
  filePasswordNote: z
    .string()
    .overwrite(plainLine)
    .min(1)
    .max(materialLimits.filePasswordNoteLength)
    .optional()
    .meta({ description: 'A note on the password for readers.' }),
});

const settable = [...manualFields, 'mayPublish', 'filePassword', 'filePasswordNote'] as const;

export const manualUpdate = z.object({
  ids,
  manual: manual.default({}).meta({ description: 'Values set by hand; other fields stay as they are.' }),
  forget: z
    .array(z.enum(settable, `must be fields of ${settable.join(', ')}.`), 'must be a list of fields.')
    .max(settable.length)
    .default([])
    .meta({ description: 'Fields to reset to the guess.' }),
});

export const stagedUpdated = z
  .object({
    revision,
    changed: z.int().min(0).meta({ description: 'The number of changed files among the named ones.' }),
    skipped: z.array(identifier).meta({ description: 'Files that are published or no longer staged.' }),
    files: z.array(stagedFile).meta({ description: 'The named files; files that inherit are in `/staging/changes`.' }),
  })
  .meta({ id: 'StagedUpdated' });

export const stagedIds = z.object({ ids });

export const stagedDiscarded = z
  .object({
    revision,
    discarded: z.int().min(0),
    kept: z
      .array(z.object({ id: identifier, reason: z.string() }))
      .meta({ description: 'Rows whose file was not deleted, because a material uses it.' }),
  })
  .meta({ id: 'StagedDiscarded' });

export const acceptedList = z
  .array(z.enum(acceptedStates), `must be a list of ${acceptedStates.join(', ')}.`)
  .max(acceptedStates.length)
  .default([])
  .meta({ description: 'Also publish files that are doubtful, in the library already, damaged or locked.' });

export const stagedPublishing = z.object({
  ids: z
    .array(identifier, 'must be a list of ids.')
    .min(1, 'must name at least one file.')
    .max(stagingLimits.maxBatch, `must name at most ${stagingLimits.maxBatch} files.`),
  accept: acceptedList,
  publicationId: identifier.optional().meta({
    description: 'From `/staging/publications`. Without it, this request is a separate publication.',
  }),
});

export const stagedPublished = z
  .object({
    revision,
    publicationId: identifier.nullable().meta({
      description: 'The id of the publication, for undoing it; null if this request began none.',
    }),
    results: z
      .array(
        z.object({
          id: identifier,
          outcome: z.enum(['published', 'already-published', 'refused']),
          materialId: identifier.nullable(),
          reason: z.string().nullable().meta({ description: 'Why it was refused, as a sentence for people.' }),
        }),
      )
      .meta({ description: 'In the order of the ids.' }),
  })
  .meta({ id: 'StagedPublished' });
