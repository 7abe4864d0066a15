import { pages } from '#contract/addresses.ts';

/** A paper of the sample library, with a question paper as PDF. */
export const samplePaper = 'sample-csit-c-paper-2025';
export const sampleSubject = pages.papers('csit', '1', 'c-programming');

/** A screen of each sort on which visitors arrive. */
export const screens = {
  Home: pages.home(),
  'a semester': pages.semester('csit', '1'),
  'a subject': sampleSubject,
  'the library': pages.books(),
  'a material': pages.material(samplePaper),
  'a search': `${pages.search()}?q=pointers`,
};
