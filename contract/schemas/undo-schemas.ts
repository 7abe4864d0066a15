import { z } from 'zod';
import type { UndoableEntry } from '#contract/undo.ts';
import { step } from './inventory-schemas.ts';
import { moment, total, wholeNumber } from './value-schemas.ts';

/** The schemas of the list of recent changes. */

const count = z.int().min(0);

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
    action: z.enum(['edit', 'hide', 'show', 'delete', 'restore']),
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
