/** Words of Home. */

import type { MaterialKind } from '#domain/material.ts';
import { counted } from './format.ts';

export const introduction = 'Past papers, study notes, revision materials and books. Free to read, no account needed.';
export const chooseFaculty = 'Choose your faculty';
export const browseLibrary = 'Browse the library';
/** Above an example of a question that search finds. */
export const exampleHeading = 'Words of a question find its page';
export const examplePage = (title: string, page: number) => `${title}, page ${page}`;

export const moreFaculties = (count: number) => `${count} more faculties, without materials yet`;
export const selectFaculty = 'Select Faculty';
export const selectThisFaculty = (name: string) => `Select Faculty: ${name}`;
/** Duration of the studies of a faculty. */
export const duration = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? counted(count, 'year') : counted(count, 'semester');

export const advertisements = 'Advertisements';
/** The kind of the banner, read out by screen readers. */
export const carousel = 'carousel';
export const advertisement = 'Advertisement';
export const advertisementOf = (position: number, count: number) => `Advertisement ${position} of ${count}`;

export const resources = 'Resources Overview';
export const aboutKinds: Record<MaterialKind, string> = {
  paper: 'Papers from the last 10 years, sorted by year.',
  note: 'Chapter-by-chapter explanations to read or print.',
  revision: 'A whole subject on a few pages, for the night before.',
  book: 'Textbooks and handbooks to read online.',
};
export const forumIsComing = <Piece>(preview: Piece) => ['A forum is coming soon. ', preview, '.'] as const;
export const seePreview = 'See a preview';

export const howItWorks = 'How It Works';
/** The four steps from Home to a document. */
export const steps = [
  { title: 'Select Faculty', text: 'Choose the programme you study.' },
  { title: 'Select Semester', text: 'Open your semester or year in the side menu.' },
  { title: 'Select Subject', text: 'Pick the subject you are preparing for.' },
  { title: 'Access Materials', text: 'Read papers, notes and revision materials online, or download them.' },
];
