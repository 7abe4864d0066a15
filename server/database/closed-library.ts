import { Problem } from '#contract/problems.ts';

/** The setting that closes a library for writing: it is being moved elsewhere, or was (server/backup/move-library.ts). */
export const closedSetting = 'closed';

/** The setting of a library that has not arrived completely: no server may open it. */
export const arrivingSetting = 'arriving';

export type ClosedMark = {
  /** While it is moving, servers go on reading it. Once it was moved, they do not start with it any more. */
  state: 'moving' | 'moved';
  /** ISO 8601. */
  since: string;
  /** Where to, in words for the operator. */
  to: string;
};

/** The mark as it is stored; null if the library is open. A mark that cannot be read counts as one of a move. */
export function readClosedMark(stored: string | null): ClosedMark | null {
  if (stored === null) return null;
  try {
    const mark: unknown = JSON.parse(stored);
    // Files could once be moved alone: that mark closed the records only for servers with the old store.
    if (isClosedMark(mark)) return mark.state === 'moved' && typeof mark.filesAfter === 'string' ? null : mark;
  } catch {
    // As below.
  }
  return { state: 'moving', since: 'an unknown moment', to: 'another place' };
}

/** Without the library for schemas: loading it would be half of the work with which the writing thread starts. */
function isClosedMark(value: unknown): value is ClosedMark & { filesAfter?: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { state, since, to } = value as Partial<Record<keyof ClosedMark, unknown>>;
  return (state === 'moving' || state === 'moved') && typeof since === 'string' && typeof to === 'string';
}

/** Why a server must not open the library, in one line that says what to do; null if it may. */
export function describeClosed(stored: string | null): string | null {
  const mark = readClosedMark(stored);
  if (mark?.state !== 'moved') return null;
  return `this library was moved to ${mark.to} (${mark.since}); set DATABASE_URL, STORAGE_URL and DATA_DIR as "npm run move" said at its end, or, to go on with this copy, run "npm run move -- --reopen" with the settings of this server (nothing was changed)`;
}

/** The code of the error in the writing thread, from which `LibraryClosed` is made outside. */
export const closedCode = 'LIBRARY_CLOSED';

/** Nothing can be written because the library is being moved. Passes by itself when the servers are those of the new place. */
export class LibraryClosed extends Problem {
  constructor() {
    super(
      'general_service_unavailable',
      'The library is being moved to another place. It can be read, but nothing can be changed until that is done. Please try again later.',
      { headers: { 'retry-after': '60' } },
    );
  }
}

/** For `catch`: what was left unwritten does not matter while the library is closed. */
export function ignoreClosed(error: unknown): void {
  if (!(error instanceof LibraryClosed)) throw error;
}
