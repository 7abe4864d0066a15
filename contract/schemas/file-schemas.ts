import { z } from 'zod';
import {
  identifier,
  moment,
  newIdentifier,
  permissions,
  queries,
  sentPermissions,
  total,
  wantsTotal,
  wholeNumber,
} from './value-schemas.ts';

/** The schemas of stored files. */

export const file = z
  .object({
    $id: identifier,
    bucketId: z.string(),
    $createdAt: moment,
    $updatedAt: moment,
    $permissions: permissions,
    name: z.string().max(255),
    folder: z.string().max(255),
    key: z.string(),
    signature: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .meta({ description: 'SHA-256 of the bytes; empty while pending.' }),
    mimeType: z.string().meta({ description: 'Detected from name and bytes; empty while pending.' }),
    sizeOriginal: z.int().min(0),
    sizeActual: z.int().min(0).meta({ description: 'In bytes; 0 while pending.' }),
    chunksTotal: z.int().min(1),
    chunksUploaded: z.int().min(0),
    encryption: z.boolean(),
    compression: z.string(),
    warning: z
      .string()
      .nullable()
      .meta({ description: 'A warning for the uploader (a damaged or locked PDF), or null. Our addition.' }),
  })
  .meta({ id: 'File' });

export const fileList = z.object({ total, files: z.array(file) }).meta({ id: 'FileList' });

export const folderLength = 255;

/** A virtual folder such as `photos/2026`; `''` is the bucket's root. */
export const folder = z.string().max(folderLength, `must have at most ${folderLength} characters.`);

/** The fields of an upload's form next to its file, in any order. */
export const uploadFields = z.object({
  fileId: newIdentifier.optional(),
  permissions: sentPermissions,
  folder: folder.default(''),
});

export const listFilesQuery = z.object({
  queries,
  search: z
    .string()
    .max(256, 'must have at most 256 characters.')
    .optional()
    .meta({ description: 'Text to find in ids and names.' }),
  total: wantsTotal,
});

const fileNameRule = 'must be text of 1 to 255 characters.';

export const changedFile = z.object({
  name: z.string(fileNameRule).min(1, fileNameRule).max(255, fileNameRule).nullish(),
  permissions: sentPermissions,
});

const outputs = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'auto'] as const;

export const downloadQuery = z.object({
  name: z.string().optional().meta({ description: 'Saved under this name, with the extension that fits its content.' }),
});

const copies = ['reading'] as const;

const copy = z
  .enum(copies, `must be ${copies.join(' or ')}.`)
  .optional()
  .meta({
    description:
      '`reading`: a copy of the PDF made to open faster in a reader; if there is none, the file itself. Our addition.',
  });

const as = z.enum(['bytes'], 'must be bytes.').optional().meta({
  description:
    '`bytes`: a PDF as `application/octet-stream` and without its name, for readers on computers where another program intercepts every PDF. Our addition.',
});

export const viewQuery = z.object({ copy, as });

export const previewQuery = z.object({
  copy,
  as,
  width: wholeNumber(0, 4000).optional(),
  height: wholeNumber(0, 4000).optional().meta({
    description:
      'With a `width` that makes the shape of link previews (1280 × 672), crops the picture to it from the top. With any other `width` it is ignored. On its own it counts as `width`.',
  }),
  page: wholeNumber(1, 100_000)
    .optional()
    .meta({ description: 'The page of a PDF to make a picture of. Our addition.' }),
  output: z
    .enum(outputs, `must be one of ${outputs.join(', ')}.`)
    .optional()
    .meta({
      description:
        '`auto`: AVIF for a browser that accepts it (`Accept: image/avif`), else WebP; `Vary` says so. Our addition.',
    }),
});
