import type { MaterialKind } from '#domain/material.ts';
import type { UndoOutcome } from './bulk-change.ts';

/** States in which a file may be published although it is not ready. */
export const acceptedStates = ['doubtful', 'duplicates', 'unreadable'] as const;

export type Accepted = (typeof acceptedStates)[number];

/**
 * Reason why a staged file is not published, or `ready`: its bytes have not arrived; it is damaged or locked; a value
 * is missing; the text of its first page is being extracted; a value is only guessed; its first page reserves all
 * rights; the library or the import already has the same file or text; its kind does not accept such a file. Each file
 * counts in one state: the first that prevents publishing, else the first that applies.
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

/** A file that is not ready, and the reason. `isIncluded` is true if it will be published anyway. */
export type UnreadyFile = { id: string; path: string; state: PublishState; reason: string; isIncluded: boolean };

/** The preview of publishing staged files. Unless stated otherwise, counts are of the files that would be published. */
export type PublicationSummary = {
  /** Number of the named files. */
  total: number;
  /** Number of the selected files that would be published. */
  included: number;
  ids: string[];
  /** Number of the selected files in each state, and whether they would be published. Has only states that occur. */
  states: { state: PublishState; count: number; isIncluded: boolean }[];
  /** Number of files without any value that was set or confirmed by hand. */
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
  /** The first files that are not ready, and the number of all. */
  unready: UnreadyFile[];
  unreadyTotal: number;
  /** The folders and archives from which the files come; '' is for single files. */
  sources: string[];
  /** Maximum time that publishing them may take, in seconds. */
  seconds: number;
};

/** Maximum number of a publication's folders and archives that are named. */
export const maxSources = 20;

/** The result of undoing a publication, or of its preview. */
export type PublicationUndoOutcome = UndoOutcome & {
  /** Number of the remaining materials that can also be taken back, together with their later changes. */
  takeable: number;
};
