import { Problem } from '#contract/problems.ts';

/**
 * Name of the setting that makes a library read-only while it is being moved, or after it was moved
 * (server/upkeep/backup/move-library.ts).
 */
export const closedSetting = 'closed';

/** Name of the setting that marks a library that is not completely transferred yet. No server may open it. */
export const arrivingSetting = 'arriving';

export type ClosedMark = {
  /** While `moving`, servers continue to read the library. Once `moved`, they don't start on it. */
  state: 'moving' | 'moved';
  /** ISO 8601. */
  since: string;
  /** The target, in words for the operator. */
  to: string;
};

/** Parses the stored mark; null if the library is open. An unreadable mark counts as a move in progress. */
export function readClosedMark(stored: string | null): ClosedMark | null {
  if (stored === null) return null;
  try {
    const mark: unknown = JSON.parse(stored);
    // Older releases could move files alone. That mark closed the records only for servers with the old file store.
    if (isClosedMark(mark)) return mark.state === 'moved' && typeof mark.filesAfter === 'string' ? null : mark;
  } catch {
    // Unreadable: counts as a move in progress, as below.
  }
  return { state: 'moving', since: 'an unknown time', to: 'another location' };
}

/** Validates by hand: loading the schema library would be half of the startup work of the writer thread. */
function isClosedMark(value: unknown): value is ClosedMark & { filesAfter?: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { state, since, to } = value as Partial<Record<keyof ClosedMark, unknown>>;
  return (state === 'moving' || state === 'moved') && typeof since === 'string' && typeof to === 'string';
}

/**
 * Returns the reason why a server must not open the library, in one line that says what to do; null if it may open it.
 */
export function describeClosed(stored: string | null): string | null {
  const mark = readClosedMark(stored);
  if (mark?.state !== 'moved') return null;
  return `this library was moved to ${mark.to} (${mark.since}); set DATABASE_URL, STORAGE_URL and DATA_DIR as printed at the end of "npm run move", or, to continue with this copy, run "npm run move -- --reopen" with the settings of this server (nothing was changed)`;
}

/** Code of the error in the writer thread; outside the thread it becomes `LibraryClosed`. */
export const closedCode = 'LIBRARY_CLOSED';

/** Thrown when a write is refused because the library is being moved. Ends when servers run at the new location. */
export class LibraryClosed extends Problem {
  constructor() {
    super(
      'general_service_unavailable',
      'The library is being moved to another location. You can read it, but not change anything until that is done. Please try again later.',
      { headers: { 'retry-after': '60' } },
    );
  }
}

/** Ignores errors of writes that failed because the library is closed. For `catch`. */
export function ignoreClosed(error: unknown): void {
  if (!(error instanceof LibraryClosed)) throw error;
}
