/**
 * Titles and descriptions of pages, for the tab of the browser, search engines and link previews. A page has some of
 * them as its heading.
 */

import type { MaterialKind } from '#domain/material.ts';
import { shelfNames, kindNames } from './kinds.ts';

export const home = 'Question Papers Solutions Notes';
export const homeDescription =
  'Past exam papers, study notes, revision materials and books for university students: by faculty, semester and subject, free to read.';

export const faculty = (fullName: string) => `${fullName}: question papers, notes and revision materials.`;
export const term = (name: string, faculty: string) =>
  `Question papers, notes and revision materials for ${name} of ${faculty}.`;
export const revision = 'Revision Materials';
export const revisionOfTerm = (term: string, faculty: string) =>
  `Last-minute revision materials for ${term} of ${faculty}.`;
export const subject = (
  kind: MaterialKind,
  { subject, faculty, term }: Record<'subject' | 'faculty' | 'term', string>,
) => `${shelfNames[kind]} for ${subject}, ${faculty}, ${term}: read them online or download them.`;

/** `place` has the names of subject, faculty and term. */
export const material = (kind: MaterialKind, place: string) =>
  `${kindNames[kind]} for ${place}: read it online or download it.`;
export const hidden = 'Not available';
export const withdrawn = 'No longer available';

export const booksDescription = 'Browse and read books from our digital library, by faculty and semester.';
export const search = 'Search';
export const searchDescription =
  'Search every page of question papers, study notes, revision materials and books, scans included.';

export const discussionsDescription =
  'Questions and answers between students: a preview of the forum, with sample posts.';
export const newPost = 'New post';
export const newPostDescription = 'Start a discussion: a preview of the form.';
export const discussionNotFound = 'Discussion not found';

export const reading = 'My Reading';
export const readingDescription = 'What you opened, pinned and marked as done on this device.';
export const savedDescription = 'Materials you can read on this device without a connection.';
export const offline = 'You’re offline';
export const contributors = 'Contributors';
export const contributorsDescription =
  'The people who supply the question papers, notes and revision materials, and how to join them.';
export const pageNotFound = 'Page not found';

/** Names of feeds, for feed readers. */
export const newInLibrary = 'New in the library';
export const newInFaculty = 'New in this faculty';
export const newInSubject = 'New in this subject';
/** Name of the catalogue for e-readers. */
export const catalogue = 'Catalogue';
