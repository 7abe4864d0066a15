/** Words of the pages with the materials of a subject. */

import type { MaterialKind } from '#domain/material.ts';
import { shelfNames } from '../kinds.ts';

export const place = (faculty: string, term: string) => `${faculty} Faculty, ${term}`;
export const kinds = 'Materials of this subject';
/** In the panel of a tab that is a separate page. */
export const goTo = <Piece>(page: Piece) => ['Please go to ', page] as const;
export const pageOf = (kind: MaterialKind) => `${shelfNames[kind]} Page`;

export const years = 'Years';
export const noPapers = (subject: string) => `No question papers available for ${subject}.`;
export const notes = 'Study Notes';
export const noNotes = 'No study notes available yet.';
export const revision = 'Last-Minute Revision Materials';
export const noRevision = 'No revision materials available yet.';
export const uploaded = (date: string) => `Uploaded: ${date}`;
