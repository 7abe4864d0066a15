import { z } from 'zod';
import { photographLimits } from '#contract/photographs.ts';
import { digest, identifier, newIdentifier, pdfFileName, total } from './value-schemas.ts';

/**
 * The schemas of a PDF made from photographs (docs/decisions/0038-photographs-become-one-pdf.md), or of an office document
 * (docs/decisions/0092-office-documents.md).
 */

const turn = z
  .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], 'must be 0, 90, 180 or 270.')
  .meta({ description: 'Rotation in degrees clockwise, in addition to the automatic one.' });

const photograph = {
  fileId: identifier.meta({ description: 'A finished JPEG, PNG, WebP or HEIC file, or an office document.' }),
  turn,
  keepsWhole: z.boolean('must be true or false.').meta({
    description: 'True leaves shape and light unchanged: the photograph is only rotated upright by its EXIF.',
  }),
};

const linked = z.object({ ...photograph, name: z.string(), sizeOriginal: z.int().min(0) });

export const newPhotographPdf = z.object({
  fileId: newIdentifier,
  name: pdfFileName,
  photographs: z
    .array(
      z.object({
        ...photograph,
        turn: turn.default(0),
        keepsWhole: photograph.keepsWhole.default(false),
      }),
      'must be a list of photographs.',
    )
    .min(1, 'must have a photograph.')
    .max(photographLimits.maxPages, `must have at most ${photographLimits.maxPages} photographs.`)
    .meta({ description: 'In the order of the pages; or one office document alone.' }),
});

export const photographPdf = z
  .object({
    fileId: identifier.meta({ description: 'The file of the PDF, once it is finished.' }),
    state: z.enum(['waiting', 'making', 'made', 'failed']),
    done: z.int().min(0).meta({ description: 'Number of finished pages.' }),
    total: z.int().min(1),
    failure: z
      .object({
        message: z.string().meta({ description: 'What happened and what to do.' }),
        fileId: identifier.nullable().meta({ description: 'The photograph that could not be made into a page.' }),
      })
      .nullable(),
    photographs: z.array(linked),
  })
  .meta({ id: 'PhotographPdf' });

export const photographList = z.object({ total, photographs: z.array(linked) }).meta({ id: 'PhotographList' });

export const photographDigests = z.object({
  digests: z
    .array(digest, 'must be a list of digests.')
    .min(1, 'must have at least one digest.')
    .max(photographLimits.maxDigests, `must have at most ${photographLimits.maxDigests} digests.`),
});

export const photographedPdfs = z
  .object({
    pdfs: z.array(
      z.object({
        fileId: identifier.meta({ description: 'The file of the PDF, once it is finished.' }),
        stagedId: identifier.nullable(),
        materialId: identifier.nullable(),
        path: z.string().nullable().meta({ description: 'Of the staged file.' }),
        title: z.string().meta({ description: 'The title of the material, or the path of the staged file.' }),
        state: z.enum(['waiting', 'staged', 'published', 'hidden', 'trash']).meta({
          description:
            '`waiting`: staged, and not made yet; `staged`: made, and not published; `hidden`: only administrators see the material.',
        }),
        photographs: z.array(z.string()).meta({ description: 'The digests of all its photographs, in their order.' }),
      }),
    ),
  })
  .meta({ id: 'PhotographedPdfs' });
