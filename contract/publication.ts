import type { MaterialKind } from '#domain/material.ts';
import type { UndoOutcome } from './bulk-change.ts';

/** What may be published although it is not ready. */
export const acceptedStates = ['doubtful', 'duplicates', 'unreadable'] as const;

export type Accepted = (typeof acceptedStates)[number];

/**
 * What keeps a staged file from being published, or `ready`: its bytes have not arrived; it is damaged or locked; a value
 * is missing; its first page is still being read; a value is only guessed; its first page reserves all rights; the library
 * or the import has the same file or text already; its kind does not accept such a file. A file counts in one of them: the first for which it is not
 * published, else the first that applies.
 */
export const publishStates = [
  'notSent',
  'unreadable',
  'missing',
  'reading',
  'doubtful',
  'rights',
  'duplicate',
  'refused',
  'ready',
] as const;

export type PublishState = (typeof publishStates)[number];

/** A file that is not ready, and why. `isIncluded`: it is published all the same. */
export type UnreadyFile = { id: string; path: string; state: PublishState; reason: string; isIncluded: boolean };

/** What publishing staged files would do. Counts are of the files that would be published unless they say otherwise. */
export type PublicationSummary = {
  /** Of the named files. */
  total: number;
  /** How many of them would be published, and which. */
  included: number;
  ids: string[];
  /** How many of the named files are in each state, and whether those would be published. Only states that occur. */
  states: { state: PublishState; count: number; isIncluded: boolean }[];
  /** Nobody has set or confirmed a value of them. */
  unseen: number;
  kinds: { kind: MaterialKind; count: number }[];
  places: {
    facultyId: string;
    facultyName: string;
    semesterId: string;
    termName: string;
    subject: string;
    kinds: { kind: MaterialKind; count: number }[];
    count: number;
  }[];
  /** `year` is null for materials without one. */
  years: { year: number | null; yearBs: number | null; count: number }[];
  /** The first files that are not ready, and how many there are. */
  unready: UnreadyFile[];
  unreadyTotal: number;
  /** The folders and archives they come from; '' stands for single files. */
  sources: string[];
  /** How long publishing them may take, in seconds. */
  seconds: number;
};

/** How many folders and archives of a publication are named. */
export const maxSources = 20;

/** What undoing a publication did, or would do. */
export type PublicationUndoOutcome = UndoOutcome & {
  /** How many of those that are left can be taken back as well, with what was changed since. */
  takeable: number;
};
