import { z } from 'zod';
import type { UndoableEntry } from '#contract/undo.ts';
import { step } from './inventory.ts';
import { moment, total, wholeNumber } from './values.ts';

/** The schemas of the list of recent changes. */

const count = z.int().min(0);

const undoable = {
  id: z.string(),
  at: moment.meta({ description: 'When it was done, or began.' }),
  userName: z.string().meta({ description: 'Who did it; empty if that is not known.' }),
  materials: count.meta({ description: 'How many materials it changed or made.' }),
  unchanged: count.meta({ description: 'How many of them undoing puts back: those that nobody changed since.' }),
  daysLeft: z.int().min(1).meta({ description: 'For how many more days of running it can be undone, rounded up.' }),
  undone: z
    .object({ restored: count, leftTotal: count })
    .nullable()
    .meta({ description: 'What undoing it did; null if nobody has undone it.' }),
};

const entry = z.discriminatedUnion('type', [
  z.object({
    ...undoable,
    type: z.literal('change'),
    action: z.enum(['edit', 'hide', 'show', 'delete', 'restore']),
    reason: z.string().nullable().meta({ description: 'Of a change that hides.' }),
    steps: z.array(step).meta({ description: 'What happened to how many; the most frequent steps.' }),
  }),
  z.object({
    ...undoable,
    type: z.literal('publication'),
    sources: z.array(z.string()).meta({ description: 'As of a publication.' }),
    pending: count.meta({ description: 'Files that were to be published with it and are not yet.' }),
    isUndoing: z.boolean().meta({ description: 'Undoing it has begun and is not complete.' }),
  }),
]) satisfies z.ZodType<UndoableEntry>;

export const undoableQuery = z.object({
  limit: wholeNumber(1, 100).default(25),
  offset: wholeNumber(0, 10_000).default(0),
});

export const undoableList = z.object({ total, entries: z.array(entry) }).meta({ id: 'UndoableList' });
