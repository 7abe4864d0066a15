import type { MaterialKind } from '#domain/material.ts';
import type { UndoOutcome } from './bulk-change.ts';

/** States in which a file may be published although it is not ready. */
export const acceptedStates = ['doubtful', 'duplicates', 'unreadable'] as const;

export type Accepted = (typeof acceptedStates)[number];

/**
 * Reason why a staged file is not published, or `ready`: its bytes have not arrived; it is damaged or locked; a value is missing;
 * text extraction of its first page is running; a value is only guessed; its first page reserves all rights; the library or the
 * import has the same file or text already; its kind does not accept such a file. A file counts in one of them: the first for
 * which it is not published, else the first that applies.
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

/** A file that is not ready, and the reason. `isIncluded`: it is published all the same. */
export type UnreadyFile = { id: string; path: string; state: PublishState; reason: string; isIncluded: boolean };

/** The preview of publishing staged files. Counts are of the files that would be published unless stated otherwise. */
export type PublicationSummary = {
  /** Number of the named files. */
  total: number;
  /** Number of them that would be published. */
  included: number;
  ids: string[];
  /** Number of the named files in each state, and whether those would be published. Only states that occur. */
  states: { state: PublishState; count: number; isIncluded: boolean }[];
  /** Files without a value that was set or confirmed by hand. */
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
  /** The first files that are not ready, and their number. */
  unready: UnreadyFile[];
  unreadyTotal: number;
  /** The folders and archives they come from; '' stands for single files. */
  sources: string[];
  /** Longest time that publishing them may take, in seconds. */
  seconds: number;
};

/** Most folders and archives of a publication that are named. */
export const maxSources = 20;

/** The result of undoing a publication, or of its preview. */
export type PublicationUndoOutcome = UndoOutcome & {
  /** Number of the remaining materials that can be undone as well, together with their later changes. */
  takeable: number;
};
