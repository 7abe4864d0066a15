import { z } from 'zod';
import {
  maxBulkMaterials,
  maxHidingReasonLength,
  type BulkOutcome,
  type BulkStep,
  type RefusedRow,
  type UndoOutcome,
} from '#contract/bulk-change.ts';
import {
  inventorySorts,
  inventoryTraits,
  maxInventoryPage,
  maxInventoryWordsLength,
  type InventoryFilter,
} from '#contract/inventory.ts';
import type { UndoableEntry } from '#contract/undo.ts';
import { materialKinds, materialLimits } from '#domain/material.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { pageQuery } from './addition-schemas.ts';
import { document } from './document-schemas.ts';
import { identifier, moment, total, wholeNumber, problem } from './value-schemas.ts';

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
const hiddenIdsRule = `must be at most ${maxIds} ids.`;

export const hiddenQuery = pageQuery.extend({
  id: z
    .array(identifier)
    .max(maxIds, hiddenIdsRule)
    .default([])
    .meta({ description: 'Only these; the parameter may be repeated.' }),
});

export const hiddenList = z.object({ total, documents: z.array(hiddenDocument) }).meta({ id: 'HiddenDocuments' });

/** The schemas of the inventory, and of bulk edits. */

const { minYear, maxYear } = materialLimits;
const kindRule = `must be one of ${materialKinds.join(', ')}.`;
const kind = z.enum(materialKinds, kindRule);
const trait = z.enum(inventoryTraits, `must be one of ${inventoryTraits.join(', ')}.`);

/** Maximum number of values of a filter; more can only be a mistake. */
const maxValues = 100;
const anyOf = <Value extends z.ZodType>(value: Value) =>
  z.array(value, 'must be a list.').max(maxValues, `may have at most ${maxValues} values.`).default([]);
const name = z.string('must be text.').max(255, 'must have at most 255 characters.');

/** Returns the filters; a year is a text in an address and a number in a body. */
const filterShape = <Year extends z.ZodType<number>>(year: Year) => ({
  q: z
    .string('must be text.')
    .max(maxInventoryWordsLength, `must have at most ${maxInventoryWordsLength} characters.`)
    .default('')
    .meta({
      description: 'Words that must each be in the title, the subject, the faculty or the file name, or be the year.',
    }),
  kind: anyOf(kind),
  facultyId: anyOf(name),
  semesterId: anyOf(name),
  subject: anyOf(name),
  year: anyOf(year),
  yearFrom: year.optional().meta({ description: 'Inclusive, as `yearTo`.' }),
  yearTo: year.optional(),
  outsideFrom: year
    .optional()
    .meta({ description: 'With `outsideTo`: excludes the years between them, both inclusive.' }),
  outsideTo: year.optional(),
  trait: anyOf(trait).meta({
    description:
      'All must apply. `misplaced`: the catalogue no longer has its subject. `scanned`: text was, or will be, recognised on some of its pages.',
  }),
  in: z.enum(['shelf', 'trash'], 'must be shelf or trash.').default('shelf'),
  publicationId: identifier
    .optional()
    .meta({ description: 'Only materials of this publication of staged files; see `/staging/publications`.' }),
});

export const inventoryQuery = z.object({
  ...filterShape(wholeNumber(minYear, maxYear)),
  sort: z
    .enum(inventorySorts, `must be one of ${inventorySorts.join(', ')}.`)
    .default('uploaded')
    .meta({ description: 'Ties are in the order of `$sequence`.' }),
  direction: z.enum(['asc', 'desc'], 'must be asc or desc.').default('desc'),
  limit: wholeNumber(1, maxInventoryPage).default(25),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  after: identifier.optional().meta({ description: 'The `$id` of the last document of the previous page.' }),
  before: identifier.optional().meta({ description: 'The `$id` of the first document of the next page.' }),
});

/** A document of the inventory. */
const inventoryDocument = z
  .object({
    ...document.shape,
    $fileName: z.string(),
    $warning: z.string().nullable().meta({ description: 'A sentence if its file is locked or damaged.' }),
    $hidden: z
      .object({ since: moment, reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'Time and reason of hiding; null if it is not hidden.' }),
    $deletedAt: moment.nullable(),
  })
  .meta({ id: 'InventoryDocument' });

export const inventory = z.object({ total, documents: z.array(inventoryDocument) }).meta({ id: 'Inventory' });

const yearRule = `must be a whole number from ${minYear} to ${maxYear}.`;
const year = z.int(yearRule).min(minYear, yearRule).max(maxYear, yearRule);
const idsRule = `must be a list of 1 to ${maxBulkMaterials} ids.`;

