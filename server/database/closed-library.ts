import { Problem } from '#contract/problems.ts';

/** The setting that closes a library for writing: it is being moved elsewhere, or was (server/moving). */
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
  /** Where the files are while it is moving (`describeFilesPlace`). */
  filesBefore: string;
  /** Where they are afterwards, if only they move: servers with that store then write to these records; null otherwise. */
  filesAfter: string | null;
};

/** The mark as it is stored; null if there is none. A mark that cannot be read counts as one of a move. */
export function readClosedMark(stored: string | null): ClosedMark | null {
  if (stored === null) return null;
  try {
    const mark: unknown = JSON.parse(stored);
    if (isClosedMark(mark)) return mark;
  } catch {
    // As below.
  }
  return { state: 'moving', since: 'an unknown moment', to: 'another place', filesBefore: '', filesAfter: null };
}

/** Without the library for schemas: loading it would be half of the work with which the writing thread starts. */
function isClosedMark(value: unknown): value is ClosedMark {
  if (typeof value !== 'object' || value === null) return false;
  const { state, since, to, filesBefore, filesAfter } = value as Partial<Record<keyof ClosedMark, unknown>>;
  return (
    (state === 'moving' || state === 'moved') &&
    [since, to, filesBefore].every((each) => typeof each === 'string') &&
    (filesAfter === null || typeof filesAfter === 'string')
  );
}

/** Whether a server whose files are at this place may write. */
export function mayWrite(stored: string | null, filesPlace: string): boolean {
  const mark = readClosedMark(stored);
  return mark === null || (mark.state === 'moved' && mark.filesAfter === filesPlace);
}

/** Why a server whose files are at this place must not open the library, in one line that says what to do; null if it may. */
export function describeClosed(stored: string | null, filesPlace: string): string | null {
  const mark = readClosedMark(stored);
  if (mark === null || mayWrite(stored, filesPlace)) return null;
  const { state, since, to } = mark;
  if (state === 'moving' && mark.filesBefore === filesPlace) return null;
  const what = state === 'moving' ? 'is being moved' : 'was moved';
  return `this library ${what} to ${to} (${since}); set DATABASE_URL, STORAGE_URL and DATA_DIR as "npm run move" said at its end, or, to go on with this copy, run "npm run move -- --reopen" with the settings of this server (nothing was changed)`;
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
