import type { PlanDoubt } from '#app/features/import/intake/plan-pages.ts';

/** Why a group needs a decision, as a sentence. */
export const doubtWords: Record<PlanDoubt, string> = {
  numbers: 'May be several papers: the numbers in their names may be numbers of papers.',
  sent: 'May be several papers: they were sent together.',
  apart: 'May be several papers: they were taken at different times.',
  many: 'May be several papers: there are many pages.',
  known: 'Pictures with this name, or some of these, are already in a PDF in the library.',
};

/** Formats a count: `1 picture`, `1,200 pictures`. */
export const count = (number: number, noun: 'picture' | 'page' | 'PDF' | 'group'): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