const action = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('edit'),
      kind: kind.optional(),
      facultyId: name.optional(),
      semesterId: name.optional(),
      subject: name.optional(),
      year: year.nullable().optional(),
    }),
    z.strictObject({ action: z.literal('hide'), reason: hidingRequest.shape.reason }),
    z.strictObject({ action: z.enum(['show', 'delete', 'restore']) }),
  ],
  'must have an action: edit, hide, show, delete or restore.',
);

export const bulkRequest = z.object({
  ids: z
    .array(identifier, idsRule)
    .min(1, idsRule)
    .max(maxBulkMaterials, idsRule)
    .optional()
    .meta({ description: 'The materials, of any kinds. Or `matching`.' }),
  matching: z
    .object({
      ...filterShape(year),
      total: z.int('must be a whole number.').min(0, 'must be a whole number.').meta({
        description: 'Number of matches that the user confirmed. 409 if it is different now.',
      }),
    })
    .optional()
    .meta({ description: 'All materials that match these filters.' }) satisfies z.ZodType<
    (InventoryFilter & { total: number }) | undefined
  >,
  change: action,
  skipsRefused: z.boolean('must be true or false.').default(false).meta({
    description:
      'Leaves out the materials that can’t be changed this way. Otherwise nothing is changed if there is one.',
  }),
});

const refusedRow = z.object({ id: z.string(), title: z.string(), reason: z.string() }) satisfies z.ZodType<RefusedRow>;

export const step = z.object({
  kind,
  what: z.enum(['place', 'kind', 'year', 'visibility', 'shelf', 'pages']),
  from: z.string(),
  to: z.string(),
  count: z.int().min(1),
}) satisfies z.ZodType<BulkStep>;

const count = z.int().min(0);

export const bulkOutcome = z
  .object({
    id: z.string().nullable().meta({ description: 'Id for undoing the edit; null if nothing was changed.' }),
    changed: count,
    unchanged: count.meta({ description: 'Number of materials that already had these values.' }),
    refused: z
      .array(refusedRow)
      .meta({ description: 'The first materials that can’t be changed this way, with the reason.' }),
    refusedTotal: count,
    steps: z.array(step).meta({ description: 'Effects with the number of materials; the most frequent ones.' }),
  })
  .meta({ id: 'BulkOutcome' }) satisfies z.ZodType<BulkOutcome>;

export const undoOutcome = z
  .object({
    id: z.string(),
    restored: count,
    left: z.array(refusedRow).meta({ description: 'The first materials that were changed since, and stay unchanged.' }),
    leftTotal: count,
  })
  .meta({ id: 'UndoOutcome' }) satisfies z.ZodType<UndoOutcome>;

/** The response to a bulk edit that was not made, with the materials that prevented it. */
export const refusedChange = z
  .object({ ...problem.shape, refused: z.array(refusedRow), refusedTotal: count })
  .meta({ id: 'RefusedChange' });

/** The schemas of the list of recent changes. */

const undoable = {
  id: z.string(),
  at: moment.meta({ description: 'Time at which the action was done or started.' }),
  userName: z.string().meta({ description: 'The user who did the action; empty if unknown.' }),
  materials: count.meta({ description: 'Number of materials that the action changed or made.' }),
  unchanged: count.meta({
    description: 'Number of materials that undoing restores: those that were not changed since.',
  }),
  daysLeft: z
    .int()
    .min(1)
    .meta({ description: 'Number of days of running in which the action can still be undone, rounded up.' }),
  undone: z
    .object({ restored: count, leftTotal: count })
    .nullable()
    .meta({ description: 'Result of undoing the action; null if it was not undone.' }),
};

const entry = z.discriminatedUnion('type', [
  z.object({
    ...undoable,
    type: z.literal('change'),
    action: z.enum(['edit', 'hide', 'show', 'delete', 'restore', 'pages']),
    reason: z.string().nullable().meta({ description: 'Reason for hiding.' }),
    steps: z.array(step).meta({ description: 'Effects with the number of materials; the most frequent ones.' }),
  }),
  z.object({
    ...undoable,
    type: z.literal('publication'),
    sources: z.array(z.string()).meta({ description: 'As of a publication.' }),
    pending: count.meta({ description: 'Number of files that belong to the publication but are not published yet.' }),
    isUndoing: z.boolean().meta({ description: 'True if undoing has started and is not complete.' }),
  }),
]) satisfies z.ZodType<UndoableEntry>;

export const undoableQuery = z.object({
  limit: wholeNumber(1, 100).default(25),
  offset: wholeNumber(0, 10_000).default(0),
});

export const undoableList = z.object({ total, entries: z.array(entry) }).meta({ id: 'UndoableList' });
