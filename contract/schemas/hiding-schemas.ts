import { z } from 'zod';
import { plainLine } from '#domain/text/plain-line.ts';
import { maxHidingReasonLength } from '#contract/hiding.ts';
import { document } from './document-schemas.ts';
import { identifier, moment, total } from './value-schemas.ts';
import { pageQuery } from './addition-schemas.ts';

/** Hidden materials: those that only administrators may read. */

const reasonRule = `must be one line of 1 to ${maxHidingReasonLength} characters.`;

export const hidingRequest = z.object({
  reason: z
    .string(reasonRule)
    .overwrite(plainLine)
    .min(1, reasonRule)
    .max(maxHidingReasonLength, reasonRule)
    .meta({ description: 'Only administrators see it.' }),
});

/** A hidden document, with the time and reason of hiding. */
export const hiddenDocument = z
  .object({
    ...document.shape,
    $hiddenAt: moment,
    $hiddenReason: z
      .string()
      .nullable()
      .meta({ description: 'Null if the material was hidden by changing its permissions.' }),
  })
  .meta({ id: 'HiddenDocument' });

/** The maximum on a page of a list. */
const maxIds = 100;
const idsRule = `must be at most ${maxIds} ids.`;

export const hiddenQuery = pageQuery.extend({
  id: z
    .array(identifier)
    .max(maxIds, idsRule)
    .default([])
    .meta({ description: 'Only these; the parameter may be repeated.' }),
});

export const hiddenList = z.object({ total, documents: z.array(hiddenDocument) }).meta({ id: 'HiddenDocuments' });
