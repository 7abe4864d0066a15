import type { PlanDoubt } from '#app/features/import/intake/plan-pages.ts';

/** Why a group needs a decision, as a sentence. */
export const doubtWords: Record<PlanDoubt, string> = {
  numbers: 'May be several papers: their numbers may count papers.',
  sent: 'May be several papers: they were sent together.',
  apart: 'May be several papers: they were taken at different times.',
  many: 'May be several papers: these are many pages.',
  known: 'Others of this name, or some of these, are in a PDF of the library.',
};

/** Formats a count: `1 picture`, `1,200 pictures`. */
export const count = (number: number, noun: 'picture' | 'page' | 'PDF' | 'group'): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
